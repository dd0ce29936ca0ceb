"""One translator a language, made once; its words come from the .po files as they are."""

import datetime
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO, StringIO
from typing import Any, Literal

from babel import Locale, core, localedata
from babel.dates import format_date, format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from jinja2 import Environment

from app.i18n.negotiate import Language

# Babel finds no pattern with the whole weekday and no year.
# What Babel knows of a language besides, 1.5 MB: the world's units, currencies, countries, zones.
_NOT_NEEDED = (
    "unit_patterns unit_display_names compound_unit_patterns currency_names currency_names_plural currency_symbols "
    "compact_currency_formats compact_decimal_formats languages territories scripts variants meta_zones time_zones "
    "date_fields interval_formats"
).split()
_WEEKDAY: dict[Language, str] = {"en": "EEEE, MMMM d", "de": "EEEE, d. MMMM"}


def N_(message: str) -> str:  # noqa: N802 (the field's name for it)
    """Mark a message for the catalogues where it stands in a table; it is translated where it is shown."""
    return message


def NP_(context: str, message: str) -> str:  # noqa: N802
    """As N_, for a message that is translated by `pgettext` with this context."""
    return message


class Translator:
    """Messages, numbers, dates and times in one language.

    Placeholders are `%(name)s`, filled from keywords, here as in templates; a plain percent sign is `%%`.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._locale = Locale(language)
        self._catalogue = _catalogue(language)
        # Scores and counts repeat; Babel takes 5 µs for each.
        self.number = lru_cache(maxsize=4096)(self._number)
        self._plain = lru_cache(maxsize=4096)(self._without_values)
        self._load()

    def _load(self) -> None:
        """Read the language's formats now, and drop what Babel reads besides; 2 MB on regions it would read again."""
        self._number(0)
        vars(core)["_global_data"] = None
        for name in ("root", self.language):
            for part in _NOT_NEEDED:
                localedata.load(name).pop(part, None)

    def gettext(self, message: str, /, **values: object) -> str:
        return self._catalogue.ugettext(message) % values if values else self._plain(message)

    def _without_values(self, message: str) -> str:
        return self._catalogue.ugettext(message) % {}

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """`%(num)s` is the count, formatted for the language unless given otherwise."""
        return self._catalogue.ungettext(one, many, count) % ({"num": self.number(count)} | values)

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        return str(self._catalogue.upgettext(context, message)) % values

    def npgettext(self, context: str, one: str, many: str, count: int, /, **values: object) -> str:
        return self._catalogue.unpgettext(context, one, many, count) % ({"num": self.number(count)} | values)

    def _number(self, value: int | float) -> str:
        """`1,234` or `1.234`; a negative one with a true minus sign, which is as wide as a digit."""
        return str(format_decimal(value, locale=self._locale)).replace("-", "\N{MINUS SIGN}")

    def percent(self, part: int, whole: int) -> str:
        """`43%` or `43 %`, whole percents; of nothing it is none."""
        return str(format_percent(round(part / whole, 2) if whole else 0, locale=self._locale))

    def date(self, day: datetime.date, style: Literal["short", "medium", "long", "full"] = "long") -> str:
        """`29 November 2026` as the language writes it."""
        return str(format_date(day, format=style, locale=self._locale))

    def weekday(self, day: datetime.date) -> str:
        """`Sunday, November 29`: a day near enough to need no year."""
        return str(format_date(day, format=_WEEKDAY[self.language], locale=self._locale))

    def month(self, day: datetime.date) -> str:
        """`November 2026`, the month that a day is in."""
        return str(format_skeleton("yMMMM", day, locale=self._locale))

    @property
    def first_weekday(self) -> int:
        """The day a week begins with: 0 for Monday, 6 for Sunday."""
        return int(self._locale.first_week_day)

    def weekday_names(self, day: datetime.date) -> tuple[str, str]:
        """`Su` and `Sunday`."""
        names = self._locale.days["stand-alone"]
        return str(names["short"][day.weekday()]).rstrip("."), str(names["wide"][day.weekday()])

    def duration(self, millis: int) -> str:
        """Whole seconds as on a clock: `0:07`, `1:23`, `12:34`, `1:02:03`."""
        minutes, seconds = divmod(max(millis, 0) // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def install(self, environment: Environment) -> None:
        """Give templates `_`, `gettext`, `ngettext`, `pgettext`, `npgettext`, `{% trans %}`, and our formats.

        One environment serves one language: its compiled templates hold no choice of language.
        """
        environment.add_extension("jinja2.ext.i18n")
        environment.policies["ext.i18n.trimmed"] = True
        words: Any = environment  # the extension adds the method when it is loaded
        words.install_gettext_callables(
            self._catalogue.ugettext,
            self._catalogue.ungettext,
            newstyle=True,
            pgettext=self._catalogue.upgettext,
            npgettext=self._catalogue.unpgettext,
        )
        environment.filters |= {"number": self.number, "duration": self.duration}
        environment.filters |= {"day": self.date, "weekday": self.weekday}
        environment.globals["language"] = self.language


@cache
def translator(language: Language) -> Translator:
    return Translator(language)


def catalogue_texts(language: Language) -> Iterator[tuple[str, str]]:
    """File name and text of each .po file of a language, in the order of their names."""
    folder = files("app.i18n") / "locales" / language
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".po"):
            yield file.name, file.read_text(encoding="utf-8")


def _catalogue(language: Language) -> NullTranslations:
    if language == "en":  # the source is English
        return NullTranslations()
    merged: Translations | None = None
    for name, text in catalogue_texts(language):
        compiled = BytesIO()
        write_mo(compiled, read_po(StringIO(text), locale=language, domain=name, abort_invalid=True))
        compiled.seek(0)
        area = Translations(compiled)
        merged = area if merged is None else merged.merge(area)
    assert merged is not None, f"no catalogues for {language}"
    return merged
