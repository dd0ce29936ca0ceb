"""What can be chosen before a deal besides its table (R3, R3.1), and how it is remembered in the browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.game.rules import RuleSet, rule_set
from app.i18n import N_, Translator


class Option(NamedTuple):
    """Something to choose before the deal; ``name`` is a form's field."""

    name: str
    label: str
    help: str


#: The first is no rule but says which deals are wanted; the others are suffixes of a rule set's key.
WINNABLE: Final = "winnable"
OPTIONS: Final = (
    Option(WINNABLE, N_("Only deals that can be won"), N_("Proven by the solver for the very rules that you choose.")),
    Option(
        "untimed", N_("Without a clock"), N_("Time costs no points and brings none. For Standard and Open Klondike.")
    ),
    Option("wholeruns", N_("Whole runs only"), N_("A run of open cards moves as a whole or not at all. Harder!")),
)
#: How hard a deal that can be won may be, from the easiest third to the hardest; the store has their places.
GRADES: Final = (N_("gentle"), N_("medium"), N_("hard"))
_NAMES: Final = (*(option.name for option in OPTIONS), *GRADES)

#: What the cookie holds where nothing is chosen: an empty one would mean that nothing was ever said.
_NOTHING: Final = "none"


@dataclass(frozen=True, slots=True)
class OptionView:
    """A box to tick."""

    name: str
    label: str
    help: str
    is_on: bool


def read_options(text: str) -> frozenset[str]:
    """Return what a cookie's text chooses; deals that can be won are wanted where it says nothing."""
    if not text:
        return frozenset({WINNABLE})
    return frozenset(text.split(".")) & frozenset(_NAMES)


def options_text(chosen: frozenset[str]) -> str:
    """Return the text that :func:`read_options` reads."""
    return ".".join(name for name in _NAMES if name in chosen) or _NOTHING


def chosen_in(fields: dict[str, str]) -> frozenset[str] | None:
    """Return the options that a form chose, ``None`` for a form that has no boxes to tick."""
    if "options" not in fields:
        return None
    ticked = frozenset(option.name for option in OPTIONS if option.name in fields)
    return ticked | (frozenset(GRADES) & {fields.get("difficulty", "")})


def wanted_difficulty(chosen: frozenset[str]) -> int | None:
    """Return the place in :data:`GRADES` that was chosen, ``None`` for any."""
    return next((place for place, grade in enumerate(GRADES) if grade in chosen), None)


def with_options(rules: RuleSet, chosen: frozenset[str]) -> RuleSet:
    """Return the rule set with those of the chosen options that its table offers."""
    fitting = [option for option in rules.options if option in chosen]
    return rule_set("+".join([rules.key.partition("+")[0], *fitting])) if fitting else rules


@dataclass(frozen=True, slots=True)
class GradeView:
    """A difficulty to choose; ``value`` is what the form sends, empty for any."""

    value: str
    label: str
    is_on: bool
    note: str = ""


def grade_views(chosen: frozenset[str], notes: Sequence[str], words: Translator) -> list[GradeView]:
    """Return the difficulties to choose from, each with its note."""
    place = wanted_difficulty(chosen)
    first = GradeView("", words.gettext("any"), place is None)
    named = enumerate(zip(GRADES, notes, strict=True))
    return [first, *(GradeView(grade, words.gettext(grade), at == place, note) for at, (grade, note) in named)]


def option_views(chosen: frozenset[str], words: Translator) -> list[OptionView]:
    """Return the boxes to tick, ticked as chosen."""
    return [
        OptionView(option.name, words.gettext(option.label), words.gettext(option.help), option.name in chosen)
        for option in OPTIONS
    ]
