"""Is this position winnable, and how? (R8.4)"""

import logging
import time
from dataclasses import dataclass
from typing import Literal

from app.game.errors import IllegalMoveError
from app.game.law import play
from app.game.moves import Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import engine, kernel
from app.solver.encoding import encode
from app.solver.engine import Cancel
from app.solver.lines import BrokenLineError, real_line

log = logging.getLogger(__name__)

#: Changes whenever a verdict, a line or a node count may change; stored beside proofs.
SOLVER_VERSION = 1

#: Nodes that a search may use where nothing is said; see docs/solver.md for the memory that goes with it.
DEFAULT_BUDGET = 2_000_000

Answer = Literal["winnable", "unwinnable", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a position: ``moves`` is the line that wins it (empty unless winnable)."""

    verdict: Answer
    moves: tuple[Move, ...]
    nodes: int
    seconds: float


def solve(position: Position, rules: RuleSet, budget: int = DEFAULT_BUDGET, cancel: Cancel | None = None) -> Verdict:
    """Search for a win from ``position`` under ``rules``, all cards known, the pass now running included.

    ``budget`` counts nodes. The verdict is ``"winnable"`` only with a line that the law has replayed, and
    ``"unwinnable"`` only after the whole space; everything else, a cancelled search too, is ``"unknown"``.
    """
    started = time.perf_counter()
    encoded = encode(position, rules)
    ending = engine.run(encoded, budget, cancel)
    verdict: Answer = "unknown"
    moves: tuple[Move, ...] = ()
    if ending.code == kernel.LOST:
        verdict = "unwinnable"
    elif ending.code == kernel.WON:
        try:
            moves = tuple(real_line(position, rules, encoded, ending.trail))
        except (BrokenLineError, IllegalMoveError):
            # Never told as a win: the player would be led astray. A test would have to find it.
            log.exception("a line of the solver cannot be played: %s under %s", position.text, rules.key)
        else:
            if wins(position, rules, moves):
                verdict = "winnable"
    return Verdict(verdict, moves if verdict == "winnable" else (), ending.nodes, time.perf_counter() - started)


def wins(position: Position, rules: RuleSet, moves: tuple[Move, ...]) -> bool:
    """Tell whether ``moves`` can all be played, and the game is won at their end."""
    for move in moves:
        try:
            position = play(position, rules, move).position
        except IllegalMoveError:
            return False
    return position.is_won
