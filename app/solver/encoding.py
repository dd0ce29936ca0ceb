"""From a position to the numbers that the search works on (docs/solver.md, S2)."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.game.cards import CARDS, Card
from app.game.position import Column, Position
from app.game.rules import RuleSet

#: The search's suit order D H C S, by the game's suit number (C D H S).
_SUIT = (2, 0, 1, 3)
INDEX = tuple(4 * (card.rank - 1) + _SUIT[card.suit] for card in CARDS)
CARD = tuple(CARDS[INDEX.index(index)] for index in range(52))

#: Keys wider than this do not fit a machine word; only positions that no deal leads to have them.
WORD = 62


@dataclass(frozen=True, slots=True)
class Encoded:
    """A position as numbers.

    ``state`` is (cards up, rooted cards, freed cards, stock and waste cards, waste length, redeals used,
    key, free columns). ``layout`` is what never changes: by card index the rooted card under a rooted one
    (below), what else comes free when it leaves (freed), its part of the key (delta), the stock cards drawn
    before it (before); then the stock and waste cards as bits in their order, the rooted cards whose leaving
    empties a column (edge) and those that cover something (deep). ``rules`` is (cards drawn at once, redeals
    left or −1 for unlimited, whether every stock card can be had at any time, bits of a key's tag).
    """

    state: tuple[int, ...]
    layout: tuple[Any, ...]
    rules: tuple[int, int, bool, int]
    key_bits: int

    @property
    def edge(self) -> int:
        """The rooted cards whose leaving empties a column."""
        return self.layout[5]  # type: ignore[no-any-return]

    @property
    def deep(self) -> int:
        """The rooted cards that cover something."""
        return self.layout[6]  # type: ignore[no-any-return]

    @property
    def fits_word(self) -> bool:
        """Tell whether keys fit 64 bits."""
        return self.key_bits <= WORD


def rooted_places(column: Column) -> list[int]:
    """Return the places of a column's rooted cards, from the edge: what face-up runs hang on, and what is covered."""
    cards = column.down + column.up
    hidden = len(column.down)
    return [
        place
        for place, card in enumerate(cards)
        if (card.rank != 13 if place == 0 else place <= hidden or not card.fits_on(cards[place - 1]))
    ]


def encode(position: Position, rules: RuleSet) -> Encoded:
    """Return the position as the search takes it."""
    below, freed, delta, before = [0] * 52, [0] * 52, [0] * 52, [0] * 52
    up = sum(1 << index for card, index in zip(CARDS, INDEX, strict=True) if _is_up(card, position))
    key = sum(position.foundations[card.suit] << 4 * _SUIT[card.suit] for card in CARDS[:4])
    shift = 16
    rooted = free = edge = deep = gaps = 0
    for column in position.columns:
        places = rooted_places(column)
        root, loose, at_edge, covering = _lay_column(column, places, shift, below, freed, delta)
        rooted, free, edge, deep = rooted | root, free | loose, edge | at_edge, deep | covering
        gaps += not places
        key += len(places) << shift
        shift += len(places).bit_length()
    order = tuple(1 << INDEX[card.index] for card in position.waste + position.stock)
    seen = 0
    for bit in order:
        index = bit.bit_length() - 1
        before[index], delta[index] = seen, 1 << shift
        seen |= bit
        key += 1 << shift
        shift += 1
    redeals = -1 if rules.passes is None else max(rules.passes - position.pass_number, 0)
    tag_bits = ((rules.draw - 1) * (max(redeals, 0) + 1)).bit_length()
    state = (up, rooted, free | up, seen, len(position.waste), 0, key, gaps)
    layout = (tuple(below), tuple(freed), tuple(delta), tuple(before), order, edge, deep)
    return Encoded(state, layout, (rules.draw, redeals, rules.draw == 1 and redeals < 0, tag_bits), shift + tag_bits)


def _is_up(card: Card, position: Position) -> bool:
    return position.foundations[card.suit] >= card.rank


def _lay_column(
    column: Column, places: list[int], shift: int, below: list[int], freed: list[int], delta: list[int]
) -> tuple[int, int, int, int]:
    """Write a column's rooted cards, those at ``places``, into a layout's lists; ``shift`` is their place in the key.

    Return the topmost of them, the loose cards that are free, and which rooted ones lie at the edge and which cover
    something.
    """
    cards = column.down + column.up
    ends = [*places, len(cards)]
    loose = _mask(cards[: ends[0]])
    under = edge = deep = 0
    for place, end in pairwise(ends):
        index = INDEX[cards[place].index]
        below[index], freed[index], delta[index] = under, loose, 1 << shift
        if under or loose:
            deep |= 1 << index
        else:
            edge |= 1 << index
        under = 1 << index
        loose = _mask(cards[place + 1 : end])
    return under, loose, edge, deep


def _mask(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << INDEX[card.index]
    return mask
