"""The search itself, over whole numbers only, so that one text serves plain Python and compiled code.

A card is a bit: ``4 * (rank - 1) + suit`` with the suits in the order D H C S, so that the two cards of a
rank and colour (*twins*, together a *class*) are neighbours. What the masks mean and why nothing is lost
by leaving moves out is told in docs/solver.md, whose section names (S1 ...) stand in the comments here.

The functions :func:`index_of`, :func:`reach`, :func:`is_known`, :func:`grown`, :func:`new_table` and
:func:`bound` have a second, compiled form in :mod:`app.solver.compiled`; everything else is compiled from
this text.
"""

from typing import Any, Final

ALL: Final = (1 << 52) - 1
RED: Final = 0x3333333333333
BLACK: Final = 0xCCCCCCCCCCCCC
LOW: Final = 0x5555555555555
KINGS: Final = 0xF << 48

#: What a frame may wait for: nothing, the search over reversible moves, or a king for the column just emptied.
#: Any number above zero is a class mask: the card that goes there must be the next to move (S6).
FREE: Final = 0
REVERSIBLE: Final = -1
KING: Final = -2

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

#: After so many nodes the search grows its table, looks whether it is to stop, and at its budget.
LOOK_EVERY: Final = 1_024
#: A state whose subtree has this many nodes is tested for being lost with draw 1 and free redeals, too (S8).
BOUND_AT: Final = 8_192
BOUND_BUDGET: Final = 4_096


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
            later = left[-1]
            for card in left[draw - 1 :: draw]:
                later |= card
    memo[key] = (now, later)
    return now, later


def bound(
    frame: Any,
    order: Any,
    below: Any,
    freed: Any,
    delta: Any,
    before: Any,
    edge: int,
    deep: int,
    tag_bits: int,
    budget: int,
    flag: Any,
) -> bool:
    """Tell whether the state is proven lost even with draw 1 and free redeals (S8)."""
    state = (frame[0], frame[1], frame[2], frame[3], 0, 0, frame[6], frame[7])
    result, _, _ = search(
        state, order, below, freed, delta, before, edge, deep, tag_bits, 1, -1, True, budget, flag, {}
    )
    return bool(result == LOST)


def look(up: int, rooted: int, free: int, gaps: int) -> tuple[int, int, int, int]:
    """Return the loose cards, the classes with a card to spare, the cards that have room, the next cards up (S2)."""
    loose = free & ~up
    open_ = loose | rooted
    hung = (loose & RED) << 6 | (loose & BLACK) << 2
    spare = ((open_ | open_ >> 1) & ~(hung | hung >> 1) | open_ & open_ >> 1 & ~(hung & hung >> 1)) & LOW
    spare |= spare << 1
    room = (spare & RED) >> 2 | (spare & BLACK) >> 6
    if gaps > ones(loose & KINGS):
        room |= KINGS
    return loose, spare, room, (up << 4 | 15) & ~up & ALL


def parents(cards: int) -> int:
    """Return the classes that the cards can hang on (none for kings)."""
    hung = ((cards & RED) << 6 | (cards & BLACK) << 2) & ALL
    hung = (hung | hung >> 1) & LOW
    return hung | hung << 1


def kept_up(key: int) -> int:
    """Return the cards that need never come back from the foundations (S4), from the heights in the key."""
    d, h, c, s = key & 15, key >> 4 & 15, key >> 8 & 15, key >> 12 & 15
    red = min(d, h) + 2
    black = min(c, s) + 2
    return (
        SUIT_BELOW[min(d, black, h + 3)]
        | SUIT_BELOW[14 + min(h, black, d + 3)]
        | SUIT_BELOW[28 + min(c, red, s + 3)]
        | SUIT_BELOW[42 + min(s, red, c + 3)]
    )


def wanted(
    up: int, rooted: int, stock: int, loose: int, spare: int, room: int, nxt: int, kept: int, edge: int
) -> tuple[int, bool]:
    """Return the full classes in which one more card would make a move possible, and whether a king wants a column (S6).

    ``stock`` are the cards that may be brought to the table for that end alone.
    """
    stuck = (rooted & ~edge | up & ~(up >> 4) & ~kept) & ~room
    own = (rooted | loose) & nxt & ~spare
    own = (own | own >> 1) & LOW
    classes = parents(stuck) | own | own << 1
    while True:
        more = stock & classes & ~room
        king = (stuck | more) & KINGS != 0
        if king:
            more |= rooted & edge & ~room
        after = classes | parents(more)
        if after == classes:
            return classes, king
        classes = after


def search(
    state: Any,
    order: Any,
    below: Any,
    freed: Any,
    delta: Any,
    before: Any,
    edge: int,
    deep: int,
    tag_bits: int,
    draw: int,
    redeals: int,
    easy: bool,
    budget: int,
    flag: Any,
    memo: Any,
) -> Any:
    """Search depth first; return how it ended, the nodes and, if won, the frames on the way (S9)."""
    up, rooted, free, stock, waste, used, key, gaps = state
    stack = [(up, rooted, free, stock, waste, used, key, gaps, 0, 0, NO_STEP)]
    trail = [stack[0]] * MAX_DEPTH
    table = new_table()
    nodes = 0
    next_look = min(LOOK_EVERY, budget + 1)
    since = [0] * MAX_DEPTH
    while len(stack) > 0:
        frame = stack.pop()
        up, rooted, free, stock, waste, used, key, gaps, wait, depth, step = frame
        nodes += 1
        if nodes >= next_look:
            if nodes > budget:
                return OUT_OF_BUDGET, nodes, trail[:1]
            if flag[0] != 0:
                return CANCELLED, nodes, trail[:1]
            next_look = min(nodes + LOOK_EVERY, budget + 1)
            table = grown(table, 2 * LOOK_EVERY)
            if not easy:
                cut = -1
                for level in range(depth):
                    if since[level] >= 0 and nodes - since[level] >= BOUND_AT:
                        since[level] = -1
                        if trail[level][8] == FREE and bound(
                            trail[level], order, below, freed, delta, before, edge, deep, tag_bits, BOUND_BUDGET, flag
                        ):
                            cut = level
                            break
                if cut >= 0:
                    while len(stack) > 0 and (
                        stack[-1][9] > cut or (stack[-1][9] == cut and stack[-1][8] == REVERSIBLE)
                    ):
                        stack.pop()
                    continue
        if wait == REVERSIBLE:
            # All arrangements of the freed cards that reversible moves lead to (S3).
            kept = step
            again = redeals < 0 or used < redeals
            if easy:
                now = stock
                within = stock
            else:
                now, later = reach(order, memo, stock, waste, draw, again)
                within = now | later
            loose, spare, room, nxt = look(up, rooted, free, gaps)
            ups = [up]
            keys = [key]
            seen = {up}
            rooted_up = [rooted & nxt & spare]
            rooted_on = [rooted & room & ~edge]
            stock_up = [within & nxt]
            stock_on = [within & room]
            fresh_up = [0]
            fresh_on = [0]
            fresh_stock_up = [0]
            fresh_stock_on = [0]
            head = 0
            best = 0
            while head < len(ups):
                here = ups[head]
                here_key = keys[head]
                loose, spare, room, nxt = look(here, rooted, free, gaps)
                steps = loose & nxt & spare | here & ~(here >> 4) & ~kept & room
                while steps:
                    card = steps & -steps
                    steps ^= card
                    there = here ^ card
                    if there not in seen:
                        seen.add(there)
                        ups.append(there)
                        unit = 1 << 4 * (index_of(card) & 3)
                        keys.append(here_key + (unit if there & card else -unit))
                        if there > ups[best]:
                            best = len(ups) - 1
                        loose2, spare2, room2, nxt2 = look(there, rooted, free, gaps)
                        can_up = rooted & nxt2 & spare2
                        can_on = rooted & room2 & ~edge
                        still = can_up & rooted_up[head] | can_on & rooted_on[head]
                        rooted_up.append(can_up)
                        rooted_on.append(can_on)
                        fresh_up.append(can_up & ~still)
                        fresh_on.append(can_on & ~can_up & ~still)
                        can_up = within & nxt2
                        can_on = within & room2
                        still = can_up & stock_up[head] | can_on & stock_on[head]
                        stock_up.append(can_up)
                        stock_on.append(can_on)
                        fresh_stock_up.append(can_up & ~still)
                        fresh_stock_on.append(can_on & ~can_up & ~still)
                head += 1
            nodes += head
            if best > 0 and is_known(
                table, keys[best] << tag_bits | tag_of(stock, waste, used, draw, redeals), used << 5 | waste
            ):
                continue
            for at in range(head - 1, -1, -1):
                here = ups[at]
                here_key = keys[at]
                loose, spare, room, nxt = look(here, rooted, free, gaps)
                if at > 0:
                    if room & KINGS == 0:
                        push_edge(
                            stack,
                            here,
                            rooted,
                            free,
                            stock,
                            waste,
                            used,
                            here_key,
                            gaps,
                            depth,
                            within,
                            easy,
                            loose,
                            spare,
                            room,
                            nxt,
                            kept,
                            edge,
                            below,
                            freed,
                            delta,
                        )
                    if easy:
                        push_helpers(
                            stack,
                            here,
                            rooted,
                            free,
                            stock,
                            waste,
                            used,
                            here_key,
                            gaps,
                            depth,
                            loose,
                            spare,
                            room,
                            nxt,
                            kept,
                            edge,
                            delta,
                            ALL,
                        )
                    else:
                        push_stock(
                            stack,
                            here,
                            rooted,
                            free,
                            stock,
                            waste,
                            used,
                            here_key,
                            gaps,
                            depth,
                            fresh_stock_on[at],
                            0,
                            now,
                            redeals,
                            easy,
                            before,
                            delta,
                        )
                    push_stock(
                        stack,
                        here,
                        rooted,
                        free,
                        stock,
                        waste,
                        used,
                        here_key,
                        gaps,
                        depth,
                        0,
                        fresh_stock_up[at],
                        now,
                        redeals,
                        easy,
                        before,
                        delta,
                    )
                    push_rooted(
                        stack,
                        here,
                        rooted,
                        free,
                        stock,
                        waste,
                        used,
                        here_key,
                        gaps,
                        depth,
                        fresh_on[at],
                        fresh_up[at],
                        below,
                        freed,
                        delta,
                    )
            continue
        trail[depth] = frame
        since[depth] = nodes
        if wait != FREE:
            kept = kept_up(key)
            loose, spare, room, nxt = look(up, rooted, free, gaps)
            tops = up & ~(up >> 4) & ~kept
            if wait == KING:
                if easy:
                    classes, king = wanted(up, rooted, stock, loose, spare, room, nxt, kept, edge)
                    kings = stock & KINGS & classes & ~nxt
                    push_waiting(stack, up, rooted, free, stock, waste, used, key, gaps, depth, kings, delta)
                else:
                    now, later = reach(order, memo, stock, waste, draw, redeals < 0 or used < redeals)
                    push_stock(
                        stack,
                        up,
                        rooted,
                        free,
                        stock,
                        waste,
                        used,
                        key,
                        gaps,
                        depth,
                        (now | later) & KINGS & ~nxt,
                        0,
                        now,
                        redeals,
                        easy,
                        before,
                        delta,
                    )
                push_rooted(
                    stack,
                    up,
                    rooted,
                    free,
                    stock,
                    waste,
                    used,
                    key,
                    gaps,
                    depth,
                    rooted & KINGS,
                    0,
                    below,
                    freed,
                    delta,
                )
                if tops & KINGS:
                    stack.append((up, rooted, free, stock, waste, used, key, gaps, FREE, depth + 1, NO_STEP))
                continue
            children = (wait & RED) >> 2 | (wait & BLACK) >> 6
            push_helpers(
                stack,
                up,
                rooted,
                free,
                stock,
                waste,
                used,
                key,
                gaps,
                depth,
                loose,
                spare,
                room,
                nxt,
                kept,
                edge,
                delta,
                children,
            )
            if rooted & children & edge and room & KINGS == 0:
                push_edge(
                    stack,
                    up,
                    rooted,
                    free,
                    stock,
                    waste,
                    used,
                    key,
                    gaps,
                    depth,
                    stock,
                    easy,
                    loose,
                    spare,
                    room & (children | KINGS),
                    nxt,
                    kept,
                    edge,
                    below,
                    freed,
                    delta,
                )
            if tops & children or loose & wait & nxt:
                stack.append((up, rooted, free, stock, waste, used, key, gaps, FREE, depth + 1, NO_STEP))
            push_rooted(
                stack,
                up,
                rooted,
                free,
                stock,
                waste,
                used,
                key,
                gaps,
                depth,
                rooted & children & ~edge,
                rooted & wait & nxt,
                below,
                freed,
                delta,
            )
            continue
        while True:
            # Put up what can come down again (S3) and what need never come down (S4).
            loose = free & ~up
            open_ = loose | rooted
            hung = (loose & RED) << 6 | (loose & BLACK) << 2
            spare = ((open_ | open_ >> 1) & ~(hung | hung >> 1) | open_ & open_ >> 1 & ~(hung & hung >> 1)) & LOW
            spare |= spare << 1
            nxt = (up << 4 | 15) & ~up & ALL
            cards = loose & nxt & spare
            if cards:
                card = cards & -cards
                up |= card
                key += 1 << 4 * (index_of(card) & 3)
                continue
            cards = rooted & nxt & spare
            if easy:
                cards |= stock & nxt
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
                stock ^= moved
        if rooted & deep == 0 and (easy or stock == 0):
            # Nothing covers anything: the lowest card that is not up can always go up next (S5).
            return WON, nodes, trail[: depth + 1]
        if easy or stock == 0:
            waste = 0
            used = 0
        elif redeals < 0 and (waste % draw == 0 or waste >= ones(stock)):
            waste = 0
        if is_known(table, key << tag_bits | tag_of(stock, waste, used, draw, redeals), used << 5 | waste):
            continue
        room = (spare & RED) >> 2 | (spare & BLACK) >> 6
        if gaps > ones(loose & KINGS):
            room |= KINGS
        again = redeals < 0 or used < redeals
        if easy:
            now = stock
            within = stock
        else:
            now, later = reach(order, memo, stock, waste, draw, again)
            within = now | later
        kept = 0
        tops = up & ~(up >> 4)
        if easy or tops & (room | KINGS):
            kept = kept_up(key)
            if tops & room & ~kept:
                stack.append((up, rooted, free, stock, waste, used, key, gaps, REVERSIBLE, depth, kept))
        if room & KINGS == 0 and rooted & edge:
            push_edge(
                stack,
                up,
                rooted,
                free,
                stock,
                waste,
                used,
                key,
                gaps,
                depth,
                within,
                easy,
                loose,
                spare,
                room,
                nxt,
                kept,
                edge,
                below,
                freed,
                delta,
            )
        if easy:
            push_helpers(
                stack,
                up,
                rooted,
                free,
                stock,
                waste,
                used,
                key,
                gaps,
                depth,
                loose,
                spare,
                room,
                nxt,
                kept,
                edge,
                delta,
                ALL,
            )
        else:
            push_stock(
                stack,
                up,
                rooted,
                free,
                stock,
                waste,
                used,
                key,
                gaps,
                depth,
                within & room & ~nxt,
                0,
                now,
                redeals,
                easy,
                before,
                delta,
            )
        push_stock(
            stack,
            up,
            rooted,
            free,
            stock,
            waste,
            used,
            key,
            gaps,
            depth,
            0,
            within & nxt,
            now,
            redeals,
            easy,
            before,
            delta,
        )
        cards = rooted & nxt & spare
        push_rooted(
            stack,
            up,
            rooted,
            free,
            stock,
            waste,
            used,
            key,
            gaps,
            depth,
            rooted & room & ~edge & ~cards,
            cards,
            below,
            freed,
            delta,
        )
    return LOST, nodes, trail[:1]


def tag_of(stock: int, waste: int, used: int, draw: int, redeals: int) -> int:
    """Return what tells two stocks with the same cards apart in the table, besides the moment (S7)."""
    odd = waste % draw
    if odd == 0 or waste >= ones(stock):
        return 0
    return odd + (draw - 1) * used


def push_rooted(
    stack: Any,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    used: int,
    key: int,
    gaps: int,
    depth: int,
    on: int,
    off: int,
    below: Any,
    freed: Any,
    delta: Any,
) -> None:
    """Push the moves of rooted cards: ``off`` to foundations, ``on`` to a place in the tableau."""
    cards = off
    kind = TO_FOUNDATION
    while True:
        while cards:
            card = cards & -cards
            cards ^= card
            index = index_of(card)
            under = below[index]
            stack.append(
                (
                    up | card if kind else up,
                    rooted ^ card | under,
                    free | card | freed[index],
                    stock,
                    waste,
                    used,
                    key - delta[index] + (1 << 4 * (index & 3) if kind else 0),
                    gaps if under else gaps + 1,
                    FREE,
                    depth + 1,
                    index | kind,
                )
            )
        if kind == 0:
            return
        kind = 0
        cards = on


def push_stock(
    stack: Any,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    used: int,
    key: int,
    gaps: int,
    depth: int,
    on: int,
    off: int,
    now: int,
    redeals: int,
    easy: bool,
    before: Any,
    delta: Any,
) -> None:
    """Push the moves of stock cards: ``off`` to foundations, ``on`` to a place in the tableau."""
    cards = on | off
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        rises = card & off
        stack.append(
            (
                up | card if rises else up,
                rooted,
                free | card,
                stock ^ card,
                0 if easy else ones(stock & before[index]),
                used + 1 if redeals >= 0 and not card & now else used,
                key - delta[index] + (1 << 4 * (index & 3) if rises else 0),
                gaps,
                FREE,
                depth + 1,
                index | FROM_STOCK | (TO_FOUNDATION if rises else 0),
            )
        )


def push_waiting(
    stack: Any,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    used: int,
    key: int,
    gaps: int,
    depth: int,
    cards: int,
    delta: Any,
) -> None:
    """Push stock cards that go to the tableau only because the next move needs them there (S6)."""
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        stack.append(
            (
                up,
                rooted,
                free | card,
                stock ^ card,
                waste,
                used,
                key - delta[index],
                gaps,
                3 << (index & ~1),
                depth + 1,
                index | FROM_STOCK,
            )
        )


def push_helpers(
    stack: Any,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    used: int,
    key: int,
    gaps: int,
    depth: int,
    loose: int,
    spare: int,
    room: int,
    nxt: int,
    kept: int,
    edge: int,
    delta: Any,
    among: int,
) -> None:
    """Push the stock cards among ``among`` that would make another move possible (draw 1 and free redeals only)."""
    cards = stock & room & ~nxt & among
    if cards:
        classes, _ = wanted(up, rooted, stock, loose, spare, room, nxt, kept, edge)
        push_waiting(stack, up, rooted, free, stock, waste, used, key, gaps, depth, cards & classes, delta)


def push_edge(
    stack: Any,
    up: int,
    rooted: int,
    free: int,
    stock: int,
    waste: int,
    used: int,
    key: int,
    gaps: int,
    depth: int,
    within: int,
    easy: bool,
    loose: int,
    spare: int,
    room: int,
    nxt: int,
    kept: int,
    edge: int,
    below: Any,
    freed: Any,
    delta: Any,
) -> None:
    """Push the cards that can leave the table's edge to make a column free, where a king wants one (S6)."""
    cards = rooted & edge & room & ~(nxt & spare)
    if cards == 0:
        return
    if easy:
        _, king = wanted(up, rooted, stock, loose, spare, room, nxt, kept, edge)
    else:
        king = (rooted | within | up & ~(up >> 4) & ~kept) & KINGS != 0
    if not king:
        return
    while cards:
        card = cards & -cards
        cards ^= card
        index = index_of(card)
        stack.append(
            (
                up,
                rooted ^ card,
                free | card,
                stock,
                waste,
                used,
                key - delta[index],
                gaps + 1,
                KING,
                depth + 1,
                index,
            )
        )
