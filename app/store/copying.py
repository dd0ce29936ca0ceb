"""All rows of one database into another, SQLite or PostgreSQL on either side: one moment of it, in one transaction."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import URL, Connection, Engine, Table, delete, insert, make_url, select
from sqlalchemy.util import greenlet_spawn

from app.store.errors import NotEmptyError
from app.store.fitting import standing
from app.store.migrate import bring_up
from app.store.postgres import postgres_engine
from app.store.private import database_file, is_sqlite
from app.store.schema import METADATA
from app.store.sqlite_engine import engine_leaving_no_trace, sqlite_engine

#: Rows that are in memory at once.
ROWS: Final = 1000


def copy_database(source: str, target: str, *, force: bool = False) -> dict[str, int]:
    """Copy everything at ``source`` to ``target`` and return how many rows each table had.

    The source may be served meanwhile: what is copied is one moment of it. The target gets its tables
    here; raises :class:`app.store.errors.NotEmptyError` where it holds anything, unless ``force`` says that
    this may go. Raises ``ValueError`` where the source is not there or has not this program's tables, and what
    SQLAlchemy raises. Not to be called from inside an event loop.
    """
    if is_sqlite(source):
        # To open it as the copy does would make it, and change another program's.
        with engine_leaving_no_trace(database_file(make_url(source))).connect() as conn:
            _check_revision(conn)
    bring_up(target)
    count: dict[str, int] = asyncio.run(greenlet_spawn(_copy, make_url(source), make_url(target), force))
    return count


def is_empty(conn: Connection) -> bool:
    """Tell whether no table of ours has a row."""
    return not any(conn.execute(select(*table.primary_key).limit(1)).first() for table in METADATA.sorted_tables)


def _copy(source: URL, target: URL, force: bool) -> dict[str, int]:
    with _engine(source) as old, _engine(target) as new, _snapshot(old) as reading, _transaction(new) as writing:
        _check_revision(reading)
        if not is_empty(writing):
            if not force:
                raise NotEmptyError
            for table in reversed(METADATA.sorted_tables):
                writing.execute(delete(table))
        return {table.name: _copy_table(reading, writing, table) for table in METADATA.sorted_tables}


def _check_revision(conn: Connection) -> None:
    found = standing(conn)
    if found.revision is None:
        raise ValueError("that is no database of this program")
    if not found.is_newest:
        raise ValueError(f"its tables are those of revision {found.revision}, not of this program: migrate it first")
    if found.trouble is not None:
        raise ValueError(found.trouble)


def _copy_table(reading: Connection, writing: Connection, table: Table) -> int:
    found = reading.execution_options(yield_per=ROWS).execute(select(table).order_by(*table.primary_key))
    count = 0
    for rows in found.mappings().partitions():
        writing.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count


@contextmanager
def _engine(url: URL) -> Iterator[Engine]:
    engine = sqlite_engine(url) if url.get_backend_name() == "sqlite" else postgres_engine(url).sync_engine
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that sees one moment and cannot write."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with engine.connect() as conn:
        if engine.dialect.name == "sqlite":
            conn.exec_driver_sql("BEGIN")
        yield conn


@contextmanager
def _transaction(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as conn:
        if engine.dialect.name == "sqlite":
            conn.exec_driver_sql("BEGIN IMMEDIATE")
        yield conn
        conn.commit()
