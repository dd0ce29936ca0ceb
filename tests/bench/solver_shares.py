"""How many deals can be won under each law: `python tests/bench/solver_shares.py --to shares.tsv --deals 10000`.

Appends one line a deal, so that a run that was cut short goes on where it stopped, and another may add deals.
A line is: rule set, deal code, verdict, CPU seconds, nodes, difficulty (only of winnable deals), parted by tabs.
Rule sets that differ in nothing but scoring, clock or price are one law and asked once (:data:`SAME_LAW`).
``--table`` asks nothing and prints what the file holds of these deals as the tables of docs: win shares (95 %
intervals, Wilson's), the shares decided in time, deals not decided within 30 seconds, and thirds of difficulty.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import RuleSet, rule_set
from app.solver import engine
from app.solver.difficulty import difficulty
from app.solver.solving import solve

#: The laws in the order they are asked, each by the first rule set that has it, and the others that have it too.
SAME_LAW: Final = {
    "standard-3": ("daily-standard-3",),
    "standard-1": ("daily-standard-1",),
    "vegas-1": ("daily-vegas-1", "standard-1-limited", "castle-5"),
    "vegas-3": ("daily-vegas-3", "standard-3-limited"),
    "castle-1": ("free-castle-1",),
    "castle-2": ("free-castle-2",),
    "castle-3": ("free-castle-3",),
    "castle-4": ("free-castle-4",),
    "open-1": (),
    "open-3": (),
}
FIRST: Final = 40_000_000
LIMITS: Final = (0.2, 1.0, 5.0, 30.0)


class Answered(NamedTuple):
    """One line of the file."""

    rules: str
    code: int
    verdict: str
    seconds: float
    nodes: int
    score: float | None

    @property
    def text(self) -> str:
        """The line, without its end."""
        score = "" if self.score is None else f"{self.score:.2f}"
        return "\t".join((self.rules, str(self.code), self.verdict, f"{self.seconds:.5f}", str(self.nodes), score))


def parse_line(line: str) -> Answered:
    """Return the line as its parts."""
    rules, code, verdict, seconds, nodes, score = line.rstrip("\n").split("\t")
    return Answered(rules, int(code), verdict, float(seconds), int(nodes), float(score) if score else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, required=True, help="the file of answers")
    parser.add_argument("--rules", nargs="+", default=list(SAME_LAW))
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=FIRST, help="the first deal's code")
    parser.add_argument("--budget", type=int, default=100_000_000, help="nodes for one deal")
    parser.add_argument("--table", action="store_true", help="print the tables of what the file holds")
    given = parser.parse_args()
    if given.table:
        wanted = range(given.first, given.first + given.deals)
        print_tables([line for line in read(given.to) if line.rules in given.rules and line.code in wanted])
        return
    engine.warm(wait=True)
    done = {(line.rules, line.code) for line in read(given.to)}
    with given.to.open("a", encoding="ascii") as file:
        for key in given.rules:
            for code in range(given.first, given.first + given.deals):
                if (key, code) not in done:
                    print(answer(rule_set(key), code, given.budget).text, file=file, flush=True)


def read(path: Path) -> Iterator[Answered]:
    """Yield the lines of a file, none if there is no file; a last line that was cut off is left out."""
    if path.exists():
        for line in path.read_text("ascii").splitlines(keepends=True):
            if line.endswith("\n"):
                yield parse_line(line)


def answer(rules: RuleSet, code: int, budget: int) -> Answered:
    """Solve the deal with this code."""
    position = deal_position(deal_from_code(str(code)), rules)
    before = time.thread_time()
    verdict = solve(position, rules, budget)
    seconds = time.thread_time() - before
    score = difficulty(position, rules, verdict.moves, verdict.nodes) if verdict.verdict == "winnable" else None
    return Answered(rules.key, code, verdict.verdict, seconds, verdict.nodes, score)


def print_tables(lines: list[Answered]) -> None:
    """Print every table, in Markdown."""
    groups = {key: [line for line in lines if line.rules == key] for key in dict.fromkeys(line.rules for line in lines)}
    print("| rule set | the same law | deals | winnable | 95 % interval | undecided |\n|---|---|---|---|---|---|")
    for key, answers in groups.items():
        decided = [line for line in answers if line.verdict != "unknown"]
        won = sum(line.verdict == "winnable" for line in decided)
        low, high = wilson(won, len(decided))
        same = ", ".join(SAME_LAW.get(key, ()))
        undecided = len(answers) - len(decided)
        share = won / max(1, len(decided))
        print(f"| {key} | {same} | {len(answers):,} | {share:.2%} | {low:.2%} to {high:.2%} | {undecided} |")
    print(
        "\n| rule set | ≤ 0.2 s | ≤ 1 s | ≤ 5 s | ≤ 30 s | p50 / p90 / p99 | slowest |\n|---|---|---|---|---|---|---|"
    )
    for key, answers in groups.items():
        times = sorted(line.seconds if line.verdict != "unknown" else float("inf") for line in answers)
        shares = " | ".join(f"{sum(time <= limit for time in times) / len(times):.2%}" for limit in LIMITS)
        quantiles = " / ".join(f"{times[int((len(times) - 1) * q)] * 1000:.1f}" for q in (0.5, 0.9, 0.99))
        print(f"| {key} | {shares} | {quantiles} ms | {times[-1]:.1f} s |")
    print("\nnot decided within 30 s:")
    for line in lines:
        if line.verdict == "unknown" or line.seconds > LIMITS[-1]:
            print(f"  {line.text}")
    print("\nthirds of difficulty:")
    for key, answers in groups.items():
        scores = sorted(line.score for line in answers if line.score is not None)
        if scores:
            low_third, high_third = scores[len(scores) // 3], scores[2 * len(scores) // 3]
            print(f"  {key}: ({low_third:.1f}, {high_third:.1f}) of {len(scores):,}")


def wilson(won: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share after Wilson."""
    if of == 0:
        return 0.0, 1.0
    z = 1.96
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return middle - half, middle + half


if __name__ == "__main__":
    main()
