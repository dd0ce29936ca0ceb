"""Where loose cards lie when only whole runs move, and what that leaves open (W1 to W3)."""

from typing import Any, Final

from app.solver.masks import ALL, KINGS, RED, index_of, parents
from app.solver.reserve import free_tops
from app.solver.settling import put_up, safe_card

DIAMONDS: Final = 0x1111111111111
HEARTS: Final = DIAMONDS << 1
CLUBS: Final = DIAMONDS << 2
SPADES: Final = DIAMONDS << 3


def low_parent(card: int) -> int:
    """Return the lower of the two cards that ``card`` can lie on; the other is its neighbour. Beyond all for kings."""
    if card & DIAMONDS:
        return card << 6
    if card & HEARTS:
        return card << 5
    return card << 2 if card & CLUBS else card << 1


def covered(loose: int, lies: int) -> int:
    """Return the cards that a loose one lies on (W1)."""
    low = loose & ~lies
    high = loose & lies
    on_low = (low & DIAMONDS) << 6 | (low & HEARTS) << 5 | (low & CLUBS) << 2 | (low & SPADES) << 1
    on_high = (high & DIAMONDS) << 7 | (high & HEARTS) << 6 | (high & CLUBS) << 3 | (high & SPADES) << 2
    return (on_low | on_high) & ALL


def children(card: int) -> int:
    """Return the two cards that can lie on ``card``."""
    twins = 3 << (index_of(card) & ~1)
    return twins >> 2 if twins & RED else twins >> 6


def places_for(card: int, open_: int, has_gap: bool) -> tuple[int, int]:
    """Return two numbers that are not 0 where the card has a place: the lower of its parents, or a gap; the higher."""
    if card & KINGS:
        return int(has_gap), 0
    low = low_parent(card)
    return open_ & low, open_ & low << 1


def settled(
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    key: int,
    gaps: int,
    lies: int,
    layout: Any,
    rules: Any,
) -> Any:
    """Put up what can come down again (W2) and what need never come down (S4); return the state after it."""
    draw, easy = rules[0], rules[2]
    while True:
        loose = free & ~up
        open_ = (loose | rooted) & ~covered(loose, lies)
        following = (up << 4 | 15) & ~up & ALL
        cards = loose & open_ & following
        if cards:
            card = cards & -cards
            up |= card
            lies &= ~card
            key += 1 << 4 * (index_of(card) & 3)
            continue
        cards = rooted & open_ & following
        if draw == 1 and stock & following:
            cards |= stock & following & free_tops(stock, waste, easy, layout)
        card = safe_card(cards, up) if cards else 0
        if card == 0:
            return up, rooted, free, stock, waste, key, gaps, lies
        up, rooted, free, stock, waste, key, gaps = put_up(
            card, up, rooted, free, stock, waste, key, gaps, easy, layout
        )


def wanted_places(here: Any, kept: int, within: int, layout: Any, easy: bool) -> tuple[int, int, bool]:
    """Return the classes a card is wanted on, the cards worth returning, and whether a king wants a column (W3)."""
    up, rooted, stock = here[0], here[1], here[3]
    back = up & ~kept
    king = (rooted | within | back) & KINGS != 0
    classes = parents((rooted if king else rooted & ~layout[5]) & ~KINGS)
    if not easy:
        classes |= parents(within & ~KINGS)
    while True:
        useful = back & classes
        while True:
            more = useful | useful << 4 & back
            if more == useful:
                break
            useful = more
        after = classes | parents(useful & ~KINGS)
        if easy:
            after |= parents(stock & classes & ~KINGS)
        if after == classes:
            return classes, useful, king
        classes = after
