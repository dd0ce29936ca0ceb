"""Sets of cards as whole numbers, and what can be told from them at once (docs/solver.md, S2).

A card is a bit: ``4 * (rank - 1) + suit`` with the suits in the order D H C S, so that the two cards of a
rank and colour (*twins*, together a *class*) are neighbours. Written so that numba can compile it.
"""

from typing import Any, Final

ALL: Final = (1 << 52) - 1
RED: Final = 0x3333333333333
BLACK: Final = 0xCCCCCCCCCCCCC
LOW: Final = 0x5555555555555
KINGS: Final = 0xF << 48
#: The foundation heights in a key.
HEIGHTS: Final = 0xFFFF


def _needs() -> tuple[int, ...]:
    """For each card the cards that must be up before putting it up can never hurt (S4)."""
    needs = []
    for index in range(52):
        rank, suit = index >> 2, index & 3
        mask = 0
        for other in range(4):
            below = rank - 2 if other >> 1 != suit >> 1 else rank - 3
            if other != suit and below >= 0:
                mask |= 1 << 4 * below + other
        needs.append(mask)
    return tuple(needs)


NEEDS: Final = _needs()
#: SUIT_BELOW[14 * suit + height]: the cards of a suit up to a height.
SUIT_BELOW: Final = tuple(
    sum(1 << 4 * rank + suit for rank in range(height)) for suit in range(4) for height in range(14)
)

_INDEX: Final = {1 << index: index for index in range(56)}
index_of = _INDEX.__getitem__


def ones(mask: int) -> int:
    """Return how many bits are set."""
    return mask.bit_count()


def look(up: int, rooted: int, free: int, gaps: int) -> tuple[int, int, int, int]:
    """Return the loose cards, the classes with a card to spare, the cards that have room, the next cards up (S2).

    Above a king the next card is one that is none: whoever asks looks for cards that are.
    """
    loose = free & ~up
    open_ = loose | rooted
    hung = (loose & RED) << 6 | (loose & BLACK) << 2
    twin = open_ >> 1
    hung_too = hung >> 1
    spare = ((open_ | twin) & ~(hung | hung_too) | open_ & twin & ~(hung & hung_too)) & LOW
    spare |= spare << 1
    room = (spare & RED) >> 2 | (spare & BLACK) >> 6
    if gaps > 0 and gaps > ones(loose & KINGS):
        room |= KINGS
    return loose, spare, room, (up << 4 | 15) & ~up


def parents(cards: int) -> int:
    """Return the classes that the cards can hang on (none for kings)."""
    hung = ((cards & RED) << 6 | (cards & BLACK) << 2) & ALL
    hung = (hung | hung >> 1) & LOW
    return hung | hung << 1


def kept_up_by_heights(heights: int) -> int:
    """Return the cards that need never come back from the foundations (S4); ``heights`` is that part of a key."""
    d, h, c, s = heights & 15, heights >> 4 & 15, heights >> 8 & 15, heights >> 12 & 15
    red = min(d, h) + 2
    black = min(c, s) + 2
    return (
        SUIT_BELOW[min(d, black, h + 3)]
        | SUIT_BELOW[14 + min(h, black, d + 3)]
        | SUIT_BELOW[28 + min(c, red, s + 3)]
        | SUIT_BELOW[42 + min(s, red, c + 3)]
    )


class _Kept(dict[int, int]):
    """What :func:`kept_up_by_heights` says, worked out once for each of the 14⁴ heights that come up."""

    def __missing__(self, heights: int) -> int:
        kept = self[heights] = kept_up_by_heights(heights)
        return kept


kept_up = _Kept().__getitem__


def wanted(here: Any, masks: Any, kept: int, edge: int) -> tuple[int, bool]:
    """Return the full classes in which one more card makes a move possible, and whether a king wants a column (S6).

    Any stock card may be brought to the table for that end alone, so what it needs in turn is wanted, too.
    """
    up, rooted, stock = here[0], here[1], here[3]
    loose, spare, room, following = masks
    stuck = (rooted & ~edge | up & ~(up >> 4) & ~kept) & ~room
    own = (rooted | loose) & following & ~spare
    own = (own | own >> 1) & LOW
    classes = parents(stuck) | own | own << 1
    stock &= ~room
    leaving = rooted & edge & ~room
    before = 0
    while True:
        more = stock & classes
        king = (stuck | more) & KINGS != 0
        if king:
            more |= leaving
        if more == before:
            return classes, king
        before = more
        hung = ((more & RED) << 6 | (more & BLACK) << 2) & ALL
        hung = (hung | hung >> 1) & LOW
        classes |= hung | hung << 1
