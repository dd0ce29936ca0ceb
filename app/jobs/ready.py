"""Deals that are known to be winnable, drawn from the secret and kept ready for new games (R3.2)."""

import hmac
import logging
from itertools import count
from typing import Final

from app.game.deal import CODE_BITS, deal_from_code
from app.game.position import deal_position
from app.game.proof import Proof
from app.game.rules import RuleSet, rule_set
from app.jobs.solver_process import Solvers
from app.solver.difficulty import difficulty, grade
from app.solver.solving import SOLVER_VERSION, solve
from app.store import ready_deals
from app.store.database import Database
from app.store.ready_deals import ReadyDeal

log = logging.getLogger(__name__)

GRADES: Final = ("gentle", "medium", "hard")

#: Deals of each difficulty kept ready for the rule sets that people start most, and for the rest.
KEPT: Final = {"standard-1": 7, "standard-3": 7, "vegas-1": 4, "vegas-3": 4, "open-1": 2, "open-3": 2} | {
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


def stock_key(rules: RuleSet) -> str:
    """Return the key of the rule set whose ready deals serve these rules too, as the law is the same.

    Neither clock nor scoring make a deal winnable or not.
    """
    base, *options = rules.key.split("+")
    if rules.table == "free-castle":
        base = f"castle-{rules.level}"
    elif rules.limited:
        base = f"vegas-{rules.draw}"
    return f"{base}+wholeruns" if "wholeruns" in options else base


def stock_rules(key: str) -> RuleSet:
    """Return the rules that the deals of a stock are proven by; castles' own row offers no options."""
    return rule_set(f"free-{key}" if key.startswith("castle-") and "+" in key else key)


def candidate(key: bytes, rules: str, serial: int, salt: int) -> str:
    """Return the code of a deal that number ``serial`` of a rule set's deals could be.

    ``key`` is ``Settings.key("ready")``: who has the installation's secret can draw it again.
    """
    digest = hmac.digest(key, f"{rules} {serial} {salt}".encode(), "sha256")
    return str(int.from_bytes(digest[: CODE_BITS // 8], "big"))


def find_winnable(key: bytes, stock: str, serial: int, wanted: int | None = None) -> ReadyDeal:
    """Return deal number ``serial`` of a stock: the first candidate that is proven, with luck of that difficulty.

    The same on any machine: of the first :data:`TRIES` proven candidates one of that difficulty, else the last.
    """
    tries = 0
    for salt in count():
        found, _ = _looked_at(key, stock, serial, salt, BUDGET)
        if found is None:
            continue
        tries += 1
        if wanted is None or found.difficulty == wanted or tries == TRIES:
            return found
    raise AssertionError


def find_soon(
    key: bytes, stock: str, serial: int, wanted: int | None = None, nodes: int | None = None
) -> ReadyDeal | None:
    """Return such a deal for a player who waits: nearest to the difficulty that ``nodes`` of search find, or none."""
    nearest: ReadyDeal | None = None
    left = NODES_SOON if nodes is None else nodes
    for salt in count():
        if left <= 0:
            break
        found, searched = _looked_at(key, stock, serial, salt, BUDGET_SOON)
        left -= searched
        if found is None:
            continue
        if wanted is None or found.difficulty == wanted:
            return found
        if nearest is None or abs(found.difficulty - wanted) < abs(nearest.difficulty - wanted):
            nearest = found
    return nearest


def _looked_at(key: bytes, stock: str, serial: int, salt: int, budget: int) -> tuple[ReadyDeal | None, int]:
    """Return a candidate if a search of so many nodes proves it winnable, and how many nodes that took."""
    rules = stock_rules(stock)
    code = candidate(key, rules.key, serial, salt)
    position = deal_position(deal_from_code(code), rules)
    verdict = solve(position, rules, budget)
    if verdict.verdict != "winnable":
        return None, verdict.nodes + 1
    line = " ".join(move.text for move in verdict.moves)
    score = difficulty(position, rules, verdict.moves, verdict.nodes)
    proof = Proof(rules.key, SOLVER_VERSION, serial, salt, line)
    found = ReadyDeal(code, GRADES.index(grade(score, rules)), proof.text)
    # The very text that is kept, read back and replayed by the law alone.
    if found.is_sound(stock):
        return found, verdict.nodes + 1
    log.error("a proof cannot be replayed, its candidate is passed over: %s of %s", code, stock)
    return None, verdict.nodes + 1


class Stock:
    """What lies ready, and what is to be made because somebody asked for it; ``key`` draws the deals."""

    def __init__(self, key: bytes, database: Database, solvers: Solvers) -> None:
        self._key = key
        self._database = database
        self._solvers = solvers
        self._asked: set[str] = set()

    def ask(self, rules: RuleSet) -> None:
        """Note that somebody wanted a deal for these rules and found none: from the next round on there will be."""
        self._asked.add(stock_key(rules))

    async def soon(self, stock: str, wanted: int | None = None, nodes: int | None = None) -> ReadyDeal | None:
        """Return a new deal for a player who waits, see :func:`find_soon`."""
        serial = await self._database.write(ready_deals.next_serial, stock)
        return await self._solvers.for_players.run(find_soon, self._key, stock, serial, wanted, nodes)

    async def top_up(self, now_ms: int) -> bool:
        """Lay ready what is missing; tell whether anything was."""
        counts = await self._database.read(ready_deals.counts_by_difficulty)
        kept = dict.fromkeys(self._asked, KEPT_ON_DEMAND) | KEPT
        missing = [
            (stock, level)
            for stock, number in kept.items()
            for level in range(len(GRADES))
            for _ in range(number - counts.get((stock, level), 0))
        ]
        for stock, level in missing:
            serial = await self._database.write(ready_deals.next_serial, stock)
            found = await self._solvers.in_background.run(find_winnable, self._key, stock, serial, level)
            await self._database.write(ready_deals.add, stock, found.code, found.difficulty, now_ms, found.proof)
        return bool(missing)
