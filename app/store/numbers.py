"""How much of what there is, for those who watch a server: only what can be counted quickly."""

from typing import NamedTuple

from sqlalchemy import Connection, func, literal_column, select

from app.store import ready_deals
from app.store.schema import DAILIES, GAMES


class Numbers(NamedTuple):
    """Games under way; proven deals that lie ready, by rule set; days after today that have their deal."""

    running: int
    ready: dict[str, int]
    days_ahead: int


def numbers(conn: Connection, today: str) -> Numbers:
    """Count; ``today`` is the day's ISO date."""
    playing = GAMES.c.status == literal_column("'playing'")
    running = conn.execute(select(func.count()).where(playing, GAMES.c.started_at.is_not(None))).scalar_one()
    ahead = conn.execute(select(func.count()).where(DAILIES.c.day > today)).scalar_one()
    return Numbers(running, ready_deals.counts(conn), ahead)
