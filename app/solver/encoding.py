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
    below = [0] * 52
    freed = [0] * 52
    delta = [0] * 52
    before = [0] * 52
    up = rooted = free = edge = deep = gaps = 0
    for card, index in zip(CARDS, INDEX, strict=True):
        if position.foundations[card.suit] >= card.rank:
            up |= 1 << index
    key = sum(position.foundations[card.suit] << 4 * _SUIT[card.suit] for card in CARDS[:4])
    shift = 16
    for column in position.columns:
        places = rooted_places(column)
        cards = column.down + column.up
        ends = [*places, len(cards)]
        loose = [_mask(cards[start + 1 : end]) for start, end in pairwise(ends)]
        first = _mask(cards[: ends[0]])
        under = 0
        for place, above in zip(places, [first, *loose], strict=False):
            index = INDEX[cards[place].index]
            below[index], freed[index], delta[index] = under, above, 1 << shift
            if under or above:
                deep |= 1 << index
            else:
                edge |= 1 << index
            under = 1 << index
        rooted |= under
        free |= loose[-1] if loose else first
        gaps += not places
        key += len(places) << shift
        shift += len(places).bit_length()
    order = position.waste + position.stock
    seen = 0
    for card in order:
        index = INDEX[card.index]
        before[index], delta[index] = seen, 1 << shift
        seen |= 1 << index
        key += 1 << shift
        shift += 1
    redeals = -1 if rules.passes is None else max(rules.passes - position.pass_number, 0)
    tag_bits = ((rules.draw - 1) * (max(redeals, 0) + 1)).bit_length()
    state = (up, rooted, free | up, seen, len(position.waste), 0, key, gaps)
    bits = tuple(1 << INDEX[card.index] for card in order)
    layout = (tuple(below), tuple(freed), tuple(delta), tuple(before), bits, edge, deep)
    return Encoded(state, layout, (rules.draw, redeals, rules.draw == 1 and redeals < 0, tag_bits), shift + tag_bits)


def _mask(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << INDEX[card.index]
    return mask
