"""The words for people: English in the source, German in locales/de/*.po, numbers and dates by Babel."""

from app.i18n.negotiate import LANGUAGES, Language, negotiate
from app.i18n.translator import N_, Translator, translator

__all__ = ["LANGUAGES", "N_", "Language", "Translator", "negotiate", "translator"]
