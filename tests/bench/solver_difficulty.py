"""Calibrate the difficulty: `python tests/bench/solver_difficulty.py --deals 2000` prints the table THIRDS."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import engine
from app.solver.difficulty import difficulty
from app.solver.solving import solve

KEYS = ("standard-1", "standard-3", "vegas-1", "vegas-3", "castle-1", "castle-2", "castle-3", "castle-4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="winnable deals for each rule set")
    parser.add_argument("--first", type=int, default=30_000_000, help="the first deal's code")
    given = parser.parse_args()
    engine.warm(wait=True)
    for key in KEYS:
        rules = rule_set(key)
        scores: list[float] = []
        number = given.first
        while len(scores) < given.deals:
            position = deal_position(deal_from_code(str(number)), rules)
            verdict = solve(position, rules, 300_000)
            if verdict.verdict == "winnable":
                scores.append(difficulty(position, rules, verdict.moves, verdict.nodes))
            number += 1
        scores.sort()
        thirds = scores[len(scores) // 3], scores[2 * len(scores) // 3]
        print(f"    ({rules.draw}, {rules.passes}): ({thirds[0]:.1f}, {thirds[1]:.1f}),", flush=True)


if __name__ == "__main__":
    main()
