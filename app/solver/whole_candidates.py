"""The moves that the search for whole runs tries from a state, like :mod:`app.solver.candidates`."""

from typing import Any

from app.solver.frames import FREE, FROM_STOCK, KING, NO_STEP, REVERSIBLE, TO_FOUNDATION
from app.solver.masks import ALL, HEIGHTS, KINGS, index_of, kept_up, ones
from app.solver.reserve import tops
from app.solver.whole_places import children, covered, low_parent, wanted_places


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
    if easy:
        push_stock(stack, here, stock & classes & ~following, 0, open_, has_gap, now, True, layout, rules, False)
        push_stock(stack, here, 0, stock & following, open_, has_gap, now, False, layout, rules, False)
    else:
        is_other = order & 1 == 1
        up_now = within & following
        push_stock(stack, here, within & ~up_now, up_now, open_, has_gap, now, False, layout, rules, is_other)
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
        after = (free | card | freed[index], rooted ^ card | under, key - delta[index], gaps if under else gaps + 1)
        if card & KINGS:
            if has_gap:
                stack.append(
                    (up, after[1], after[0], stock, waste, used, after[2], after[3], deeper, wait, index, lies)
                )
            continue
        low = low_parent(card)
        if low << 1 & open_:
            stack.append(
                (up, after[1], after[0], stock, waste, used, after[2], after[3], deeper, wait, index, lies | card)
            )
        if low & open_:
            stack.append((up, after[1], after[0], stock, waste, used, after[2], after[3], deeper, wait, index, lies))
    cards = off
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        under = below[index]
        after_key = key - delta[index] + (1 << 4 * (index & 3))
        after_gaps = gaps if under else gaps + 1
        step = index | TO_FOUNDATION
        after_free = free | card | freed[index]
        after_rooted = rooted ^ card | under
        stack.append(
            (up | card, after_rooted, after_free, stock, waste, used, after_key, after_gaps, deeper, FREE, step, lies)
        )


def push_stock(
    stack: Any,
    here: Any,
    on: int,
    off: int,
    open_: int,
    has_gap: bool,
    now: int,
    is_helper: bool,
    layout: Any,
    rules: Any,
    is_other: bool,
) -> None:
    """Push the moves of stock cards: ``off`` up, ``on`` to an open card or a gap; a helper must be used next (S6)."""
    up, rooted, free, stock, _, used, key, gaps, depth, lies = here
    delta, before, order = layout[2], layout[3], layout[4]
    easy = rules[2]
    deeper = depth + 1
    soon = ~now if is_other else now
    for cards in (on & ~soon, on & soon, off & ~soon, off & soon):
        at = 0 if is_other else len(order) - 1
        while cards:
            card = order[at]
            at += 1 if is_other else -1
            if not cards & card:
                continue
            cards ^= card
            index = index_of(card)
            after_key = key - delta[index]
            step = index | FROM_STOCK
            after_waste = 0 if easy else ones(stock & before[index])
            after_used = used + 1 if rules[1] >= 0 and not card & now else used
            rest = stock ^ card
            more = free | card
            if card & off:
                after_key += 1 << 4 * (index & 3)
                step |= TO_FOUNDATION
                stack.append(
                    (up | card, rooted, more, rest, after_waste, after_used, after_key, gaps, deeper, FREE, step, lies)
                )
                continue
            wait = card if is_helper else FREE
            if card & KINGS:
                if has_gap:
                    stack.append(
                        (up, rooted, more, rest, after_waste, after_used, after_key, gaps, deeper, wait, step, lies)
                    )
                continue
            low = low_parent(card)
            if low << 1 & open_:
                high_lies = lies | card
                stack.append(
                    (up, rooted, more, rest, after_waste, after_used, after_key, gaps, deeper, wait, step, high_lies)
                )
            if low & open_:
                stack.append(
                    (up, rooted, more, rest, after_waste, after_used, after_key, gaps, deeper, wait, step, lies)
                )


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
    push_stock(stack, here, stock, 0, place, False, now, easy, layout, rules, False)
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
        push_stock(stack, here, kings, 0, 0, True, now, easy, layout, rules, False)
        push_rooted(stack, here, rooted & KINGS, 0, 0, True, FREE, layout)
    else:
        push_landing(stack, here, wait, kept, within, now, (classes, king), layout, rules)
