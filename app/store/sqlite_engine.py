"""Connections to a SQLite file, set up alike for whoever needs one."""

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Engine, NullPool, create_engine, event

BUSY_SECONDS: Final = 5.0
# Of each connection; what it does not hold the system's own cache does.
CACHE_KB: Final = 1_000
# Fifty lines of a leaderboard stand at fifty places of several trees: with less, a large one is read anew each time.
READER_CACHE_KB: Final = 2_000
# A commit makes a checkpoint only at 64 MB of log, where the thread that is there for it cannot keep up.
CHECKPOINT_PAGES: Final = 16_000


def sqlite_engine(
    url: URL, *, read_only: bool = False, foreign_keys: bool = True, busy_seconds: float = BUSY_SECONDS
) -> Engine:
    """Return an engine whose connections leave every transaction, and their threads, to whoever holds them."""
    options = {"timeout": busy_seconds, "isolation_level": None, "check_same_thread": False}
    engine = create_engine(url, poolclass=NullPool, connect_args=options)

    @event.listens_for(engine, "connect")
    def prepare(raw: sqlite3.Connection, _: object) -> None:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        raw.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
        raw.execute(f"PRAGMA cache_size = -{READER_CACHE_KB if read_only else CACHE_KB}")
        raw.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        if read_only:
            raw.execute("PRAGMA query_only = ON")

    return engine


def connect_for_reading(file: Path) -> sqlite3.Connection:
    """Return a connection to a file that is there, which cannot write to it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def connect_leaving_no_trace(file: Path) -> sqlite3.Connection:
    """Return such a connection that makes no files beside it either, where nobody has the database open."""
    if Path(f"{file}-wal").exists():
        return connect_for_reading(file)
    # No log: nobody writes, and SQLite need not make one to say so.
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def engine_leaving_no_trace(file: Path) -> Engine:
    """Return an engine of such connections."""
    return create_engine("sqlite://", creator=lambda: connect_leaving_no_trace(file), poolclass=NullPool)
