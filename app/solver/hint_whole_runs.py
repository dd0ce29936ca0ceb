"""Hints for tables on which only whole runs move: the positions are searched one by one.

A card once hung up cannot be carried over there, so arrangements of loose cards are not alike.
"""

from heapq import heappop, heappush
from typing import Final

from app.game.cards import Card
from app.game.law import Event, fits_on_column, is_idle, is_next_on_foundation, legal_moves, play
from app.game.moves import DRAW, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import hint_costs, masks
from app.solver.encoding import CARD

#: Positions looked at for a hint; they have to be told apart one by one.
POSITIONS: Final = 600


def cheapest_move(
    position: Position, rules: RuleSet, gain_base: int, previous: Position | None
) -> tuple[Move | None, bool]:
    """Return the first move of the cheapest way to a gain, and whether no other was left to look at.

    The ways that pass ``previous`` are taken only where there is no other.
    """
    move: Move | None = None
    done: set[tuple[str, ...]] = set()
    for avoided in (previous, None) if previous is not None else (None,):
        done = set() if avoided is None else {_tableau(avoided)} - {_tableau(position)}
        move = _first_of_cheapest(position, rules, gain_base, done)
        if move is not None:
            break
    return move, len(done) < POSITIONS


def _first_of_cheapest(position: Position, rules: RuleSet, gain_base: int, done: set[tuple[str, ...]]) -> Move | None:
    """Search by Dijkstra's method from ``position``, leaving out what is ``done`` and adding to it."""
    tops = [(CARD[masks.index_of(bit)], cost) for bit, cost in hint_costs.top_costs(position, rules).items()]
    unseen_cost = hint_costs.unseen_cost(position, rules)
    best: tuple[int, Move | None] = (unseen_cost, DRAW if unseen_cost < hint_costs.NO_GAIN else None)
    heap: list[tuple[int, int, Position, Move | None]] = [(0, 0, position, None)]
    number = 0
    while heap and len(done) < POSITIONS:
        cost, _, here, first = heappop(heap)
        if cost >= best[0]:
            break
        if _tableau(here) in done:
            continue
        done.add(_tableau(here))
        for card, price in tops:
            worth, move = _worth_of_top(card, here)
            if move is not None and cost + price + worth < best[0]:
                best = (cost + price + worth, first or hint_costs.bring_up(card, position) or move)
        for move in legal_moves(here, rules):
            if move.kind in ("draw", "redeal", "W-F", "W-T") or is_idle(here, move):
                continue
            after, events = play(here, rules, move)
            worth, gains = _price(here, after, move, events, gain_base)
            if gains and cost + worth < best[0]:
                best = (cost + worth, first or move)
            elif not gains and _tableau(after) not in done:
                number += 1
                heappush(heap, (cost + worth, number, after, first or move))
    return best[1]


def _tableau(position: Position) -> tuple[str, ...]:
    """Return what tells the table's arrangements apart, whichever column is which."""
    return tuple(sorted(str(column.up) for column in position.columns))


def _worth_of_top(card: Card, position: Position) -> tuple[int, Move | None]:
    """Return the cost and the move of a card that lies on top of the waste; no move where it has no place."""
    if is_next_on_foundation(card, position.foundations):
        return hint_costs.UP, WASTE_TO_FOUNDATION
    for target, column in enumerate(position.columns):
        if fits_on_column(card, column):
            return hint_costs.ON_TABLE, WASTE_TO_COLUMN[target]
    return 0, None


def _price(here: Position, after: Position, move: Move, events: tuple[Event, ...], gain_base: int) -> tuple[int, bool]:
    """Return what a move in the tableau costs, and whether it gains."""
    if any(event.kind == "turn_up" for event in events):
        return hint_costs.turn_cost(len(here.columns[move.source].down)), True
    if move.kind == "T-F":
        return (hint_costs.UP, True) if after.foundation_count > gain_base else (hint_costs.STEP_UP, False)
    return (hint_costs.STEP_BACK if move.kind == "F-T" else hint_costs.STEP_EDGE), False
