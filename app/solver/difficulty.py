"""How hard a winnable deal is for a person, from what its win looks like and how long the solver looked for it."""

import math
from collections.abc import Sequence
from typing import Final, Literal

from app.game.law import play
from app.game.moves import Move
from app.game.position import Position
from app.game.rules import RuleSet

Grade = Literal["gentle", "medium", "hard"]

#: Scores that part the deals of a rule set into thirds, by cards drawn and passes (``None``: unlimited); see
#: docs/solver.md for how they were measured.
THIRDS: Final[dict[tuple[int, int | None], tuple[float, float]]] = {
    (1, None): (34.8, 43.1),
    (3, None): (38.6, 50.5),
    (1, 1): (37.0, 44.4),
    (3, 3): (38.0, 45.2),
    (1, 5): (27.3, 39.4),
    (1, 4): (29.0, 41.1),
    (1, 3): (33.6, 45.4),
    (1, 2): (39.4, 48.0),
}
_ANY: Final = (40.0, 50.0)


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
    low, high = THIRDS.get((rules.draw, rules.passes), _ANY)
    return "gentle" if score < low else "medium" if score < high else "hard"
