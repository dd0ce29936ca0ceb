"""How hard a winnable deal is for a person, from what its win looks like and how long the solver looked for it."""

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from app.game.law import play
from app.game.moves import Move
from app.game.position import Position
from app.game.rules import RuleSet

Grade = Literal["gentle", "medium", "hard"]


class Law(NamedTuple):
    """What of a rule set makes a deal winnable or not, and easily or hardly so. ``passes`` ``None``: unlimited."""

    draw: int
    passes: int | None
    is_open: bool = False
    whole_runs: bool = False


#: Scores that part the winnable deals of a law into thirds; see docs/solver.md for how they were measured.
THIRDS: Final[dict[Law, tuple[float, float]]] = {
    Law(1, None): (34.8, 42.9),
    Law(3, None): (38.5, 49.6),
    Law(1, 1): (36.3, 43.6),
    Law(3, 3): (37.0, 44.0),
    Law(1, 5): (27.2, 38.7),
    Law(1, 4): (28.7, 40.4),
    Law(1, 3): (33.0, 44.2),
    Law(1, 2): (38.3, 46.8),
    Law(1, None, is_open=True): (28.4, 35.4),
    Law(3, None, is_open=True): (31.5, 41.1),
    Law(1, None, whole_runs=True): (35.2, 45.5),
    Law(3, None, whole_runs=True): (39.5, 56.2),
    Law(1, 1, whole_runs=True): (38.6, 44.5),
    Law(3, 3, whole_runs=True): (40.5, 46.6),
    Law(1, 5, whole_runs=True): (29.0, 44.6),
    Law(1, 4, whole_runs=True): (30.8, 46.0),
    Law(1, 3, whole_runs=True): (37.7, 47.3),
    Law(1, 2, whole_runs=True): (41.1, 48.1),
    Law(1, None, is_open=True, whole_runs=True): (28.4, 36.1),
    Law(3, None, is_open=True, whole_runs=True): (32.5, 46.7),
}


def law_of(rules: RuleSet) -> Law:
    """Return the law of a rule set."""
    return Law(rules.draw, rules.passes, rules.open, not rules.partial_runs)


def difficulty(position: Position, rules: RuleSet, moves: Sequence[Move], nodes: int) -> float:
    """Return the score of a position that ``moves`` win and whose search took ``nodes`` nodes; higher is harder.

    Four things make a game hard: that the win is hard to find at all (nodes, by their logarithm), that
    cards have to come back from foundations, that the stock has to be gone through again and again, and that
    the first turned cards and the first aces come late.
    """
    returns = sum(move.kind == "F-T" for move in moves)
    redeals = sum(move.kind == "redeal" for move in moves)
    return 2 * math.log2(nodes + 1) + 3 * returns + 2 * redeals + 0.25 * _half_turned(position, rules, moves)


def _half_turned(position: Position, rules: RuleSet, moves: Sequence[Move]) -> int:
    """Return the number of card moves until half of the face-down cards are turned."""
    hidden = sum(len(column.down) for column in position.columns)
    left, played = hidden, 0
    for move in moves:
        position, events = play(position, rules, move)
        played += move.kind not in ("draw", "redeal")
        left -= any(event.kind == "turn_up" for event in events)
        if left * 2 <= hidden:
            break
    return played


def grade(score: float, rules: RuleSet) -> Grade:
    """Return in which third of its rule set's winnable deals a score lies."""
    low, high = THIRDS[law_of(rules)]
    return "gentle" if score < low else "medium" if score < high else "hard"
