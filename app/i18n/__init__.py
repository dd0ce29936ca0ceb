"""The words for people: English in the source, German in locales/de/*.po, numbers and dates by Babel."""

from app.i18n.negotiate import LANGUAGES, Language, negotiate
from app.i18n.translator import N_, NP_, Translator, translator

__all__ = ["LANGUAGES", "NP_", "N_", "Language", "Translator", "negotiate", "translator"]
