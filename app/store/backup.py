"""A copy of the whole database in one file, made while it is being served, and put back.

The file is a SQLite database whatever it was made from, so a copy of a PostgreSQL database can be put back into
SQLite and the other way round.
"""

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from alembic.util import CommandError
from sqlalchemy import Connection, make_url

from app.store.copying import copy_database
from app.store.errors import NotEmptyError
from app.store.fitting import Standing, misfits, standing
from app.store.migrate import in_transaction, migrate
from app.store.private import database_file, is_sqlite, made_private
from app.store.sqlite_engine import connect_for_reading, engine_leaving_no_trace

# So many pages at a time, so that the writer gets in between.
PAGES: Final = 256


def backup(url: str, target: Path, *, force: bool = False) -> None:
    """Copy the database at ``url`` into the file ``target``, as it stands at one moment.

    Raises ``FileExistsError`` where ``target`` is there, unless ``force`` says that it may go, and ``OSError``
    where a file cannot be read or written, ``ValueError`` where there is no database or it is not whole. The file is
    there whole or not at all.
    """
    if target.exists() and not force:
        raise FileExistsError(target)
    source = database_file(make_url(url)) if is_sqlite(url) else None
    draft = _draft_beside(target)
    try:
        if source is not None:
            _copy(source, draft)
        else:
            copy_database(url, f"sqlite:///{draft}")
        _in_one_file(draft)
        # Before it takes the place of the one from the day before, which may be the last good one.
        found = check(draft, "the database")
        if found.trouble is not None:
            raise ValueError(found.trouble)
        draft.replace(target)
    finally:
        for left in draft.parent.iterdir():
            if left.name.startswith(draft.name):
                left.unlink()


def _draft_beside(target: Path) -> Path:
    folder = target.absolute().parent
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=f".{target.name}-")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
    os.close(handle)
    return Path(name)


def restore(url: str, source: Path, *, force: bool = False) -> None:
    """Put the copy ``source`` in the place of the database at ``url``, which nobody may be serving.

    A copy from an older version gets the newest tables. Raises ``ValueError`` for a file that is no whole
    database of ours or a newer version's, :class:`app.store.errors.NotEmptyError` where the database holds
    anything, unless ``force`` says that this may go.
    """
    check(source)
    with tempfile.TemporaryDirectory(prefix="klondaily-restore-") as folder:
        # Brought up to date beside, so that a copy which cannot be leaves the database as it was.
        draft = Path(folder) / "copy.db"
        _copy(source, draft)
        try:
            migrate(f"sqlite:///{draft}")
        except CommandError as error:
            raise ValueError(f"the copy is of another version of this program: {error}") from None
        in_transaction(f"sqlite:///{draft}", _check_tables)
        if not is_sqlite(url):
            copy_database(f"sqlite:///{draft}", url, force=force)
            return
        target = _file_of(url)
        if not force and _holds_anything(target):
            raise NotEmptyError
        with made_private(make_url(url)):
            if _is_nothing_known(target):
                os.truncate(target, 0)  # SQLite would not write over it
            # Into the database, not over its file: whoever has it open sees either the old one or the new one.
            _copy(draft, target)


def _check_tables(conn: Connection) -> None:
    misfit = next(misfits(conn), None)
    if misfit is not None:
        raise ValueError(f"the copy is damaged: {misfit}")


def check(file: Path, name: str = "the copy") -> Standing:
    """Raise ``ValueError`` unless ``file`` is a sound file with tables of this program; return how these stand.

    ``name`` is what the words of the error call it.
    """
    if not file.is_file():
        if file.exists() and not file.is_dir():
            raise ValueError("that is not a plain file")
        number = errno.EISDIR if file.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number))
    try:
        with closing(connect_for_reading(file)) as conn:
            [(state,)] = conn.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        raise ValueError(f"not a database of this program: {error}") from error
    if state != "ok":
        what = state.splitlines()[-1]  # below a heading that names the database
        raise ValueError(f"{name} is damaged: {what}")
    with engine_leaving_no_trace(file).connect() as conn:
        found = standing(conn)
    if found.revision is None:
        raise ValueError(found.trouble or "not a database of this program")
    return found


def _holds_anything(file: Path) -> bool:
    """Tell whether a database has games or players, or is something else than ours."""
    if not file.exists() or not file.stat().st_size:
        return False
    try:
        with closing(connect_for_reading(file)) as conn:
            tables = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            tables.discard("alembic_version")
            return any(conn.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in tables)  # noqa: S608
    except sqlite3.DatabaseError:
        return True


def _is_nothing_known(file: Path) -> bool:
    try:
        with closing(connect_for_reading(file)) as conn:
            conn.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_NOTADB
    return False


def _file_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def _in_one_file(file: Path) -> None:
    """Fold the log beside a database into it."""
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(connect_for_reading(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new, pages=PAGES, sleep=0.005)
    except sqlite3.Error as error:
        raise OSError(f"cannot copy {source} to {target}: {error}") from error
