"""The search for tables on which only whole runs move, over whole numbers like :mod:`app.solver.kernel`.

A state is one of the kernel's with one part more: which of its two parents each loose card lies on, since a run once
joined can be parted by foundation moves alone. What that changes is told in docs/solver.md (W1 to W5).
"""
# One long function makes plain Python fast.
# ruff: noqa: C901

from typing import Any, Final

from app.solver.kernel import (
    BOUND_AGAIN,
    BOUND_SHARE,
    CANCELLED,
    DEPTH,
    FAR,
    FREE,
    FROM_STOCK,
    KING,
    LOST,
    MAX_DEPTH,
    NEVER,
    NO_STEP,
    OUT_OF_BUDGET,
    REVERSIBLE,
    TO_FOUNDATION,
    WAIT,
    WON,
    is_noted,
    new_table,
    search,
    tag_of,
    tops,
)
from app.solver.masks import ALL, HEIGHTS, KINGS, NEEDS, RED, index_of, kept_up, ones, parents

DIAMONDS: Final = 0x1111111111111
HEARTS: Final = DIAMONDS << 1
CLUBS: Final = DIAMONDS << 2
SPADES: Final = DIAMONDS << 3

#: After so many nodes the search grows its table, looks whether it is to stop, and at its bounds.
LOOK_EVERY: Final = 1_024
#: A state whose subtree has this many nodes is searched with split runs, too (W4).
BOUND_AT: Final = 512
#: Nodes of the first turn in each order (W5); then twice as many, and so on.
TURN: Final = 2_048
ORDERS: Final = 6


def new_pairs() -> Any:
    """Return the table of states known: key and arrangement to the earliest moment they were searched from."""
    return {}


def pairs_grown(pairs: Any, nodes: int) -> Any:
    """Return the table with room for another ``nodes`` entries."""
    return pairs


def is_pair_known(pairs: Any, key: int, lies: int, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one; note it if not."""
    if pairs.get((key, lies), FAR) <= moment:
        return True
    pairs[key, lies] = moment
    return False


def forget_pair(pairs: Any, key: int, lies: int) -> None:
    """Take a state out of the table."""
    pairs.pop((key, lies), None)


def split(state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any, tables: Any) -> Any:
    """Search the state with split runs instead; return how that ended, its nodes and the tables (W4).

    Whatever stands in the tables when this returns is lost with split runs, and so with whole ones, however the search
    ended: states not searched to their end are taken out again. S11 changes nothing about that. It leaves out
    states that are noted, or that a noted one not on the way leads to; nothing more is noted. That play with split
    runs, but perhaps none with whole ones, leads to a noted state does no harm: it is lost either way.
    """
    start = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
    ending = search(start, layout, rules, budget, flag, memo, tables[0], tables[1], False)
    return ending[0], ending[1], (ending[3], ending[4])


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


def search_whole(state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any) -> Any:
    """Search in several orders by turns (W5); return how it ended, the nodes, and if won the frames.

    ``state`` has nine parts: the kernel's eight, and the loose cards that lie on the higher of their parents.
    """
    pairs = new_pairs()
    tables = (new_table(), new_table())
    nodes = 0
    turn = TURN
    order = 0
    while True:
        share = min(turn, budget - nodes)
        code, more, trail, pairs, tables = search_in_order(
            state, layout, rules, share, flag, memo, pairs, tables, order
        )
        nodes += more
        if code != OUT_OF_BUDGET or nodes > budget:
            return code, nodes, trail
        order += 1
        if order == ORDERS:
            order = 0
            turn *= 2


def search_in_order(
    state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any, pairs: Any, tables: Any, order: int
) -> Any:
    """Search depth first; return how it ended, the nodes, if won the frames on the way, and the tables."""
    deep = layout[6]
    draw, redeals, easy, _ = rules
    up, rooted, free, stock, waste, used, key, gaps, lies = state
    stack = [(up, rooted, free, stock, waste, used, key, gaps, 0, FREE, NO_STEP, lies)]
    trail = [stack[0]] * MAX_DEPTH
    since = [0] * MAX_DEPTH
    due = [0] * MAX_DEPTH
    own_key = [-1] * MAX_DEPTH
    own_lies = [0] * MAX_DEPTH
    pairs = pairs_grown(pairs, 2 * LOOK_EVERY)
    nodes = 0
    spent = 0
    next_look = min(LOOK_EVERY, budget + 1)
    while len(stack) > 0:
        frame = stack.pop()
        up, rooted, free, stock, waste, used, key, gaps, depth, wait, _, lies = frame
        nodes += 1
        if nodes >= next_look:
            if nodes > budget or flag[0] != 0:
                for level in range(depth + 1):
                    forget_pair(pairs, own_key[level], own_lies[level])
                return (OUT_OF_BUDGET if nodes > budget else CANCELLED), nodes, trail[:1], pairs, tables
            next_look = min(nodes + LOOK_EVERY, budget + 1)
            pairs = pairs_grown(pairs, 2 * LOOK_EVERY)
            is_cut = False
            for level in range(depth):
                if nodes - spent - since[level] >= due[level] and trail[level][WAIT] == FREE:
                    share = min(due[level] * BOUND_SHARE, budget - nodes)
                    result, cost, tables = split(trail[level], layout, rules, share, flag, memo, tables)
                    nodes += cost
                    spent += cost
                    due[level] = due[level] * BOUND_AGAIN if result == OUT_OF_BUDGET else NEVER
                    if result == LOST:
                        while len(stack) > 0 and (
                            stack[-1][DEPTH] > level or (stack[-1][DEPTH] == level and stack[-1][WAIT] == REVERSIBLE)
                        ):
                            stack.pop()
                        is_cut = True
                        break
            if is_cut:
                continue
        if wait == REVERSIBLE:
            nodes += push_after_returns(stack, frame, layout, rules, memo)
            continue
        trail[depth] = frame
        since[depth] = nodes - spent
        due[depth] = BOUND_AT
        own_key[depth] = -1
        if wait != FREE:
            push_awaited(stack, frame, layout, rules, memo)
            continue
        up, rooted, free, stock, waste, key, gaps, lies = settled(
            up, rooted, free, stock, waste, key, gaps, lies, layout, rules
        )
        if rooted & deep == 0 and (easy or stock == 0):
            # Nothing covers anything: the lowest card that is not up can always go up next (S5).
            for level in range(depth + 1):
                forget_pair(pairs, own_key[level], own_lies[level])
            return WON, nodes, trail[: depth + 1], pairs, tables
        if easy or stock == 0:
            waste = 0
            used = 0
        elif redeals < 0 and (waste % draw == 0 or waste >= ones(stock)):
            waste = 0
        tag = 0
        if draw > 1:
            tag = tag_of(stock, waste, used, draw)
        if is_noted(tables[1], key, 0) or (easy and is_noted(tables[0], key, 0)):
            continue
        own_key[depth] = key
        own_lies[depth] = lies | tag << 52
        if is_pair_known(pairs, key, lies | tag << 52, used << 5 | waste):
            continue
        base = len(stack)
        push_all(stack, (up, rooted, free, stock, waste, used, key, gaps, depth, lies), layout, rules, memo, order)
        if order > 1:
            shuffle(stack, base, order, key ^ lies)
    return LOST, nodes, trail[:1], pairs, tables


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
    below, freed, delta, before = layout[0], layout[1], layout[2], layout[3]
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
        if draw == 1:
            cards |= stock & following
        moved = 0
        while cards:
            card = cards & -cards
            cards ^= card
            # Of the stock only what makes no other card harder to get: the waste's top and the next card.
            ahead = 0 if easy or card & rooted else waste - ones(stock & before[index_of(card)])
            if NEEDS[index_of(card)] & ~up == 0 and 0 <= ahead <= 1:
                moved = card
                break
        if moved == 0:
            return up, rooted, free, stock, waste, key, gaps, lies
        index = index_of(moved)
        up |= moved
        key += (1 << 4 * (index & 3)) - delta[index]
        free |= moved
        if moved & rooted:
            free |= freed[index]
            rooted = rooted ^ moved | below[index]
            if below[index] == 0:
                gaps += 1
        else:
            if not easy:
                waste = ones(stock & before[index])
            stock ^= moved


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


def shuffle(stack: Any, base: int, order: int, seed: int) -> None:
    """Let some of the moves just pushed change places with their neighbours, the same ones each time."""
    number = (seed ^ seed >> 31) & 0x3FFFFFFF
    for _ in range(order):
        for at in range(base + 1, len(stack)):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
            if number >> 16 & 1:
                stack[at - 1], stack[at] = stack[at], stack[at - 1]


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


def push_after_returns(stack: Any, frame: Any, layout: Any, rules: Any, memo: Any) -> int:
    """Push what becomes possible by cards coming back from foundations (W2); return how many arrangements there are."""
    up, rooted, free, stock, waste, used, key, gaps, depth, _, kept, lies = frame
    easy = rules[2]
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    first = (up, rooted, free, stock, waste, used, key, gaps, depth, lies)
    classes, useful, king = wanted_places(first, kept, within, layout, easy)
    ups = [up]
    lying = [lies]
    keys = [key]
    last = [0]
    head = 0
    while head < len(ups):
        here = ups[head]
        loose = free & ~here
        open_ = (loose | rooted) & ~covered(loose, lying[head])
        cards = here & ~(here >> 4) & ~kept & useful
        while cards:
            card = cards & -cards
            cards ^= card
            there = here ^ card
            after_key = keys[head] - (1 << 4 * (index_of(card) & 3))
            low = low_parent(card)
            for is_high in range(2):
                if card & KINGS:
                    if is_high or gaps <= ones(loose & KINGS):
                        continue
                elif not open_ & low << is_high:
                    continue
                after_lies = lying[head] | card if is_high else lying[head]
                is_new = True
                for at in range(len(ups)):
                    if ups[at] == there and lying[at] == after_lies:
                        is_new = False
                        break
                if is_new:
                    ups.append(there)
                    lying.append(after_lies)
                    keys.append(after_key)
                    last.append(card)
        head += 1
    for at in range(head - 1, 0, -1):
        place = (ups[at], rooted, free, stock, waste, used, keys[at], gaps, depth, lying[at])
        push_landing(stack, place, last[at], kept, within, now, (classes, king), layout, rules)
    return head


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
