"""The numbers beside a table: score, moves, pass and clock."""

from functools import lru_cache
from html import escape
from typing import NamedTuple

from markupsafe import Markup

from app.game.state import State
from app.i18n import Language, Translator, translator
from app.web.castle_table import time_left
from app.web.safe import safe
from app.web.titles import balance


class Figure(NamedTuple):
    """One number beside the table: its kind (for the style sheet), label and text; ``soon`` as time runs short."""

    kind: str
    label: str
    text: str
    soon: str = ""


def figures_of(state: State, ms: int, words: Translator) -> tuple[Figure, ...]:
    """Return the numbers beside the table, ``ms`` being the game clock."""
    rules, language = state.rules, words.language
    figures = [
        _score(language, state.score, is_balance=rules.scoring == "vegas"),
        _moves(language, state.moves),
        _level(language, rules.level) if rules.level else _pass(language, state.position.pass_number, rules.passes),
    ]
    if rules.seconds is not None:
        left = words.duration(time_left(rules, ms) // 1000 * 1000)
        figures.append(Figure("clock", words.gettext("Time left"), left, words.gettext("Hurry!")))
    elif rules.timed:
        figures.append(_time(language, ms // 1000))
    return tuple(figures)


# Some of them change with each move, but hardly to what no other game has shown.
@lru_cache(maxsize=512)
def _score(language: Language, score: int, *, is_balance: bool) -> Figure:
    words = translator(language)
    if is_balance:
        return Figure("score", words.gettext("Balance"), balance(score, words))
    return Figure("score", words.gettext("Score"), words.number(score))


@lru_cache(maxsize=512)
def _moves(language: Language, moves: int) -> Figure:
    words = translator(language)
    return Figure("moves", words.gettext("Moves"), words.number(moves))


@lru_cache(maxsize=32)
def _level(language: Language, level: int) -> Figure:
    return Figure("level", translator(language).gettext("Level"), str(level))


@lru_cache(maxsize=64)
def _pass(language: Language, number: int, passes: int | None) -> Figure:
    text = str(number) if passes is None else f"{number}/{passes}"
    return Figure("pass", translator(language).gettext("Pass"), text)


@lru_cache(maxsize=256)
def _time(language: Language, seconds: int) -> Figure:
    words = translator(language)
    return Figure("clock", words.gettext("Time"), words.duration(seconds * 1000))


def figure_list(figures: tuple[Figure, ...]) -> Markup:
    """Return what is inside the list of figures. They change with every move, so a template would cost as often."""
    return safe("\n".join([_figure(figure) for figure in figures]))


@lru_cache(maxsize=512)
def _figure(figure: Figure) -> str:
    soon = f' data-soon="{escape(figure.soon)}"' if figure.soon else ""
    # The clock's text is made of digits.
    text = f"<time>{figure.text}</time>" if figure.kind == "clock" else escape(figure.text)
    return f'<div class="{figure.kind}"><dt{soon}>{escape(figure.label)}</dt><dd>{text}</dd></div>'
