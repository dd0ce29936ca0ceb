"""How a database is: for the doctor, who looks at one that may not be ours yet."""

import asyncio
import time
from typing import NamedTuple

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, make_url, select, text

from app.store.copying import head_revision, revision
from app.store.database import Database
from app.store.fitting import misfits
from app.store.migrate import alembic_config
from app.store.schema import DAILIES, GAMES


class Health(NamedTuple):
    """``revision`` is ``None`` without tables; ``is_known`` that this program knows it. Times in ms since 1970 UTC.

    ``misfit`` says what this program cannot work with in unknown tables, ``connections`` how many PostgreSQL allows.
    ``latest_ms`` is when the last game under way was begun, 0 without one; ``days`` are those with a deal.
    """

    kind: str
    revision: str | None
    newest: str | None
    is_known: bool
    misfit: str | None
    connections: int | None
    clock_ms: int
    latest_ms: int
    days: frozenset[str]


def looked_at(url: str) -> Health:
    """Look at the database at ``url``, changing nothing; raises what the store and SQLAlchemy raise.

    Not to be called from inside an event loop.
    """

    async def look() -> Health:
        async with Database(url) as database:
            return await database.read(_health, make_url(url).get_backend_name())

    return asyncio.run(look())


def _health(conn: Connection, backend: str) -> Health:
    is_sqlite = backend == "sqlite"
    version = conn.execute(text("SELECT sqlite_version()" if is_sqlite else "SHOW server_version")).scalar_one()
    kind = f"{'SQLite' if is_sqlite else 'PostgreSQL'} {version}"
    clock = time.time_ns() // 1_000_000
    if not is_sqlite:
        clock = int(conn.execute(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")).scalar_one())
    allowed = None if is_sqlite else int(conn.execute(text("SHOW max_connections")).scalar_one())
    newest = head_revision(conn)
    if not inspect(conn).has_table("alembic_version"):
        return Health(kind, None, newest, True, None, allowed, clock, 0, frozenset())
    found = revision(conn)
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config(conn)).walk_revisions()}
    if found not in known and (misfit := next(misfits(conn), None)) is not None:
        return Health(kind, found, newest, False, misfit, allowed, clock, 0, frozenset())
    playing = GAMES.c.status == "playing"
    latest = conn.execute(select(func.max(GAMES.c.started_at)).where(playing, GAMES.c.started_at.is_not(None))).scalar()
    days = frozenset(row[0] for row in conn.execute(select(DAILIES.c.day).order_by(DAILIES.c.day.desc()).limit(400)))
    return Health(kind, found, newest, found in known, None, allowed, clock, latest or 0, days)
