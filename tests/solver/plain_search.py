"""The search over arrangements without any of its reductions: no move is forced, delayed or left out.

It shares with the solver only the idea that it does not matter where a loose card lies (docs/solver.md, S2),
which :mod:`brute_force` tests. It can look at middle games that are far too large for that one. Written with
plain loops over cards, drawing and redealing one by one; numba can compile it.
"""

from app.game.position import Position
from app.game.rules import RuleSet
from app.solver.encoding import encode

KING_PLACE = 48


def _has(mask, index):
    return mask >> index & 1


def rooms(up, rooted, free, gaps):
    """Return the cards that can find a place, and those that can be laid bare."""
    room = 0
    bare = 0
    loose = free & ~up
    on_table = loose | rooted
    kings = 0
    for index in range(KING_PLACE, 52):
        kings += _has(loose, index)
    for index in range(52):
        rank = index // 4
        red = index % 4 < 2
        twin = index - 1 if index % 2 else index + 1
        other = (2 if red else 0) - index % 4
        if rank == 12:
            if gaps > kings:
                room |= 1 << index
        else:
            parent = index + 4 + other
            open_parents = _has(on_table, parent) + _has(on_table, parent + 1)
            if open_parents > _has(loose, index) + _has(loose, twin):
                room |= 1 << index
        if _has(on_table, index):
            hung = 0
            if rank > 0:
                child = index - 4 + other
                hung = _has(loose, child) + _has(loose, child + 1)
            if _has(on_table, index) + _has(on_table, twin) > hung:
                bare |= 1 << index
    return room, bare


def search(up, rooted, free, stock, waste, gaps, order, below, freed, draw, redeals, limit):  # noqa: C901
    """Return 1 for a win found, 2 for none in the whole space, 3 when ``limit`` states were seen."""
    todo = [(up, rooted, free, stock, waste, 0, gaps)]
    seen = {(up, rooted, stock << 9 | waste << 4)}
    total = 0
    while len(todo) > 0:
        up, rooted, free, stock, waste, used, gaps = todo.pop()
        total += 1
        if total > limit:
            return 3
        if up == (1 << 52) - 1:
            return 1
        room, bare = rooms(up, rooted, free, gaps)
        count = 0
        top = 0
        for card in order:
            if card & stock:
                count += 1
                if count == waste:
                    top = card
        after = [(up, rooted, free, stock, waste, used, gaps)]
        if waste < count:
            after.append((up, rooted, free, stock, min(waste + draw, count), used, gaps))
        elif count > 0 and redeals != 0 and used != redeals:
            after.append((up, rooted, free, stock, 0, used + 1 if redeals > 0 else 0, gaps))
        for index in range(52):
            card = 1 << index
            is_next = not up & card and (index < 4 or up & card >> 4)
            if up & card:
                if (index >= 48 or not up & card << 4) and free & card and room & card:
                    after.append((up ^ card, rooted, free, stock, waste, used, gaps))
            elif rooted & card:
                under = rooted ^ card | below[index]
                more = gaps if below[index] else gaps + 1
                if room & card:
                    after.append((up, under, free | card | freed[index], stock, waste, used, more))
                if is_next and bare & card:
                    after.append((up | card, under, free | card | freed[index], stock, waste, used, more))
            elif free & card:
                if is_next and bare & card:
                    after.append((up | card, rooted, free, stock, waste, used, gaps))
            elif card == top:
                if room & card:
                    after.append((up, rooted, free | card, stock ^ card, waste - 1, used, gaps))
                if is_next:
                    after.append((up | card, rooted, free | card, stock ^ card, waste - 1, used, gaps))
        for state in after:
            key = (state[0], state[1], state[3] << 9 | state[4] << 4 | state[5])
            if key not in seen:
                seen.add(key)
                todo.append(state)
    return 2


def _compiled_search():
    import numba

    globals()["_has"] = numba.njit(_has)
    globals()["rooms"] = numba.njit(rooms)
    return numba.njit(search)


_compiled = []


def can_win(position: Position, rules: RuleSet, limit: int, *, compiled: bool = False) -> bool | None:
    """Tell whether a win can be reached; None when more than ``limit`` states had to be seen."""
    e = encode(position, rules)
    up, rooted, free, stock, waste, _, _, gaps = e.state
    lists = (e.layout[4] or (0,), e.layout[0], e.layout[1])
    run = search
    if compiled:
        import numpy

        if not _compiled:
            _compiled.append(_compiled_search())
        run = _compiled[0]
        lists = tuple(numpy.array(part, numpy.int64) for part in lists)
    draw, redeals = e.rules[:2]
    return {1: True, 2: False, 3: None}[run(up, rooted, free, stock, waste, gaps, *lists, draw, redeals, limit)]
