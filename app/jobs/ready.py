"""Deals that are known to be winnable, kept ready for new games (R3.2)."""

from typing import Final

from app.game.deal import deal_from_code, new_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.jobs.solver_process import SolverProcess
from app.solver.solving import solve
from app.store import ready_deals
from app.store.database import Database

#: Deals kept ready for each rule set that people start most, and for the rest.
KEPT: Final = {"standard-1": 20, "standard-3": 20, "vegas-1": 10, "vegas-3": 10} | {
    f"castle-{level}": 4 for level in range(1, 6)
}

#: Nodes for one deal; one that needs more is passed over, there is always another.
BUDGET: Final = 30_000


def find_winnable(rules_key: str) -> str:
    """Return the code of a new deal that is proven winnable under the rule set of that key."""
    rules = rule_set(rules_key)
    while True:
        code = new_code()
        if solve(deal_position(deal_from_code(code), rules), rules, BUDGET).verdict == "winnable":
            return code


async def top_up(database: Database, solver: SolverProcess, now_ms: int) -> bool:
    """Lay ready what is missing; tell whether anything was."""
    counts = await database.read(ready_deals.counts)
    missing = [key for key, kept in KEPT.items() for _ in range(kept - counts.get(key, 0))]
    for key in missing:
        code = await solver.run(find_winnable, key)
        await database.write(ready_deals.add, key, code, 1, now_ms)
    return bool(missing)
