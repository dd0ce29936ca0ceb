"""Deals that are known to be winnable, kept ready for new games (R3.2)."""

from typing import Final, NamedTuple

from app.game.deal import deal_from_code, new_code
from app.game.position import deal_position
from app.game.rules import RuleSet, rule_set
from app.jobs.solver_process import SolverProcess
from app.solver.difficulty import difficulty, grade
from app.solver.solving import solve
from app.store import ready_deals
from app.store.database import Database

GRADES: Final = ("gentle", "medium", "hard")

#: Deals of each difficulty kept ready for the rule sets that people start most, and for the rest.
KEPT: Final = {"standard-1": 7, "standard-3": 7, "vegas-1": 4, "vegas-3": 4} | {
    f"castle-{level}": 2 for level in range(1, 6)
}

#: Deals of each difficulty for a rule set that is kept because somebody asked for it.
KEPT_ON_DEMAND: Final = 2

#: Nodes for one deal; one that needs more is passed over, there is always another.
BUDGET: Final = 30_000

#: Deals looked at for one of a certain difficulty, before one of any other will do.
TRIES: Final = 30

#: Nodes for one deal, and for all that are looked at, while a player waits: a third of a second of compiled search.
BUDGET_SOON: Final = 5_000
NODES_SOON: Final = 150_000


class Found(NamedTuple):
    """A deal proven winnable, and its difficulty as a place in :data:`GRADES`."""

    code: str
    difficulty: int


def stock_key(rules: RuleSet) -> str:
    """Return the key of the rule set whose ready deals serve these rules too, as the law is the same or wider.

    Neither clock nor scoring make a deal winnable or not. What wins with cards face down wins with all of them open.
    """
    base, *options = rules.key.split("+")
    if rules.table == "free-castle":
        base = f"castle-{rules.level}"
    elif rules.open:
        base = f"standard-{rules.draw}"
    elif rules.limited:
        base = f"vegas-{rules.draw}"
    return f"{base}+wholeruns" if "wholeruns" in options else base


def stock_rules(key: str) -> RuleSet:
    """Return the rules that the deals of a stock are proven by; castles' own row offers no options."""
    return rule_set(f"free-{key}" if key.startswith("castle-") and "+" in key else key)


def find_winnable(key: str, wanted: int | None = None) -> Found:
    """Return a new deal that is proven winnable by the rules of a stock, with luck of the wanted difficulty."""
    tries = 0
    while True:
        found, _ = _looked_at(key, BUDGET)
        if found is None:
            continue
        tries += 1
        if wanted is None or found.difficulty == wanted or tries == TRIES:
            return found


def find_soon(key: str, wanted: int | None = None, nodes: int | None = None) -> Found | None:
    """Return such a deal for a player who waits: nearest to the difficulty that ``nodes`` of search find, or none."""
    nearest: Found | None = None
    left = NODES_SOON if nodes is None else nodes
    while left > 0:
        found, searched = _looked_at(key, BUDGET_SOON)
        left -= searched
        if found is None:
            continue
        if wanted is None or found.difficulty == wanted:
            return found
        if nearest is None or abs(found.difficulty - wanted) < abs(nearest.difficulty - wanted):
            nearest = found
    return nearest


def _looked_at(key: str, budget: int) -> tuple[Found | None, int]:
    """Return a new deal if a search of so many nodes proves it winnable, and how many nodes that took."""
    rules = stock_rules(key)
    code = new_code()
    position = deal_position(deal_from_code(code), rules)
    verdict = solve(position, rules, budget)
    if verdict.verdict != "winnable":
        return None, verdict.nodes + 1
    score = difficulty(position, rules, verdict.moves, verdict.nodes)
    return Found(code, GRADES.index(grade(score, rules))), verdict.nodes + 1


class Stock:
    """What lies ready, and what is to be made because somebody asked for it."""

    def __init__(self, database: Database, solver: SolverProcess) -> None:
        self._database = database
        self._solver = solver
        self._asked: set[str] = set()

    def ask(self, rules: RuleSet) -> None:
        """Note that somebody wanted a deal for these rules and found none: from the next round on there will be."""
        self._asked.add(stock_key(rules))

    async def top_up(self, now_ms: int) -> bool:
        """Lay ready what is missing; tell whether anything was."""
        counts = await self._database.read(ready_deals.counts_by_difficulty)
        kept = dict.fromkeys(self._asked, KEPT_ON_DEMAND) | KEPT
        missing = [
            (key, level)
            for key, number in kept.items()
            for level in range(len(GRADES))
            for _ in range(number - counts.get((key, level), 0))
        ]
        for key, level in missing:
            found = await self._solver.run(find_winnable, key, level)
            await self._database.write(ready_deals.add, key, found.code, found.difficulty, now_ms)
        return bool(missing)
