"""Deals proven winnable beforehand, so that a new game never waits for the solver."""

import logging
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from app.game.deal import deal_from_code
from app.game.proof import Proof
from app.store.inserting import insert_if_missing, inserting
from app.store.schema import GAMES, READY_DEALS, READY_SERIALS

log = logging.getLogger(__name__)


class ReadyDeal(NamedTuple):
    """A proven deal: its code, and its difficulty as thirds of what is dealt, 0 gentle … 2 hard.

    ``proof`` is the text of an :class:`app.game.proof.Proof`; deals from before proofs were kept have none.
    """

    code: str
    difficulty: int
    proof: str | None = None

    def is_sound(self, rules: str) -> bool:
        """Tell whether the law plays the proof to a win by the rules of a stock; what has no proof is believed."""
        if self.proof is None:
            return True
        try:
            proof = Proof.parse(self.proof)
        except (ValueError, TypeError):
            return False
        return proof.rules.removeprefix("free-") == rules and proof.wins(deal_from_code(self.code))


def next_serial(conn: Connection, rules: str) -> int:
    """Return the number, from 0, of a deal to be drawn for the rule set of that key; nobody gets it again."""
    first = inserting(conn, READY_SERIALS).values(rules=rules, next=1)
    after = READY_SERIALS.c.next + 1
    statement = first.on_conflict_do_update(index_elements=[READY_SERIALS.c.rules], set_={"next": after})
    taken: int = conn.execute(statement.returning(READY_SERIALS.c.next)).scalar_one() - 1
    return taken


def add(conn: Connection, rules: str, code: str, difficulty: int, now_ms: int, proof: str | None = None) -> None:
    """Lay a proven deal ready for the rule set of that key."""
    values = {"rules": rules, "code": code, "difficulty": difficulty, "added_at": now_ms, "proof": proof}
    insert_if_missing(conn, READY_DEALS, **values)


def take_deal(conn: Connection, rules: str, difficulty: int | None = None) -> ReadyDeal | None:
    """Take away the deal that lies ready longest of those nearest to the wanted difficulty; ``None`` if none does.

    No two players get the same. One whose proof the law does not replay is thrown away.
    """
    while True:
        found = _taken(conn, rules, difficulty)
        if found is None or found.is_sound(rules):
            return found
        log.error("a ready deal's proof cannot be replayed, it is thrown away: %s of %s", found.code, rules)


def _taken(conn: Connection, rules: str, difficulty: int | None) -> ReadyDeal | None:
    waiting = select(READY_DEALS.c.code).where(READY_DEALS.c.rules == rules)
    if difficulty is not None:
        waiting = waiting.order_by(func.abs(READY_DEALS.c.difficulty - difficulty))
    oldest = waiting.order_by(READY_DEALS.c.added_at, READY_DEALS.c.code).limit(1).with_for_update(skip_locked=True)
    mine = delete(READY_DEALS).where(READY_DEALS.c.rules == rules, READY_DEALS.c.code == oldest.scalar_subquery())
    columns = [READY_DEALS.c[name] for name in ReadyDeal._fields]
    found = conn.execute(mine.returning(*columns)).first()
    return ReadyDeal._make(found) if found else None


def counts(conn: Connection) -> dict[str, int]:
    """Return how many deals are ready for each rule set that has any."""
    rows = conn.execute(select(READY_DEALS.c.rules, func.count()).group_by(READY_DEALS.c.rules))
    return {row[0]: row[1] for row in rows}


def counts_by_difficulty(conn: Connection) -> dict[tuple[str, int], int]:
    """Return how many deals are ready for each rule set and difficulty that has any."""
    columns = (READY_DEALS.c.rules, READY_DEALS.c.difficulty)
    return {(row[0], row[1]): row[2] for row in conn.execute(select(*columns, func.count()).group_by(*columns))}


def known_difficulty(conn: Connection, code: str, rules: str) -> int | None:
    """Return the difficulty of a deal that was proven when somebody played it by these rules, ``None`` for others."""
    played = select(GAMES.c.difficulty).where(GAMES.c.code == code, GAMES.c.rules == rules)
    return conn.execute(played.where(GAMES.c.difficulty.is_not(None)).limit(1)).scalar()
