"""The deal of each day (R7.1): made once, by whichever process comes first."""

from typing import NamedTuple

from sqlalchemy import Connection, select, update

from app.game.commitment import commitment
from app.store.inserting import insert_if_missing
from app.store.schema import DAILIES


class Daily(NamedTuple):
    """A row of ``dailies``; ``proof`` is JSON text of what the solver found, ``nonce`` is for the commitment."""

    day: str
    deal: str
    salt: str
    created_at: int
    proof: str | None
    nonce: str | None = None

    @property
    def commitment(self) -> str | None:
        """The hash that may be shown before the day begins."""
        return commitment(self.deal, self.nonce) if self.nonce is not None else None


_COLUMNS = tuple(DAILIES.c[name] for name in Daily._fields)


def get(conn: Connection, day: str) -> Daily | None:
    """Return the day's deal, ``None`` if none was made."""
    row = conn.execute(select(*_COLUMNS).where(DAILIES.c.day == day)).first()
    return Daily._make(row) if row else None


def create(
    conn: Connection,
    day: str,
    deal: str,
    salt: str,
    now_ms: int,
    proof: str | None = None,
    nonce: str | None = None,
) -> Daily:
    """Keep a day's deal unless it has one; return the one that holds, the same for everyone who does this at once."""
    insert_if_missing(conn, DAILIES, day=day, deal=deal, salt=salt, created_at=now_ms, proof=proof, nonce=nonce)
    present = get(conn, day)
    assert present is not None
    return present


def days(conn: Connection, first: str, last: str) -> list[Daily]:
    """Return the deals of the days from ``first`` to ``last``, both included."""
    chosen = select(*_COLUMNS).where(DAILIES.c.day >= first, DAILIES.c.day <= last)
    return [Daily._make(row) for row in conn.execute(chosen.order_by(DAILIES.c.day))]


def set_nonce(conn: Connection, day: str, nonce: str) -> None:
    """Keep what a day's commitment is made with, unless it has one."""
    conn.execute(update(DAILIES).where(DAILIES.c.day == day, DAILIES.c.nonce.is_(None)).values(nonce=nonce))


def commitments(conn: Connection, first: str, last: str) -> dict[str, str]:
    """Return the commitments of the days from ``first`` to ``last``; a day that has none is out."""
    return {daily.day: daily.commitment for daily in days(conn, first, last) if daily.commitment is not None}
