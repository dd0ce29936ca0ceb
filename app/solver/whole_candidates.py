"""The moves that the search for whole runs tries from a state, like :mod:`app.solver.candidates`."""

from typing import Any

from app.solver.frames import FREE, FROM_STOCK, KING, NO_STEP, REVERSIBLE, TO_FOUNDATION
from app.solver.masks import ALL, HEIGHTS, KINGS, index_of, kept_up, ones
from app.solver.reserve import tops
from app.solver.whole_places import children, covered, places_for, wanted_places


def push_all(stack: Any, here: Any, layout: Any, rules: Any, memo: Any, order: int) -> None:
    """Push every move of a settled state that is not left out, the most promising last."""
    up, rooted, free, stock, waste, used, key, gaps, depth, lies = here
    easy = rules[2]
    edge = layout[5]
    loose = free & ~up
    open_ = (loose | rooted) & ~covered(loose, lies)
    following = (up << 4 | 15) & ~up & ALL
    has_gap = gaps > ones(loose & KINGS)
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    kept = kept_up(key & HEIGHTS)
    classes, useful, king = wanted_places(here, kept, within, layout, easy)
    heads = up & ~(up >> 4) & ~kept
    if heads & useful:
        stack.append((up, rooted, free, stock, waste, used, key, gaps, depth, REVERSIBLE, kept, lies))
    off = rooted & open_ & following
    on = rooted & ~edge & ~off
    if king and not has_gap:
        push_rooted(stack, here, rooted & edge, 0, open_, has_gap, KING, layout)
    if order & 1:
        push_rooted(stack, here, on, off, open_, has_gap, FREE, layout)
    up_now = within & following
    down = (stock & classes if easy else within) & ~up_now
    push_stock(stack, here, down, up_now, open_, has_gap, now, layout, rules, not easy and order & 1 == 1)
    if order & 1 == 0:
        push_rooted(stack, here, on, off, open_, has_gap, FREE, layout)


def push_rooted(stack: Any, here: Any, on: int, off: int, open_: int, has_gap: bool, wait: int, layout: Any) -> None:
    """Push the moves of rooted cards, with the whole run that hangs on each: ``off`` up, ``on`` to an open card."""
    up, rooted, free, stock, waste, used, key, gaps, depth, lies = here
    below, freed, delta = layout[0], layout[1], layout[2]
    deeper = depth + 1
    cards = on
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        under = below[index]
        left = rooted ^ card | under
        more = free | card | freed[index]
        after_key = key - delta[index]
        after_gaps = gaps if under else gaps + 1
        low, high = places_for(card, open_, has_gap)
        if high:
            stack.append((up, left, more, stock, waste, used, after_key, after_gaps, deeper, wait, index, lies | card))
        if low:
            stack.append((up, left, more, stock, waste, used, after_key, after_gaps, deeper, wait, index, lies))
    cards = off
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        under = below[index]
        left = rooted ^ card | under
        more = free | card | freed[index]
        after_key = key - delta[index] + (1 << 4 * (index & 3))
        after_gaps = gaps if under else gaps + 1
        step = index | TO_FOUNDATION
        stack.append((up | card, left, more, stock, waste, used, after_key, after_gaps, deeper, FREE, step, lies))


def push_stock(
    stack: Any, here: Any, on: int, off: int, open_: int, has_gap: bool, now: int, layout: Any, rules: Any, is_far: bool
) -> None:
    """Push the moves of stock cards: ``off`` up, ``on`` to an open card or a gap; the farthest is tried first if asked.

    With draw 1 and free redeals what is put down must be used next (S6).
    """
    up, rooted, free, stock, _, used, key, gaps, depth, lies = here
    delta, before, order = layout[2], layout[3], layout[4]
    easy = rules[2]
    deeper = depth + 1
    soon = ~now if is_far else now
    for cards in (on & ~soon, on & soon, off & ~soon, off & soon):
        at = 0 if is_far else len(order) - 1
        while cards:
            card = order[at]
            at += 1 if is_far else -1
            if not cards & card:
                continue
            cards ^= card
            index = index_of(card)
            after_key = key - delta[index]
            step = index | FROM_STOCK
            drawn = 0 if easy else ones(stock & before[index])
            turns = used + 1 if rules[1] >= 0 and not card & now else used
            rest = stock ^ card
            more = free | card
            if card & off:
                after_key += 1 << 4 * (index & 3)
                step |= TO_FOUNDATION
                stack.append((up | card, rooted, more, rest, drawn, turns, after_key, gaps, deeper, FREE, step, lies))
                continue
            wait = card if easy else FREE
            low, high = places_for(card, open_, has_gap)
            if high:
                lying = lies | card
                stack.append((up, rooted, more, rest, drawn, turns, after_key, gaps, deeper, wait, step, lying))
            if low:
                stack.append((up, rooted, more, rest, drawn, turns, after_key, gaps, deeper, wait, step, lies))


def push_landing(
    stack: Any, here: Any, place: int, kept: int, within: int, now: int, wanted: Any, layout: Any, rules: Any
) -> None:
    """Push the moves that land on ``place``, a card that was laid there for that end."""
    classes, king = wanted
    easy = rules[2]
    up, free = here[0], here[2]
    cards = children(place)
    rooted = here[1] & cards
    has_gap = here[7] > ones(free & ~up & KINGS)
    if king and not has_gap:
        push_rooted(stack, here, rooted & layout[5], 0, place, False, KING, layout)
    stock = within & cards & classes if easy else within & cards
    push_stock(stack, here, stock, 0, place, False, now, layout, rules, False)
    push_rooted(stack, here, rooted & ~layout[5], 0, place, False, FREE, layout)


def push_awaited(stack: Any, frame: Any, layout: Any, rules: Any, memo: Any) -> None:
    """Push the moves that the last one was made for (S6)."""
    up, rooted, free, stock, waste, used, key, gaps, depth, wait, _, lies = frame
    easy = rules[2]
    here = (up, rooted, free, stock, waste, used, key, gaps, depth, lies)
    kept = kept_up(key & HEIGHTS)
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    classes, _, king = wanted_places(here, kept, within, layout, easy)
    again = up & ~kept & (KINGS if wait == KING else children(wait))
    if again:
        stack.append((up, rooted, free, stock, waste, used, key, gaps, depth + 1, FREE, NO_STEP, lies))
    if wait == KING:
        kings = within & KINGS & classes if easy else within & KINGS
        push_stock(stack, here, kings, 0, 0, True, now, layout, rules, False)
        push_rooted(stack, here, rooted & KINGS, 0, 0, True, FREE, layout)
    else:
        push_landing(stack, here, wait, kept, within, now, (classes, king), layout, rules)
