"""The moves that a search tries from a state: each is pushed as the frame that it leads to.

Left out are those whose state is noted in the table already (S11).
"""

from typing import Any

from app.solver.frames import FREE, FROM_STOCK, KING, NO_STEP, TO_FOUNDATION
from app.solver.masks import BLACK, HEIGHTS, KINGS, RED, index_of, kept_up, look, ones, wanted
from app.solver.reserve import tag_of, tops
from app.solver.tables import is_noted


def push_rooted(stack: Any, here: Any, on: int, off: int, layout: Any, rules: Any, table: Any) -> None:
    """Push the moves of rooted cards: ``off`` to foundations, ``on`` to a place in the tableau."""
    if on | off == 0:
        return
    up, rooted, free, stock, waste, used, key, gaps, depth = here
    below, freed, delta = layout[0], layout[1], layout[2]
    tag_bits = rules[3]
    tag = tag_of(stock, waste, used, rules[0]) if tag_bits and waste else 0
    moment = used << 5 | waste
    deeper = depth + 1
    cards = off
    kind = TO_FOUNDATION
    while True:
        while cards:
            card = cards & -cards
            cards ^= card
            index = index_of(card)
            under = below[index]
            after_up = up
            after_key = key - delta[index]
            if kind:
                after_up |= card
                after_key += 1 << 4 * (index & 3)
            if is_noted(table, after_key << tag_bits | tag, moment):
                continue
            after_gaps = gaps if under else gaps + 1
            after_free = free | card | freed[index]
            after_rooted = rooted ^ card | under
            step = index | kind
            stack.append(
                (after_up, after_rooted, after_free, stock, waste, used, after_key, after_gaps, deeper, FREE, step)
            )
        if kind == 0:
            return
        kind = 0
        cards = on


def push_stock(
    stack: Any, here: Any, on: int, off: int, now: int, layout: Any, rules: Any, table: Any, is_other: bool
) -> None:
    """Push the moves of stock cards: ``off`` to foundations, ``on`` to a place in the tableau."""
    if on | off == 0:
        return
    up, rooted, free, stock, _, used, key, gaps, depth = here
    delta, before, order = layout[2], layout[3], layout[4]
    draw, redeals, easy, tag_bits = rules
    deeper = depth + 1
    count = ones(stock) - 1
    # What is pushed last is tried first: what comes soonest, before what only a redeal brings; or the other way.
    soon = ~now if is_other else now
    for cards in (on & ~soon, on & soon, off & ~soon, off & soon):
        while cards:
            card = cards & -cards
            if card != cards and not easy:
                card = end_of(cards, order, is_other)
            cards ^= card
            index = index_of(card)
            after_up = up
            after_key = key - delta[index]
            step = index | FROM_STOCK
            if card & off:
                after_up |= card
                after_key += 1 << 4 * (index & 3)
                step |= TO_FOUNDATION
            after_used = used + 1 if redeals >= 0 and not card & now else used
            after_waste = 0
            rest = stock ^ card
            own = after_key << tag_bits
            moment = 0
            if not easy:
                after_waste = ones(stock & before[index])
                if rest:
                    # As the search will see them.
                    odd = after_waste % draw if after_waste < count else 0
                    if odd:
                        own |= odd + (draw - 1) * after_used
                    moment = after_used << 5 | (after_waste if odd or redeals >= 0 else 0)
            if is_noted(table, own, moment):
                continue
            stack.append(
                (after_up, rooted, free | card, rest, after_waste, after_used, after_key, gaps, deeper, FREE, step)
            )


def end_of(cards: int, order: Any, is_first: bool) -> int:
    """Return the first or the last of the cards in the order of stock and waste."""
    found = 0
    for card in order:
        if card & cards:
            found = card
            if is_first:
                break
    return found


def push_waiting(stack: Any, here: Any, cards: int, layout: Any, table: Any) -> None:
    """Push stock cards that go to the tableau only because the next move needs them there (S6)."""
    up, rooted, free, stock, waste, used, key, gaps, depth = here
    delta = layout[2]
    deeper = depth + 1
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        rest = stock ^ card
        after_key = key - delta[index]
        if is_noted(table, after_key, 0):
            continue
        wait = 3 << (index & ~1)
        step = index | FROM_STOCK
        stack.append((up, rooted, free | card, rest, waste, used, after_key, gaps, deeper, wait, step))


def push_helpers(stack: Any, here: Any, masks: Any, kept: int, among: int, layout: Any, table: Any) -> None:
    """Push the stock cards among ``among`` that would make another move possible (draw 1 and free redeals only)."""
    cards = here[3] & masks[2] & ~masks[3] & among
    if cards:
        classes, _ = wanted(here, masks, kept, layout[5])
        push_waiting(stack, here, cards & classes, layout, table)


def push_edge(stack: Any, here: Any, masks: Any, kept: int, within: int, layout: Any, rules: Any, table: Any) -> None:
    """Push the cards that can leave the table's edge to make a column free, where a king wants one (S6)."""
    up, rooted, free, stock, waste, used, key, gaps, depth = here
    _, spare, room, following = masks
    cards = rooted & layout[5] & room & ~(following & spare)
    if cards == 0:
        return
    if rules[2]:
        _, king = wanted(here, masks, kept, layout[5])
    else:
        king = (rooted | within | up & ~(up >> 4) & ~kept) & KINGS != 0
    if not king:
        return
    tag_bits = rules[3]
    tag = tag_of(stock, waste, used, rules[0]) if tag_bits and waste else 0
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        after_key = key - layout[2][index]
        if is_noted(table, after_key << tag_bits | tag, used << 5 | waste):
            continue
        after_free = free | card
        stack.append((up, rooted ^ card, after_free, stock, waste, used, after_key, gaps + 1, depth + 1, KING, index))


def push_awaited(stack: Any, frame: Any, layout: Any, rules: Any, table: Any, memo: Any) -> None:
    """Push the moves that the last one was made for (S6)."""
    up, rooted, free, stock, waste, used, key, gaps, depth, wait, _ = frame
    easy = rules[2]
    edge = layout[5]
    here = (up, rooted, free, stock, waste, used, key, gaps, depth)
    following = (up << 4 | 15) & ~up
    heads = following >> 4
    if wait == KING:
        kept = kept_up(key & HEIGHTS)
        if easy:
            if stock & KINGS & ~following:
                classes, _ = wanted(here, look(up, rooted, free, gaps), kept, edge)
                push_waiting(stack, here, stock & KINGS & classes & ~following, layout, table)
        else:
            now, later = tops(stock, waste, used, layout, rules, memo)
            push_stock(stack, here, (now | later) & KINGS & ~following, 0, now, layout, rules, table, False)
        push_rooted(stack, here, rooted & KINGS, 0, layout, rules, table)
        if heads & KINGS & ~kept:
            stack.append((up, rooted, free, stock, waste, used, key, gaps, depth + 1, FREE, NO_STEP))
        return
    # The card just put there lies bare: all these have room.
    children = (wait & RED) >> 2 | (wait & BLACK) >> 6
    if (stock & ~following | rooted & edge) & children:
        kept = kept_up(key & HEIGHTS)
        loose, spare, room, following = look(up, rooted, free, gaps)
        push_helpers(stack, here, (loose, spare, room, following), kept, children, layout, table)
        if rooted & children & edge and room & KINGS == 0:
            push_edge(stack, here, (loose, spare, room & children, following), kept, stock, layout, rules, table)
    if heads & children & ~kept_up(key & HEIGHTS) or free & ~up & wait & following:
        stack.append((up, rooted, free, stock, waste, used, key, gaps, depth + 1, FREE, NO_STEP))
    push_rooted(stack, here, rooted & children & ~edge, rooted & wait & following, layout, rules, table)
