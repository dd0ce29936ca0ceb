"""The search for tables on which only whole runs move.

Where a card lies matters here, since a run once joined can not be parted but by foundation moves: nearly all
of the reductions of :mod:`app.solver.kernel` fall away. What is left: cards that can never be needed go up at
once (S4 holds here too), draws are made only for a card that is then played, columns are not told apart, and
the search goes where cards turn first. A way that starts badly can bury it, so it begins anew a few times in other
orders, then goes through to the end. Before it runs, the search for split runs has been asked: what is lost there is
lost here.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from app.game.cards import CARDS, Card
from app.game.law import fits_on_column, is_idle, is_next_on_foundation, play
from app.game.moves import COLUMN_TO_FOUNDATION, DRAW, REDEAL, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import kernel
from app.solver.engine import Cancel

#: Nodes for each of the first tries, and how many there are: the first in the plain order, the rest in mixed ones.
TRY: Final = 1_000
TRIES: Final = 12

#: What is tried first in a mixed order, by and large: each number is shifted by chance up to _MIXED.
_RANKS: Final = {"F-T": 0.0, "T-T": 1.5, "W-T": 2.0, "W-F": 3.0, "T-F": 3.0}
_TURNS: Final = 2.0
_MIXED: Final = 1.5


class _Way(NamedTuple):
    """How a position was come to: the way before it and the moves since."""

    before: "_Way | None"
    moves: tuple[Move, ...]


def search_whole_runs(
    position: Position, rules: RuleSet, budget: int, cancel: Cancel | None
) -> tuple[int, int, tuple[Move, ...]]:
    """Return how the search ended (the kernel's codes), its nodes and, if won, the line."""
    nodes = 0
    for number in range(TRIES):
        share = min(TRY, budget - nodes)
        code, more, moves = _search(position, rules, share, cancel, Random(number) if number else None)
        nodes += more
        if code != kernel.OUT_OF_BUDGET or nodes >= budget:
            return code, nodes, moves
    code, more, moves = _search(position, rules, budget - nodes, cancel, None)
    return code, nodes + more, moves


def _search(
    position: Position, rules: RuleSet, budget: int, cancel: Cancel | None, chance: Random | None
) -> tuple[int, int, tuple[Move, ...]]:
    """Search depth first, in an order mixed by ``chance`` if there is one."""
    todo: list[tuple[Position, _Way]] = [(position, _Way(None, ()))]
    seen: dict[tuple[object, ...], int] = {}
    nodes = 0
    while todo:
        here, way = todo.pop()
        if nodes >= budget:
            return kernel.OUT_OF_BUDGET, nodes, ()
        nodes += 1
        if cancel is not None and cancel.is_set():
            return kernel.CANCELLED, nodes, ()
        if here.is_won:
            return kernel.WON, nodes, _line(way)
        key, moment = _key(here, rules)
        if seen.get(key, kernel.FAR) <= moment:
            continue
        seen[key] = moment
        forced = _forced(here, rules)
        if forced is not None:
            todo.append((play(here, rules, forced).position, _Way(way, (forced,))))
            continue
        after = [(there, _Way(way, moves)) for there, moves in _successors(here, rules)]
        todo += after if chance is None else _mixed(after, here, chance)
    return kernel.LOST, nodes, ()


def _mixed(after: list[tuple[Position, _Way]], before: Position, chance: Random) -> list[tuple[Position, _Way]]:
    hidden = _hidden(before)

    def worth(one: tuple[Position, _Way]) -> float:
        there, way = one
        return _RANKS[way.moves[-1].kind] + _TURNS * (hidden - _hidden(there)) + _MIXED * chance.random()

    return sorted(after, key=worth)


def _hidden(position: Position) -> int:
    return sum([len(column.down) for column in position.columns])


def _line(way: _Way | None) -> tuple[Move, ...]:
    parts = []
    while way is not None:
        parts.append(way.moves)
        way = way.before
    return tuple(move for part in reversed(parts) for move in part)


def _key(position: Position, rules: RuleSet) -> tuple[tuple[object, ...], int]:
    """Return what tells positions apart, and the moment in the passes: an earlier one can do all a later one can."""
    waste, count = len(position.waste), len(position.waste) + len(position.stock)
    odd = waste % rules.draw if waste < count else 0
    columns = tuple(sorted((_indices(column.down), _indices(column.up)) for column in position.columns))
    used = 0 if rules.passes is None else position.pass_number
    moment = 0 if rules.passes is None and not odd else used * 64 + waste
    reserve = frozenset(_indices(position.waste + position.stock))
    return (reserve, position.foundations, columns, odd, used if odd else 0), moment if count else 0


def _indices(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple([card.index for card in cards])


def _is_safe(card: Card, position: Position) -> bool:
    """Tell whether the card can go up and never be needed in the tableau after that (S4)."""
    heights = position.foundations
    if heights[card.suit] != card.rank - 1:
        return False
    reds, blacks = (heights[1], heights[2]), (heights[0], heights[3])
    own, other = (reds, blacks) if card.is_red else (blacks, reds)
    return min(other) >= card.rank - 2 and min(own) >= card.rank - 3


def _forced(position: Position, rules: RuleSet) -> Move | None:
    for source, column in enumerate(position.columns):
        if column.up and _is_safe(column.up[-1], position):
            return COLUMN_TO_FOUNDATION[source]
    # Taking the top of the waste makes no other card harder to get where cards are drawn one by one.
    if rules.draw == 1 and position.waste and _is_safe(position.waste[-1], position):
        return WASTE_TO_FOUNDATION
    return None


def _successors(position: Position, rules: RuleSet) -> Iterator[tuple[Position, tuple[Move, ...]]]:  # noqa: C901
    """Yield the positions after each useful move, the most promising last."""
    for suit, height in enumerate(position.foundations):
        if height:
            for target in _targets(CARDS[4 * (height - 1) + suit], position):
                yield _played(position, rules, (Move("F-T", suit, target, 1),))
    reachable = list(_reachable(position, rules))
    for card, draws in reversed(reachable):
        for target in _targets(card, position):
            yield _played(position, rules, (*draws, WASTE_TO_COLUMN[target]))
    turning: list[Move] = []
    shifting: list[Move] = []
    for source, column in enumerate(position.columns):
        if not column.up:
            continue
        size = 1
        while size < len(column.up) and column.up[-size].fits_on(column.up[-size - 1]):
            size += 1
        for target in _targets(column.up[-size], position):
            move = Move("T-T", source, target, size)
            if not is_idle(position, move):
                (turning if size == len(column.up) and column.down else shifting).append(move)
    for move in shifting:
        yield _played(position, rules, (move,))
    for card, draws in reversed(reachable):
        if is_next_on_foundation(card, position.foundations):
            yield _played(position, rules, (*draws, WASTE_TO_FOUNDATION))
    for source, column in enumerate(position.columns):
        if column.up and is_next_on_foundation(column.up[-1], position.foundations):
            yield _played(position, rules, (COLUMN_TO_FOUNDATION[source],))
    for move in sorted(turning, key=lambda move: len(position.columns[move.source].down)):
        yield _played(position, rules, (move,))


def _targets(card: Card, position: Position) -> list[int]:
    """Return the columns for ``card``; of several empty ones the first."""
    fitting = [number for number, column in enumerate(position.columns) if fits_on_column(card, column)]
    return fitting[:1] if card.rank == 13 else fitting


def _reachable(position: Position, rules: RuleSet) -> Iterator[tuple[Card, tuple[Move, ...]]]:
    """Yield the cards that can be brought to the waste's top, soonest first, with the draws that do it."""
    if position.waste:
        yield position.waste[-1], ()
    draws: tuple[Move, ...] = ()
    found = {position.waste[-1]} if position.waste else set()
    redealt = False
    here = position
    while True:
        if here.stock:
            move = DRAW
        elif here.waste and not redealt and (rules.passes is None or here.pass_number < rules.passes):
            move, redealt = REDEAL, True
        else:
            return
        draws = (*draws, move)
        here = play(here, rules, move).position
        if here.waste and here.waste[-1] not in found:
            found.add(here.waste[-1])
            yield here.waste[-1], draws


def _played(position: Position, rules: RuleSet, moves: tuple[Move, ...]) -> tuple[Position, tuple[Move, ...]]:
    for move in moves:
        position = play(position, rules, move).position
    return position, moves
