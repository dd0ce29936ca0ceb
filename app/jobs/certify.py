"""Choosing a day's deal: the first candidate that is proven winnable on all four boards (R7.1, R3.2)."""

import hmac
import json
import logging
from datetime import date
from typing import Final, NamedTuple

from app.game.deal import Deal, deal_from_seed
from app.game.position import deal_position
from app.game.proof import line_wins
from app.game.rules import rule_set
from app.solver.solving import SOLVER_VERSION, solve

log = logging.getLogger(__name__)

#: The boards of a day, the one that most deals fail on first.
BOARD_RULES: Final = ("daily-vegas-1", "daily-vegas-3", "daily-standard-3", "daily-standard-1")

#: Nodes for one board of one candidate. A candidate that needs more is passed over: there is always another.
BUDGET: Final = 30_000


class Certified(NamedTuple):
    """A proven deal: ``salt`` is the candidate's number, ``proof`` JSON with a winning line for each board."""

    deal: str
    salt: str
    proof: str


def candidate(key: bytes, day: date, number: int) -> Deal:
    """Return one of the deals that a day could have; ``key`` is ``Settings.key("daily")``."""
    return deal_from_seed(hmac.digest(key, f"{day.isoformat()} {number}".encode(), "sha256"))


def certify(key: bytes, day: date) -> Certified:
    """Return the day's deal; the same key and day give the same deal on any machine."""
    number = 0
    while True:
        deal = candidate(key, day, number)
        lines = prove(deal)
        if lines is not None:
            proof = proof_of(lines)
            # The very text that is kept and published, read back and replayed by the law alone.
            if is_proof(deal, proof):
                return Certified(deal.text, str(number), proof)
            log.error("a proof cannot be replayed, its candidate is passed over: %s of %s", number, day)
        number += 1


def proof_of(lines: dict[str, str]) -> str:
    """Return the lines as the text that is stored: JSON, with the solver's version."""
    return json.dumps({"solver": SOLVER_VERSION, "lines": lines}, separators=(",", ":"))


def prove(deal: Deal) -> dict[str, str] | None:
    """Return a winning line for each board by its rule set's key, moves blank-separated; ``None`` without all four."""
    lines = {}
    for key in BOARD_RULES:
        rules = rule_set(key)
        verdict = solve(deal_position(deal, rules), rules, BUDGET)
        if verdict.verdict != "winnable":
            return None
        lines[key] = " ".join(move.text for move in verdict.moves)
    return lines


def is_proof(deal: Deal, proof: str) -> bool:
    """Tell whether ``proof`` wins ``deal`` on all four boards, by the law alone."""
    lines = json.loads(proof)["lines"]
    return all(line_wins(deal, rule_set(key), lines.get(key, "")) for key in BOARD_RULES)
