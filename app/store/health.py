"""How a database is: for the doctor, who looks at one that may not be ours yet."""

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, make_url, select, text

from app.store.database import Database
from app.store.fitting import Standing, standing
from app.store.private import database_file
from app.store.schema import DAILIES, GAMES
from app.store.sqlite_engine import connect_leaving_no_trace, engine_leaving_no_trace

#: SQLite is asked after so many of its own steps whether it takes too long.
STEPS: Final = 10_000


class Health(NamedTuple):
    """Times in ms since 1970 UTC; ``connections`` is how many PostgreSQL allows.

    ``latest_ms`` is when the last game under way was begun, 0 without one; ``days`` are those with a deal.
    """

    kind: str
    standing: Standing
    connections: int | None
    clock_ms: int
    latest_ms: int
    days: frozenset[str]


def looked_at(url: str) -> Health:
    """Look at the database at ``url``, changing and making nothing; raises what the store and SQLAlchemy raise.

    Of SQLite the file has to be there. Not to be called from inside an event loop.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        with engine_leaving_no_trace(database_file(parsed)).connect() as conn:
            conn.exec_driver_sql("BEGIN")  # one snapshot for all of it
            return _health(conn, "sqlite")

    async def look() -> Health:
        async with Database(url) as database:
            return await database.read(_health, parsed.get_backend_name())

    return asyncio.run(look())


def damage(url: str, seconds: float) -> str | None:
    """Read a whole SQLite database through and return what is broken in it, ``None`` where nothing is.

    Raises ``TimeoutError`` where that takes longer than ``seconds``: it is the disk's speed that decides.
    """
    until = time.monotonic() + seconds
    with closing(connect_leaving_no_trace(database_file(make_url(url)))) as conn:
        conn.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        try:
            [(state,)] = conn.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise TimeoutError from None
            return str(error)
    return None if state == "ok" else " ".join(str(state).split())


def _health(conn: Connection, backend: str) -> Health:
    is_sqlite = backend == "sqlite"
    version = conn.execute(text("SELECT sqlite_version()" if is_sqlite else "SHOW server_version")).scalar_one()
    kind = f"{'SQLite' if is_sqlite else 'PostgreSQL'} {version}"
    clock = time.time_ns() // 1_000_000
    if not is_sqlite:
        clock = int(conn.execute(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")).scalar_one())
    allowed = None if is_sqlite else int(conn.execute(text("SHOW max_connections")).scalar_one())
    found = standing(conn)
    if found.revision is None or found.trouble is not None:
        return Health(kind, found, allowed, clock, 0, frozenset())
    playing = GAMES.c.status == "playing"
    latest = conn.execute(select(func.max(GAMES.c.started_at)).where(playing, GAMES.c.started_at.is_not(None))).scalar()
    days = frozenset(row[0] for row in conn.execute(select(DAILIES.c.day).order_by(DAILIES.c.day.desc()).limit(400)))
    return Health(kind, found, allowed, clock, latest or 0, days)
