"""A consistent copy of a SQLite database while it is being served."""

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

# So many pages at a time, so that the writer gets in between.
PAGES: Final = 256


def backup(url: str, target: Path) -> None:
    """Copy the SQLite database at ``url`` into the new file ``target``, as it stands at one moment.

    Raises ``ValueError`` for another kind of database (PostgreSQL has ``pg_dump``), ``FileExistsError``
    where ``target`` is there, and ``OSError`` where a file cannot be read or written.
    """
    source = _file_of(url)
    with target.open("xb"):
        pass
    try:
        _copy(source, target)
    except BaseException:
        target.unlink()
        raise


def restore(url: str, source: Path) -> None:
    """Put the copy ``source`` in the place of the SQLite database at ``url``, which nobody may be serving.

    Raises ``ValueError`` for another kind of database or a file that is no whole database of ours.
    """
    target = _file_of(url)
    target.parent.mkdir(parents=True, exist_ok=True)
    check(source)
    # Into the database, not over its file: whoever has it open sees either the old one or the new one.
    _copy(source, target)


def check(file: Path) -> None:
    """Raise ``ValueError`` unless ``file`` is a whole database of this program."""
    if not file.is_file():
        raise FileNotFoundError(file)
    try:
        conn = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            [(state,)] = conn.execute("PRAGMA quick_check(1)").fetchall()
            conn.execute("SELECT version_num FROM alembic_version").fetchone()
            conn.execute("SELECT count(*) FROM games WHERE id = ''").fetchone()
        finally:
            conn.close()
    except sqlite3.DatabaseError as error:
        raise ValueError(f"not a database of this program: {error}") from error
    if state != "ok":
        raise ValueError(f"the copy is damaged: {state}")


def _file_of(url: str) -> Path:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise ValueError("only a SQLite database is copied here; for PostgreSQL use pg_dump and pg_restore")
    return Path(parsed.database)


def _copy(source: Path, target: Path) -> None:
    try:
        old = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
        new = sqlite3.connect(target)
        try:
            old.backup(new, pages=PAGES, sleep=0.005)
        finally:
            new.close()
            old.close()
    except sqlite3.Error as error:
        raise OSError(f"cannot copy {source} to {target}: {error}") from error
