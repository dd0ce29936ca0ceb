"""Database files that are their owner's alone: they hold the players' ids, which cookies are made of, and the games."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url

MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


def is_sqlite(url: str) -> bool:
    return make_url(url).get_backend_name() == "sqlite"


def files_of(url: URL) -> list[Path]:
    """Return a SQLite database's file and those that SQLite keeps beside it, there or not; none for one in memory."""
    name = url.database or ":memory:"
    if name == ":memory:" or name.startswith("file:"):
        return []
    return [Path(name + ending) for ending in ("", "-wal", "-shm")]


def keep_private(url: URL) -> None:
    """Make a SQLite database's file where it is missing, and let nobody else read what is there and ours.

    A folder that has to be made is the owner's alone too; one that was there stays as it is. Raises ``OSError``, with
    the name of what is in the way, where a database cannot be made or written: SQLite would not say why.
    """
    files = files_of(url)
    if not files:
        return
    _make(files[0])
    for file in files:
        with suppress(OSError):
            found = file.stat()
            if found.st_uid == os.geteuid() and found.st_mode & 0o077:
                file.chmod(MODE)


@contextmanager
def made_private(url: URL) -> Iterator[None]:
    """Do the same, and take back what was made where what is then done with it fails."""
    files = [file.absolute() for file in files_of(url)]
    missing = [file for file in files if not file.exists()]
    folders = [folder for file in files[:1] for folder in file.parents if not folder.exists()]
    try:
        keep_private(url)
        yield
    except BaseException:
        for file in missing:
            file.unlink(missing_ok=True)
        with suppress(OSError):  # not made yet, or somebody else has put something into it
            for folder in folders:
                folder.rmdir()
        raise


def database_file(url: URL) -> Path:
    """Return the file of a SQLite database that is there; raises ``ValueError`` with the reason where it is not."""
    file = Path(str(url.database))
    if file.is_dir():
        raise ValueError(f"{file} is a folder, not a database")
    if not file.exists():
        raise ValueError(f"there is no database {file}")
    return file


def refuse_unwritable(file: Path) -> None:
    """Raise ``OSError``, with the name of what is in the way, where a database that is there cannot be written."""
    if file.is_dir():
        raise _error(errno.EISDIR, file)
    folder = file.parent
    for place, needed in ((folder, os.W_OK | os.X_OK), (file, os.R_OK | os.W_OK)):
        if not os.access(place, needed):
            raise _error(errno.EROFS if is_read_only(place) else errno.EACCES, place)


def is_read_only(place: Path) -> bool:
    """Tell whether a file or folder is on a disk that nobody can write to."""
    return bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def _make(file: Path) -> None:
    folder = file.parent
    if folder.exists() and not folder.is_dir():
        raise _error(errno.ENOTDIR, folder)
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    if not file.is_dir():
        with suppress(FileExistsError):
            # Never one that is there: to close it again would end the locks that this process holds on it.
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
    refuse_unwritable(file)


def _error(number: int, place: Path) -> OSError:
    return OSError(number, os.strerror(number), str(place))
