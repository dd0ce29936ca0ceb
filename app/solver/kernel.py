"""The search itself, over whole numbers only, so that one text serves plain Python and compiled code.

What the masks mean and why nothing is lost by leaving moves out is told in docs/solver.md, whose section names
(S1 ...) stand in the comments here. The parts of the search:

- :mod:`app.solver.masks`: sets of cards, and the room that is counted from them;
- :mod:`app.solver.frames`: what the search keeps of a state;
- :mod:`app.solver.reserve`: stock and waste;
- :mod:`app.solver.tables`: the states known to be lost;
- :mod:`app.solver.settling`: what goes up by itself;
- :mod:`app.solver.candidates`: the moves from a state;
- :mod:`app.solver.arrangements`: reversible moves;
- :mod:`app.solver.bounds`: when a state is searched in an easier form, too.

The tables, :func:`app.solver.reserve.reach` and :func:`bound` have a second, compiled form; everything else is
compiled from this text.
"""
# Numba knows no starred tuples (RUF005); one long function without calls is what makes plain Python fast (C901).
# ruff: noqa: RUF005, C901

from typing import Any, Final

from app.solver.arrangements import push_after_reversible
from app.solver.bounds import BOUND_SHARE, is_cut, is_due
from app.solver.candidates import push_awaited, push_edge, push_helpers, push_rooted, push_stock
from app.solver.frames import (
    CANCELLED,
    FREE,
    LOST,
    MAX_DEPTH,
    NO_STEP,
    OUT_OF_BUDGET,
    REVERSIBLE,
    WON,
)
from app.solver.masks import ALL, BLACK, HEIGHTS, KINGS, LOW, RED, index_of, kept_up, ones
from app.solver.reserve import free_tops, reach, tag_of
from app.solver.settling import put_up, safe_card
from app.solver.tables import forget, grown, is_known, is_noted, new_table

#: After so many nodes the search grows its table, looks whether it is to stop, and at its budget.
LOOK_EVERY: Final = 1_024
#: A state whose subtree has this many nodes is tested for being lost with draw 1 and free redeals, too (S8).
BOUND_AT: Final = 1_024
#: Nodes of the first turn in either order (S10); then twice as many, and so on.
TURN: Final = 8_192


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
    delta, order, edge, deep = layout[2], layout[4], layout[5], layout[6]
    draw, redeals, easy, tag_bits = rules
    movable = edge
    for card in order:
        movable |= card
    up, rooted, free, stock, waste, used, key, gaps = state
    stack = [(up, rooted, free, stock, waste, used, key, gaps, 0, FREE, NO_STEP)]
    trail = [stack[0]] * MAX_DEPTH
    since = [0] * MAX_DEPTH
    due = [0] * MAX_DEPTH
    way = (trail, since, due)
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
                left = budget - nodes
                was_cut, cost, dead = cut_lost(stack, way, depth, nodes - spent, left, layout, flag, dead)
                nodes += cost
                spent += cost
                if was_cut:
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
            # Put up what can come down again (S3) and what need never come down (S4). Told as in masks.look, without
            # a call: that, and one to push the moves below, cost compiled code 4 to 13 % of its speed.
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
            card = safe_card(cards, up) if cards else 0
            if card == 0:
                break
            up, rooted, free, stock, waste, key, gaps = put_up(
                card, up, rooted, free, stock, waste, key, gaps, easy, layout
            )
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


def cut_lost(stack: Any, way: Any, depth: int, nodes: int, left: int, layout: Any, flag: Any, dead: Any) -> Any:
    """Test the states on the way whose subtree has grown large, and drop one that is lost anyway (S8).

    ``nodes`` are those of this search alone, without what its bounds took; ``left`` what all may still take.
    ``dead`` are the states that earlier bounds found lost. Return whether one was dropped, the nodes spent, and
    what is dead now.
    """
    trail, _, due = way
    spent = 0
    for level in range(depth):
        if is_due(way, level, nodes):
            share = min(due[level] * BOUND_SHARE, left - spent)
            result, cost, dead = bound(trail[level], layout, share, flag, dead)
            spent += cost
            if is_cut(stack, way, level, result, result == OUT_OF_BUDGET):
                return True, spent, dead
    return False, spent, dead
