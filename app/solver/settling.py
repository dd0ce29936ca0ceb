"""The cards that go up by themselves before a state is looked at, since they need never come down again (S4)."""

from typing import Any

from app.solver.masks import NEEDS, index_of, ones


def safe_card(cards: int, up: int) -> int:
    """Return the lowest of the cards that need never come down again, or 0 (S4)."""
    while cards:
        card = cards & -cards
        if NEEDS[index_of(card)] & ~up == 0:
            return card
        cards ^= card
    return 0


def put_up(
    card: int,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    key: int,
    gaps: int,
    easy: bool,
    layout: Any,
) -> Any:
    """Return these parts of a state after a rooted card or one of the stock has gone up."""
    below, freed, delta, before = layout[0], layout[1], layout[2], layout[3]
    index = index_of(card)
    up |= card
    key += (1 << 4 * (index & 3)) - delta[index]
    free |= card
    if card & rooted:
        free |= freed[index]
        rooted = rooted ^ card | below[index]
        if below[index] == 0:
            gaps += 1
    else:
        if not easy:
            waste = ones(stock & before[index])
        stock ^= card
    return up, rooted, free, stock, waste, key, gaps
