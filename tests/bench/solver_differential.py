"""Look for a wrong "unwinnable": `python tests/bench/solver_differential.py --seconds 600 --seed 1`.

Random small positions, locked ones and middle games of random play, under all rule sets. Each one that the
solver calls lost is searched again without any reduction (``tests/solver/plain_search.py``) and, with
``--letter``, by the letter of the rules (``tests/solver/brute_force.py``, also for whole runs). A win needs
no second opinion: its line is replayed by the law. Prints what disagrees, and the counts.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.game.rules import rule_set
from app.solver import engine
from app.solver.solving import solve
from tests.solver import brute_force, plain_search
from tests.solver.positions import locked_position, played_position, small_position

SPLIT = (
    "standard-1", "standard-3", "vegas-1", "vegas-3", "castle-1", "castle-3", "castle-4", "open-1", "open-3",
)  # fmt: skip
WHOLE = tuple(f"{key}+wholeruns" for key in ("standard-1", "standard-3", "vegas-1", "vegas-3"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300_000, help="states of the second search")
    parser.add_argument("--letter", action="store_true")
    given = parser.parse_args()
    engine.warm(wait=True)
    random_ = random.Random(given.seed)
    counts: Counter[str] = Counter()
    end = time.monotonic() + given.seconds
    while time.monotonic() < end:
        counts["positions"] += 1
        rules = rule_set(random_.choice(SPLIT + WHOLE if given.letter else SPLIT))
        position = pick(random_, rules, f"{given.seed}{counts['positions']:09}", small=given.letter)
        verdict = solve(position, rules, 300_000 if rules.partial_runs else 20_000).verdict
        counts[verdict] += 1
        if verdict != "unwinnable":
            continue
        if given.letter:
            truth = brute_force.can_win(position, rules, min(given.limit, 20_000))
        else:
            truth = plain_search.can_win(position, rules, given.limit, compiled=engine.is_compiled())
        counts[f"lost, and the second search says {truth}"] += 1
        if truth:
            print("DIFFERENT", rules.key, position.text, flush=True)
    print(dict(counts))
    return 1 if counts["lost, and the second search says True"] else 0


def pick(random_: random.Random, rules, code: str, *, small: bool):
    """Return a random position; with ``small`` none of a middle game."""
    kind = random_.random()
    if small or kind < 0.4:
        if kind % 0.4 < 0.2:
            return small_position(random_, rules, random_.randint(6, 24))
        return locked_position(random_, rules)
    return played_position(random_, rules, random_.choice((20, 40, 80, 120)), code)


if __name__ == "__main__":
    sys.exit(main())
