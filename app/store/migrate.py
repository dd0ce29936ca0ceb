"""Bring a database's tables to the newest form, or back.

Alembic takes 12 MB: it is loaded only where there is something to migrate.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, inspect, make_url, text

from app.config import MIGRATIONS
from app.store.errors import NewerTablesError
from app.store.fitting import misfits
from app.store.private import keep_private
from app.store.sqlite_engine import sqlite_engine

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
    one server after the other is updated. Raises :class:`app.store.errors.NewerTablesError` where they do not.
    """
    newer: list[bool] = []
    in_transaction(url, lambda conn: newer.append(_bring_up(conn)))
    return newer[0]


def is_newest(url: str) -> bool:
    """Tell whether the tables of the database at ``url`` have this version's form: then there is nothing to migrate."""
    found: list[str | None] = []
    in_transaction(url, lambda conn: found.append(_revision(conn)))
    return found[0] == known_revisions()[-1]


def _revision(conn: Connection) -> str | None:
    if not inspect(conn).has_table("alembic_version"):
        return None
    return conn.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _bring_up(conn: Connection) -> bool:
    found = _revision(conn)
    known = known_revisions()
    if found == known[-1]:
        return False
    if found is None or found in known:
        _upgrade(conn, "head")
        return False
    misfit = next(misfits(conn), None)
    if misfit is not None:
        raise NewerTablesError(f"its tables are of revision {found}, from a newer version, and {misfit}")
    return True


def known_revisions() -> list[str]:
    """Return the revisions that this version knows, the newest last: the numbers that their files' names begin with."""
    return sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


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
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        _on_sqlite(parsed, work)
    else:
        asyncio.run(_on_postgres(parsed, work))


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
