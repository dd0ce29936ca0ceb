"""Deals proven winnable beforehand, so that a new game never waits for the solver."""

from sqlalchemy import Connection, delete, func, select

from app.store.inserting import insert_if_missing
from app.store.schema import READY_DEALS


def add(conn: Connection, rules: str, code: str, difficulty: int, now_ms: int) -> None:
    """Lay a proven deal ready for the rule set of that key."""
    insert_if_missing(conn, READY_DEALS, rules=rules, code=code, difficulty=difficulty, added_at=now_ms)


def take(conn: Connection, rules: str) -> str | None:
    """Take away the code that lies ready longest; ``None`` if none does. No two players get the same."""
    oldest = (
        select(READY_DEALS.c.code)
        .where(READY_DEALS.c.rules == rules)
        .order_by(READY_DEALS.c.added_at, READY_DEALS.c.code)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    mine = delete(READY_DEALS).where(READY_DEALS.c.rules == rules, READY_DEALS.c.code == oldest.scalar_subquery())
    return conn.execute(mine.returning(READY_DEALS.c.code)).scalar()


def counts(conn: Connection) -> dict[str, int]:
    """Return how many deals are ready for each rule set that has any."""
    rows = conn.execute(select(READY_DEALS.c.rules, func.count()).group_by(READY_DEALS.c.rules))
    return {row[0]: row[1] for row in rows}
