"""A year of daily deals, each proven on all four boards: `python tests/bench/solver_year.py`.

Prints the number of each day's candidate, which is what tests/jobs/data/year_of_candidates.txt holds
(``> tests/jobs/data/year_of_candidates.txt`` after a change of the solver), and the CPU seconds beside it.
"""

import sys
import textwrap
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.jobs.certify import certify
from app.solver import engine
from tests.jobs.year import KEY, days


def main() -> None:
    engine.warm(wait=True)
    before = time.process_time()
    numbers = " ".join(certify(KEY, day).salt for day in days())
    form = "compiled" if engine.is_compiled() else "plain"
    print(f"{form}: {time.process_time() - before:.1f} CPU seconds", file=sys.stderr)
    print(textwrap.fill(numbers, 100))


if __name__ == "__main__":
    main()
