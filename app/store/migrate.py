"""Bring a database's tables to the newest form, or back.

Alembic takes 12 MB: it is loaded only where there is something to migrate.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import DatabaseError

from app.config import MIGRATIONS
from app.store.errors import UnfitError
from app.store.fitting import PUT_BACK, Standing, standing
from app.store.private import database_file, is_sqlite, keep_private, refuse_unwritable
from app.store.sqlite_engine import engine_leaving_no_trace, sqlite_engine

if TYPE_CHECKING:
    from alembic.config import Config

# Any number that no other program on the same PostgreSQL database is likely to lock.
LOCK: Final = 5_207_113_004


def migrate(url: str, revision: str = "head") -> None:
    """Upgrade the database at ``url`` to ``revision``.

    All in one transaction. Several processes may do this at once: one does the work, the others wait
    and find it done. Not to be called from inside an event loop.
    """
    in_transaction(url, lambda conn: _upgrade(conn, revision))


def bring_up(url: str) -> bool:
    """Upgrade the database at ``url`` for serving; tell whether its tables are a newer version's already.

    Such tables are left as they are, if they hold all that this version needs: versions may serve side by side while
    one server after the other is updated. Raises :class:`app.store.errors.UnfitError` where they do not, or where they
    are not whole or another program's, before anything is written.
    """
    if is_newest(url):
        return False
    newer: list[bool] = []
    in_transaction(url, lambda conn: newer.append(_bring_up(conn)))
    return newer[0]


def is_newest(url: str) -> bool:
    """Tell whether the tables of the database at ``url`` have this version's form: then there is nothing to migrate.

    Raises :class:`app.store.errors.UnfitError` where this version cannot bring them there.
    """
    return _looked_at(url).is_newest


def refuse_missing(url: str) -> None:
    """Raise ``ValueError`` where there is no database, or none with tables, for those who would make neither."""
    if is_sqlite(url):
        database_file(make_url(url))
    if _looked_at(url).revision is None:
        raise ValueError("the database has no tables yet")


def _looked_at(url: str) -> Standing:
    """Look at a database; of SQLite nothing is made, and nothing written into the file."""
    if is_sqlite(url):
        return _looked_at_file(Path(str(make_url(url).database)))
    found: list[Standing] = []
    in_transaction(url, lambda conn: found.append(_fit(conn)))
    return found[0]


def _looked_at_file(file: Path) -> Standing:
    if not file.exists():
        return Standing(None)
    refuse_unwritable(file)
    if not file.stat().st_size:
        return Standing(None)
    try:
        with engine_leaving_no_trace(file).connect() as conn:
            return _fit(conn)
    except UnfitError as error:
        raise UnfitError(f"{file}: {error}") from None
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", None) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise UnfitError(f"{file} is damaged: {error.orig}; {PUT_BACK}") from None
        raise


def _fit(conn: Connection) -> Standing:
    found = standing(conn)
    if found.trouble is not None:
        raise UnfitError(f"{found.trouble}; {found.mend}")
    return found


def _bring_up(conn: Connection) -> bool:
    found = _fit(conn)
    if not found.is_newest and found.is_known:
        _upgrade(conn, "head")
        _fit(conn)
    return not found.is_known


def _upgrade(conn: Connection, revision: str) -> None:
    from alembic import command

    command.upgrade(alembic_config(conn), revision)


def downgrade(url: str, revision: str = "base") -> None:
    """Go back to ``revision``; what the newer tables held is lost."""
    from alembic import command

    in_transaction(url, lambda conn: command.downgrade(alembic_config(conn), revision))


def alembic_config(conn: Connection) -> "Config":
    """Return the configuration with which Alembic works on ``conn``."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = conn
    return config


def in_transaction(url: str, work: Callable[[Connection], None]) -> None:
    """Run ``work`` in a transaction that keeps every other migration of this database waiting."""
    if is_sqlite(url):
        _on_sqlite(make_url(url), work)
    else:
        asyncio.run(_on_postgres(make_url(url), work))


def _on_sqlite(url: URL, work: Callable[[Connection], None]) -> None:
    keep_private(url)
    # A table that is rebuilt under a new form must not take the rows along that point to it.
    engine = sqlite_engine(url, foreign_keys=False)
    with engine.connect() as conn:
        conn.exec_driver_sql("BEGIN IMMEDIATE")
        work(conn)
        conn.commit()
    engine.dispose()


async def _on_postgres(url: URL, work: Callable[[Connection], None]) -> None:
    from app.store.postgres import postgres_engine

    engine = postgres_engine(url)
    try:
        async with engine.begin() as conn:
            await conn.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            await conn.run_sync(work)
    finally:
        await engine.dispose()
