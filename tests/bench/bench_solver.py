"""How fast the solver decides fresh deals: `python tests/bench/bench_solver.py --rules standard-3 --deals 1500`.

Prints one line a rule set: shares decided within 0.2, 1, 5 and 30 seconds, quantiles, verdicts and peak memory.
Seconds are CPU seconds of one core, so that other work on the machine falsifies them least. The deals are
those of the codes from ``--first`` on. ``--middle`` takes positions of a simulated player's middle game
instead, with the share decided within 200 ms; ``--plain`` leaves compiled code aside.
"""

import argparse
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.game.deal import deal_from_code
from app.game.position import Position, deal_position
from app.game.rules import RuleSet, rule_set
from app.solver import engine
from app.solver.encoding import encode
from app.solver.solving import solve
from tests.solver.positions import played_position

LIMITS = (0.2, 1.0, 5.0, 30.0)
#: Nodes that are enough for the median deal.
QUICK = 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=["standard-3", "standard-1"])
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--first", type=int, default=20_000_000)
    parser.add_argument("--budget", type=int, default=100_000_000)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--middle", action="store_true")
    given = parser.parse_args()
    if not given.plain:
        engine.warm(wait=True)
    print("compiled" if engine.is_compiled() else "plain", "budget", given.budget)
    for key in given.rules:
        measure(rule_set(key), given.deals, given.first, given.budget, middle=given.middle)


def measure(rules: RuleSet, deals: int, first: int, budget: int, *, middle: bool) -> None:
    """Solve the deals and print the rule set's line."""
    times, searches, nodes, unknown = [], [], [], []
    verdicts = {"winnable": 0, "unwinnable": 0, "unknown": 0}
    for number in range(first, first + deals):
        position = start(rules, number, middle=middle)
        before = time.thread_time()
        engine.run(encode(position, rules), QUICK, None)
        searches.append(time.thread_time() - before)
        before = time.thread_time()
        verdict = solve(position, rules, budget)
        seconds = time.thread_time() - before
        verdicts[verdict.verdict] += 1
        nodes.append(verdict.nodes)
        times.append(seconds if verdict.verdict != "unknown" else float("inf"))
        if verdict.verdict == "unknown":
            unknown.append(number)
    times.sort()
    searches.sort()
    shares = " ".join(f"<={limit:g}s {sum(time <= limit for time in times) / deals:.2%}" for limit in LIMITS)
    quantiles = " ".join(f"p{q:g} {times[min(deals - 1, int(deals * q / 100))] * 1000:.2f}ms" for q in (50, 90, 99))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    wins = verdicts["winnable"] / max(1, deals - verdicts["unknown"])
    error = 1.96 * (wins * (1 - wins) / deals) ** 0.5
    print(f"{rules.key}: {shares} | {quantiles} max {times[-1]:.2f}s | nodes {sum(nodes) // deals} | {verdicts}")
    print(f"  search without making the line: p50 {searches[deals // 2] * 1000:.3f}ms")
    print(f"  winnable {wins:.2%} ± {error:.2%} of {deals}; peak {peak} MB; unknown codes {unknown}", flush=True)


def start(rules: RuleSet, number: int, *, middle: bool) -> Position:
    """Return the deal, or a middle game of it."""
    if not middle:
        return deal_position(deal_from_code(str(number)), rules)
    random_ = random.Random(number)
    return played_position(random_, rules, random_.randint(20, 120), str(number))


if __name__ == "__main__":
    main()
