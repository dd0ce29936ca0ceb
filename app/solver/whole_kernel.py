"""The search for tables on which only whole runs move, over whole numbers like :mod:`app.solver.kernel`.

A state is one of the kernel's with one part more: which of its two parents each loose card lies on, since a run once
joined can be parted by foundation moves alone. What that changes is told in docs/solver.md (W1 to W6).
"""
# Numba knows no starred tuples (RUF005); one long function makes plain Python fast (C901).
# ruff: noqa: RUF005, C901

from typing import Any, Final

from app.solver.bounds import BOUND_SHARE, is_cut, is_due
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
from app.solver.kernel import search
from app.solver.masks import ones
from app.solver.reserve import tag_of
from app.solver.tables import forget, grown, is_known, is_noted, new_pairs, new_table
from app.solver.tables import is_noted as is_pair_noted
from app.solver.whole_candidates import push_all, push_awaited
from app.solver.whole_places import settled
from app.solver.whole_returns import push_after_returns

#: After so many nodes the search grows its table, looks whether it is to stop, and at its bounds.
LOOK_EVERY: Final = 1_024
#: A state whose subtree has this many nodes is searched with split runs, too (W4).
BOUND_AT: Final = 512
#: Nodes of the first turn in each order (W5); then twice as many, and so on.
TURN: Final = 2_048
ORDERS: Final = 6


def split(state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any, tables: Any) -> Any:
    """Search the state with split runs instead; return how that ended, its nodes and the tables (W4).

    Whatever stands in the tables when this returns is lost with split runs, and so with whole ones, however the search
    ended: states not searched to their end are taken out again. S11 changes nothing about that. It leaves out
    states that are noted, or that a noted one not on the way leads to; nothing more is noted. That play with split
    runs, but perhaps none with whole ones, leads to a noted state does no harm: it is lost either way.
    """
    start = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
    ending = search(start, layout, rules, budget, flag, memo, tables[0], tables[1], False)
    return ending[0], ending[1], (ending[3], ending[4], tables[2])


def eased(state: Any, layout: Any, budget: int, flag: Any, memo: Any, tables: Any) -> Any:
    """Search the state with draw 1 and free redeals instead; return how that ended, its nodes and the tables (W6).

    As in S8: whatever can be played from the stock and the waste can be played then, too, and the cards that lie in
    the columns lie there alike. What stands in the tables after it is lost with draw 1 and free redeals.
    """
    start = state[:4] + (0, 0) + state[6:8] + state[-1:]
    ending = search_in_order(
        start, layout, (1, -1, True, 0), budget, flag, memo, tables[2], (tables[1], new_table(), tables[2]), 0
    )
    return ending[0], ending[1], (tables[0], ending[4][0], ending[3])


def search_whole(state: Any, layout: Any, rules: Any, budget: int, flag: Any, memo: Any) -> Any:
    """Search in several orders by turns (W5); return how it ended, the nodes, and if won the frames.

    ``state`` has nine parts: the kernel's eight, and the loose cards that lie on the higher of their parents.
    """
    pairs = new_pairs()
    # States lost with split runs, with draw 1 and free redeals besides, and with whole runs, draw 1 and free redeals.
    tables = (new_table(), new_table(), new_pairs())
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
    way = (trail, since, due)
    own_key = [-1] * MAX_DEPTH
    own_lies = [0] * MAX_DEPTH
    pairs = grown(pairs, 2 * LOOK_EVERY)
    nodes = 0
    spent = 0
    next_look = min(LOOK_EVERY, budget + 1)
    while len(stack) > 0:
        frame = stack.pop()
        up, rooted, free, stock, waste, used, key, gaps, depth, wait, _, lies = frame
        nodes += 1
        if nodes >= next_look:
            if nodes > budget or flag[0] != 0:
                forget_way(pairs, own_key, own_lies, depth)
                return (OUT_OF_BUDGET if nodes > budget else CANCELLED), nodes, trail[:1], pairs, tables
            next_look = min(nodes + LOOK_EVERY, budget + 1)
            pairs = grown(pairs, 2 * LOOK_EVERY)
            was_cut, cost, tables = cut_lost(
                stack, way, depth, nodes - spent, budget - nodes, layout, rules, flag, memo, tables
            )
            nodes += cost
            spent += cost
            if was_cut:
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
            forget_way(pairs, own_key, own_lies, depth)
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
        if not easy and is_pair_noted(tables[2], (key, lies), 0):
            continue
        own_key[depth] = key
        own_lies[depth] = lies | tag << 52
        if is_known(pairs, (key, lies | tag << 52), used << 5 | waste):
            continue
        base = len(stack)
        push_all(stack, (up, rooted, free, stock, waste, used, key, gaps, depth, lies), layout, rules, memo, order)
        if order > 1:
            shuffle(stack, base, order, key ^ lies)
    return LOST, nodes, trail[:1], pairs, tables


def cut_lost(
    stack: Any, way: Any, depth: int, nodes: int, left: int, layout: Any, rules: Any, flag: Any, memo: Any, tables: Any
) -> Any:
    """Search the states on the way whose subtree has grown large under easier rules; drop one that is lost (W4, W6).

    The numbers are those of :func:`app.solver.kernel.cut_lost`. Return whether one was dropped, the nodes spent, and
    the tables.
    """
    trail, _, due = way
    spent = 0
    for level in range(depth):
        if is_due(way, level, nodes):
            share = min(due[level] * BOUND_SHARE, left - spent)
            result, cost, tables = split(trail[level], layout, rules, share, flag, memo, tables)
            spent += cost
            is_open = result == OUT_OF_BUDGET
            if result != LOST and not rules[2]:
                share = min(share, left - spent)
                result, cost, tables = eased(trail[level], layout, share, flag, memo, tables)
                spent += cost
                is_open |= result == OUT_OF_BUDGET
            if is_cut(stack, way, level, result, is_open):
                return True, spent, tables
    return False, spent, tables


def forget_way(pairs: Any, own_key: Any, own_lies: Any, depth: int) -> None:
    """Take the states that were not searched to their end out of the table: those on the way to where it stops."""
    for level in range(depth + 1):
        forget(pairs, (own_key[level], own_lies[level]))


def shuffle(stack: Any, base: int, order: int, seed: int) -> None:
    """Let some of the moves just pushed change places with their neighbours, the same ones each time."""
    number = (seed ^ seed >> 31) & 0x3FFFFFFF
    for _ in range(order):
        for at in range(base + 1, len(stack)):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
            if number >> 16 & 1:
                stack[at - 1], stack[at] = stack[at], stack[at - 1]
