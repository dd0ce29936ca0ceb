"""Deals proven winnable beforehand, so that a new game never waits for the solver."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from app.store.inserting import insert_if_missing
from app.store.schema import GAMES, READY_DEALS


class ReadyDeal(NamedTuple):
    """A proven deal: its code, and its difficulty as thirds of what is dealt, 0 gentle … 2 hard."""

    code: str
    difficulty: int


def add(conn: Connection, rules: str, code: str, difficulty: int, now_ms: int) -> None:
    """Lay a proven deal ready for the rule set of that key."""
    insert_if_missing(conn, READY_DEALS, rules=rules, code=code, difficulty=difficulty, added_at=now_ms)


def take_deal(conn: Connection, rules: str, difficulty: int | None = None) -> ReadyDeal | None:
    """Take away the deal that lies ready longest of those nearest to the wanted difficulty; ``None`` if none does.

    No two players get the same.
    """
    waiting = select(READY_DEALS.c.code).where(READY_DEALS.c.rules == rules)
    if difficulty is not None:
        waiting = waiting.order_by(func.abs(READY_DEALS.c.difficulty - difficulty))
    oldest = waiting.order_by(READY_DEALS.c.added_at, READY_DEALS.c.code).limit(1).with_for_update(skip_locked=True)
    mine = delete(READY_DEALS).where(READY_DEALS.c.rules == rules, READY_DEALS.c.code == oldest.scalar_subquery())
    found = conn.execute(mine.returning(READY_DEALS.c.code, READY_DEALS.c.difficulty)).first()
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
