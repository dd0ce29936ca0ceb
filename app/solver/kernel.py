"""The search itself, over whole numbers only, so that one text serves plain Python and compiled code.

What the masks mean and why nothing is lost by leaving moves out is told in docs/solver.md, whose section names
(S1 ...) stand in the comments here.

The functions :func:`reach`, :func:`is_known`, :func:`grown`, :func:`new_table` and :func:`bound` have a second,
compiled form in :mod:`app.solver.compiled`; everything else is compiled from this text.
"""
# Numba knows no starred tuples (RUF005); one long function without calls is what makes plain Python fast (C901).
# ruff: noqa: RUF005, C901

from typing import Any, Final

from app.solver.masks import (
    ALL,
    BLACK,
    HEIGHTS,
    KINGS,
    LOW,
    NEEDS,
    RED,
    index_of,
    kept_up,
    look,
    ones,
    wanted,
)

#: What a frame may wait for: nothing, the search over reversible moves, or a king for the column just emptied.
#: Any number above zero is a class mask: the card that goes there must be the next to move (S6).
FREE: Final = 0
REVERSIBLE: Final = -1
KING: Final = -2

# The places of a frame's parts. The first eight are a state; a frame is where the search goes on from it.
DEPTH: Final = 8
WAIT: Final = 9
STEP: Final = 10

WON: Final = 1
LOST: Final = 2
OUT_OF_BUDGET: Final = 3
CANCELLED: Final = 4

#: Flags beside the card's index in a frame's step.
TO_FOUNDATION: Final = 64
FROM_STOCK: Final = 128
NO_STEP: Final = 256

MAX_DEPTH: Final = 256
FAR: Final = 1 << 30

#: More than any moment or node count.
NEVER: Final = 1 << 60

#: After so many nodes the search grows its table, looks whether it is to stop, and at its budget.
LOOK_EVERY: Final = 1_024
#: How many stocks the plain form remembers the reachable cards of.
MEMO_SIZE: Final = 50_000
#: A state whose subtree has this many nodes is tested for being lost with draw 1 and free redeals, too (S8);
#: with a budget of so many times them, and again when the subtree has grown so many times.
BOUND_AT: Final = 1_024
BOUND_SHARE: Final = 4
BOUND_AGAIN: Final = 4
#: Nodes of the first turn in either order (S10); then twice as many, and so on.
TURN: Final = 8_192


def new_table() -> Any:
    """Return the table of states known: key to the earliest moment it was searched from."""
    return {}


def grown(table: Any, nodes: int) -> Any:
    """Return the table with room for another ``nodes`` entries."""
    return table


def is_known(table: Any, key: int, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one; note it if not."""
    if table.get(key, FAR) <= moment:
        return True
    table[key] = moment
    return False


def reach(order: Any, memo: Any, stock: int, waste: int, draw: int, again: bool) -> tuple[int, int]:
    """Return the cards that can be brought to the waste's top in this pass, and after a redeal.

    ``stock`` holds the cards left in stock and waste, ``waste`` tells how many of them lie in the waste.
    """
    key = stock << 6 | waste << 1 | again
    found = memo.get(key)
    if found is not None:
        return found  # type: ignore[no-any-return]
    left = [card for card in order if card & stock]
    now = later = 0
    if left:
        if waste:
            now |= left[waste - 1]
        if waste < len(left):
            for card in left[waste + draw - 1 :: draw]:
                now |= card
            now |= left[-1]
        if again:
            # The very last card needs no mention: this pass brings it up in any case.
            for card in left[draw - 1 :: draw]:
                later |= card
    if len(memo) >= MEMO_SIZE:
        memo.clear()
    memo[key] = (now, later)
    return now, later


def is_noted(table: Any, key: int, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one."""
    return table.get(key, FAR) <= moment  # type: ignore[no-any-return]


def forget(table: Any, key: int) -> None:
    """Take a state out of the table."""
    table.pop(key, None)


def bound(state: Any, layout: Any, budget: int, flag: Any, dead: Any) -> Any:
    """Search the state with draw 1 and free redeals instead; return how that ended, its nodes and the table (S8)."""
    start = state[:4] + (0, 0) + state[6:8]
    ending = search(start, layout, (1, -1, True, 0), budget, flag, {}, dead, dead, False)
    return ending[0], ending[1], ending[3]


def search_in_turns(state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any) -> Any:
    """Search in one order and another by turns (S10); return how it ended, the nodes, and if won the frames (S9).

    ``layout`` and ``rules`` are those of :class:`app.solver.encoding.Encoded`. ``flag`` is one byte, not zero to
    stop; ``memo`` an empty dictionary.
    """
    table = new_table()
    dead = new_table()
    nodes = 0
    turn = TURN
    is_other = False
    while True:
        share = min(turn, budget - nodes)
        code, more, trail, table, dead = search(state, layout, rules, share, flag, memo, table, dead, is_other)
        nodes += more
        if code != OUT_OF_BUDGET or nodes > budget:
            return code, nodes, trail
        if is_other:
            turn *= 2
        is_other = not is_other


def search(
    state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any, table: Any, dead: Any, is_other: bool
) -> Any:
    """Search depth first; return how it ended, the nodes, if won the frames on the way, and both tables.

    ``table`` holds states known to be lost, ``dead`` those lost with draw 1 and free redeals too, and both hold
    more of them after; ``is_other`` takes the moves in the other order.
    """
    below, freed, delta, _, order, edge, deep = layout
    draw, redeals, easy, tag_bits = rules
    movable = edge
    for card in order:
        movable |= card
    up, rooted, free, stock, waste, used, key, gaps = state
    stack = [(up, rooted, free, stock, waste, used, key, gaps, 0, FREE, NO_STEP)]
    trail = [stack[0]] * MAX_DEPTH
    since = [0] * MAX_DEPTH
    due = [0] * MAX_DEPTH
    own_key = [-1] * MAX_DEPTH
    other_key = [-1] * MAX_DEPTH
    table = grown(table, 2 * LOOK_EVERY)
    nodes = 0
    spent = 0
    next_look = min(LOOK_EVERY, budget + 1)
    while len(stack) > 0:
        frame = stack.pop()
        up, rooted, free, stock, waste, used, key, gaps, depth, wait, _ = frame
        nodes += 1
        if nodes >= next_look:
            if nodes > budget or flag[0] != 0:
                forget_way(table, own_key, other_key, depth)
                return (OUT_OF_BUDGET if nodes > budget else CANCELLED), nodes, trail[:1], table, dead
            next_look = min(nodes + LOOK_EVERY, budget + 1)
            table = grown(table, 2 * LOOK_EVERY)
            if not easy:
                is_cut, cost, dead = cut_lost(
                    stack, trail, since, due, depth, nodes - spent, budget - nodes, layout, flag, dead
                )
                nodes += cost
                spent += cost
                if is_cut:
                    continue
        if wait == REVERSIBLE:
            arrangements, other_key[depth] = push_after_reversible(stack, frame, layout, rules, table, memo, is_other)
            nodes += arrangements
            continue
        if wait != FREE:
            trail[depth] = frame
            own_key[depth] = -1
            other_key[depth] = -1
            push_awaited(stack, frame, layout, rules, table, memo)
            continue
        while True:
            # Put up what can come down again (S3) and what need never come down (S4).
            loose = free & ~up
            open_ = loose | rooted
            hung = (loose & RED) << 6 | (loose & BLACK) << 2
            twin = open_ >> 1
            hung_too = hung >> 1
            spare = ((open_ | twin) & ~(hung | hung_too) | open_ & twin & ~(hung & hung_too)) & LOW
            spare |= spare << 1
            following = (up << 4 | 15) & ~up
            cards = loose & following & spare
            if cards:
                card = cards & -cards
                up |= card
                key += 1 << 4 * (index_of(card) & 3)
                continue
            cards = rooted & following & spare
            if draw == 1 and stock & following:
                cards |= stock & following & free_tops(stock, waste, easy, layout)
            moved = 0
            while cards:
                card = cards & -cards
                cards ^= card
                if NEEDS[index_of(card)] & ~up == 0:
                    moved = card
                    break
            if moved == 0:
                break
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
                    waste = ones(stock & layout[3][index])
                stock ^= moved
        if rooted & deep == 0 and (easy or stock == 0):
            # Nothing covers anything: the lowest card that is not up can always go up next (S5).
            forget_way(table, own_key, other_key, depth - 1)
            trail[depth] = frame
            return WON, nodes, trail[: depth + 1], table, dead
        if easy or stock == 0:
            waste = 0
            used = 0
        elif redeals < 0 and (waste % draw == 0 or waste >= ones(stock)):
            waste = 0
        if not easy and is_noted(dead, key, 0):
            continue
        own = key
        if draw > 1:
            own = key << tag_bits
            if waste > 0:
                own |= tag_of(stock, waste, used, draw)
        if is_known(table, own, used << 5 | waste):
            continue
        trail[depth] = frame
        since[depth] = nodes - spent
        due[depth] = BOUND_AT
        own_key[depth] = own
        other_key[depth] = -1
        room = (spare & RED) >> 2 | (spare & BLACK) >> 6
        if gaps > 0 and gaps > ones(loose & KINGS):
            room |= KINGS
        if easy:
            back = loose & spare & movable
            if back and has_lost_before(back, key, delta, table, own_key, other_key, depth):
                continue
        now = stock
        later = 0
        if not easy:
            now, later = reach(order, memo, stock, waste, draw, redeals < 0 or used < redeals)
        kept = 0
        here = (up, rooted, free, stock, waste, used, key, gaps, depth)
        heads = following >> 4
        if easy or heads & (room | KINGS):
            kept = kept_up(key & HEIGHTS)
            if heads & room & ~kept:
                stack.append((up, rooted, free, stock, waste, used, key, gaps, depth, REVERSIBLE, kept))
        masks = (loose, spare, room, following)
        cards = rooted & following & spare
        if room & KINGS == 0 and rooted & edge & room & ~cards:
            push_edge(stack, here, masks, kept, now | later, layout, rules, table)
        if is_other:
            push_rooted(stack, here, rooted & room & ~edge & ~cards, cards, layout, rules, table)
        if easy:
            if stock & room & ~following:
                push_helpers(stack, here, masks, kept, ALL, layout, table)
            push_stock(stack, here, 0, now & following, now, layout, rules, table, is_other)
        else:
            off = (now | later) & following
            push_stock(stack, here, (now | later) & room & ~off, off, now, layout, rules, table, is_other)
        if not is_other:
            push_rooted(stack, here, rooted & room & ~edge & ~cards, cards, layout, rules, table)
    return LOST, nodes, trail[:1], table, dead


def has_lost_before(cards: int, key: int, delta: Any, table: Any, own_key: Any, other_key: Any, depth: int) -> bool:
    """Tell whether the state with one of the loose ``cards`` back where it came from is known to be lost (S11).

    States on the way to here are noted but not searched to their end: those of the first ``depth`` frames do
    not count. Any other noted state is one that can be reached, and from it this one can.
    """
    while cards:
        card = cards & -cards
        cards ^= card
        before = key + delta[index_of(card)]
        if is_noted(table, before, 0):
            is_open = False
            for level in range(depth):
                if own_key[level] == before or other_key[level] == before:
                    is_open = True
            if not is_open:
                return True
    return False


def forget_way(table: Any, own_key: Any, other_key: Any, depth: int) -> None:
    """Take the states that were not searched to their end out of the table: those on the way to where it stops."""
    for level in range(depth + 1):
        forget(table, own_key[level])
        forget(table, other_key[level])


def cut_lost(
    stack: Any,
    trail: Any,
    since: Any,
    due: Any,
    depth: int,
    nodes: int,
    left: int,
    layout: Any,
    flag: Any,
    dead: Any,
) -> Any:
    """Test the states on the way whose subtree has grown large, and drop one that is lost anyway (S8).

    ``nodes`` are those of this search alone, without what its bounds took; ``left`` what all may still take.
    ``dead`` are the states that earlier bounds found lost. Return whether one was dropped, the nodes spent, and
    what is dead now.
    """
    spent = 0
    for level in range(depth):
        if nodes - since[level] >= due[level] and trail[level][WAIT] == FREE:
            share = min(due[level] * BOUND_SHARE, left - spent)
            result, cost, dead = bound(trail[level], layout, share, flag, dead)
            spent += cost
            due[level] = due[level] * BOUND_AGAIN if result == OUT_OF_BUDGET else NEVER
            if result == LOST:
                while len(stack) > 0 and (
                    stack[-1][DEPTH] > level or (stack[-1][DEPTH] == level and stack[-1][WAIT] == REVERSIBLE)
                ):
                    stack.pop()
                return True, spent, dead
    return False, spent, dead


def tops(stock: int, waste: int, used: int, layout: Any, rules: Any, memo: Any) -> tuple[int, int]:
    """Return the stock and waste cards that can be played in this pass, and those only after a redeal (S7)."""
    draw, redeals, easy, _ = rules
    if easy:
        return stock, 0
    return reach(layout[4], memo, stock, waste, draw, redeals < 0 or used < redeals)


def free_tops(stock: int, waste: int, easy: bool, layout: Any) -> int:
    """Return the stock cards that can be taken without making any other harder to get (S4), with draw 1."""
    if easy:
        return stock
    place = 0
    found = 0
    for card in layout[4]:
        if card & stock:
            place += 1
            if place >= waste:
                found |= card
            if place > waste:
                break
    return found


def tag_of(stock: int, waste: int, used: int, draw: int) -> int:
    """Return what tells two stocks with the same cards apart in the table, besides the moment (S7)."""
    odd = 0 if waste >= ones(stock) else waste % draw
    return odd + (draw - 1) * used if odd else 0


def push_after_reversible(
    stack: Any, frame: Any, layout: Any, rules: Any, table: Any, memo: Any, is_other: bool
) -> tuple[int, int]:
    """Push what becomes possible in the arrangements that reversible moves lead to (S3).

    Return how many there are, and the key under which they are noted besides the frame's own, or −1.
    """
    up, rooted, free, stock, waste, used, key, gaps, depth, _, kept = frame
    draw, _, easy, tag_bits = rules
    edge = layout[5]
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    # Where stock cards go to the tableau only for another move (S6), that one is no move to be possible before.
    playable = 0 if easy else within
    masks = look(up, rooted, free, gaps)
    _, spare, room, following = masks
    looks = [masks]
    ups = [up]
    keys = [key]
    seen = {up}
    # For each arrangement the moves possible in it, and those not already possible where it was come to from.
    can = [(rooted & following & spare, rooted & room & ~edge, within & following, playable & room)]
    fresh = [(0, 0, 0, 0)]
    head = 0
    best = 0
    while head < len(ups):
        here = ups[head]
        loose, spare, room, following = looks[head]
        steps = loose & following & spare | here & ~(here >> 4) & ~kept & room
        old = can[head]
        while steps:
            card = steps & -steps
            steps ^= card
            there = here ^ card
            if there in seen:
                continue
            seen.add(there)
            unit = 1 << 4 * (index_of(card) & 3)
            ups.append(there)
            keys.append(keys[head] + unit if there & card else keys[head] - unit)
            if there > ups[best]:
                best = len(ups) - 1
            masks = look(there, rooted, free, gaps)
            looks.append(masks)
            _, spare, room, following = masks
            new = (rooted & following & spare, rooted & room & ~edge, within & following, playable & room)
            can.append(new)
            still = new[0] & old[0] | new[1] & old[1] | new[2] & old[2] | new[3] & old[3]
            fresh.append((new[0] & ~still, new[1] & ~new[0] & ~still, new[2] & ~still, new[3] & ~new[2] & ~still))
        head += 1
    other = -1
    if best > 0:
        other = keys[best] << tag_bits | tag_of(stock, waste, used, draw)
        if is_known(table, other, used << 5 | waste):
            # The same arrangements were searched from another of them.
            return head, -1
    for at in range(head - 1, 0, -1):
        place = (ups[at], rooted, free, stock, waste, used, keys[at], gaps, depth)
        masks = looks[at]
        off, on, stock_off, stock_on = fresh[at]
        if masks[2] & KINGS == 0:
            push_edge(stack, place, masks, kept, within, layout, rules, table)
        if easy:
            push_helpers(stack, place, masks, kept, ALL, layout, table)
        push_stock(stack, place, stock_on, stock_off, now, layout, rules, table, is_other)
        push_rooted(stack, place, on, off, layout, rules, table)
    return head, other


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
                for one in order:
                    if one & cards:
                        card = one
                        if is_other:
                            break
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
            own = after_key
            moment = 0
            if not easy:
                after_waste = ones(stock & before[index])
                if rest:
                    # As the search will see them.
                    odd = after_waste % draw if after_waste < count else 0
                    if tag_bits:
                        own = own << tag_bits | (odd + (draw - 1) * after_used if odd else 0)
                    moment = after_used << 5 | (after_waste if odd or redeals >= 0 else 0)
                elif tag_bits:
                    own <<= tag_bits
            if is_noted(table, own, moment):
                continue
            stack.append(
                (after_up, rooted, free | card, rest, after_waste, after_used, after_key, gaps, deeper, FREE, step)
            )


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
