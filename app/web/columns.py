"""Markup of columns."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from app.game.cards import Card
from app.game.position import Column
from app.i18n import Language
from app.web.cards import backs, button, place_in_column


class Way(NamedTuple):
    """Where a card may go: ``to`` names the piles, best first; ``tap`` is what a tap enters (R9.1), if anything."""

    to: str
    tap: str


NOWHERE: Final = Way("", "")


def column_cards(
    language: Language,
    number: int,
    column: Column,
    ways: tuple[Way, ...],
    show: Callable[[Card, Way, str, int], str],
) -> str:
    """Return the cards of a column; ``show`` makes an open one of card, way, label and place from the column's end."""
    down, up = column
    hidden, total = len(down), len(down) + len(up)
    parts = [backs(hidden, language)]
    for place, card in enumerate(up):
        size = len(up) - place
        label = place_in_column(language, card, number, hidden + place + 1, total)
        parts.append(show(card, ways[size - 1] if size <= len(ways) else NOWHERE, label, size))
    return "".join(parts)


@lru_cache(maxsize=768)
def plain_column(language: Language, number: int, column: Column, ways: tuple[Way, ...]) -> str:
    """Return a column in which nothing is marked or chosen. From move to move most columns stay as they are."""
    return column_cards(
        language, number, column, ways, lambda card, way, label, _: button(card, way.to, way.tap, label)
    )
