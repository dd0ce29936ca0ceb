"""Is this position winnable, and how? (R8.4)"""

import logging
import time
from dataclasses import dataclass
from typing import Literal

from app.game.errors import IllegalMoveError
from app.game.moves import Move
from app.game.position import Position
from app.game.proof import wins
from app.game.rules import RuleSet
from app.solver import engine, frames
from app.solver.encoding import Encoded, encode
from app.solver.engine import Cancel
from app.solver.lines import BrokenLineError, real_line
from app.solver.whole_runs import lying_high, whole_line

log = logging.getLogger(__name__)

#: Changes whenever a verdict, a line or a node count may change; stored beside proofs.
SOLVER_VERSION = 7

#: Nodes that a search may use where nothing is said; see docs/solver.md for the memory that goes with it.
DEFAULT_BUDGET = 2_000_000

_EASY_BUDGET = 20_000

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
    if rules.partial_runs:
        ending = engine.run(encoded, budget, cancel)
    else:
        ending = engine.run_whole(encoded, lying_high(position), budget, cancel)
    code, nodes = ending.code, ending.nodes
    moves: tuple[Move, ...] = ()
    if code == frames.WON:
        moves = _real_line(position, rules, encoded, ending.trail)
    verdict: Answer = "unwinnable" if code == frames.LOST else "unknown"
    if code == frames.WON and wins(position, rules, moves):
        verdict = "winnable"
    return Verdict(verdict, moves if verdict == "winnable" else (), nodes, time.perf_counter() - started)


def solve_warming(position: Position, rules: RuleSet, budget: int = DEFAULT_BUDGET) -> Verdict:
    """Like :func:`solve`, but load the compiled search as soon as a position turns out to be hard.

    For programs that run once: most positions are decided long before compiled code is even loaded.
    """
    if not engine.is_compiled():
        verdict = solve(position, rules, min(budget, _EASY_BUDGET))
        if verdict.verdict != "unknown" or budget <= _EASY_BUDGET:
            return verdict
        engine.warm(wait=True)
    return solve(position, rules, budget)


def _real_line(position: Position, rules: RuleSet, encoded: Encoded, trail: list[tuple[int, ...]]) -> tuple[Move, ...]:
    try:
        to_moves = real_line if rules.partial_runs else whole_line
        return tuple(to_moves(position, rules, encoded, trail))
    except (BrokenLineError, IllegalMoveError):
        # Never told as a win: the player would be led astray. The verdict is then "unknown".
        log.exception("a line of the solver cannot be played: %s under %s", position.text, rules.key)
        return ()
