"""Database files that are their owner's alone: they hold the players' ids, which cookies are made of, and the games."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL

MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


def files_of(url: URL) -> list[Path]:
    """Return a SQLite database's file and those that SQLite keeps beside it, there or not; none for one in memory."""
    name = url.database or ":memory:"
    if name == ":memory:" or name.startswith("file:"):
        return []
    return [Path(name + ending) for ending in ("", "-wal", "-shm")]


def keep_private(url: URL) -> None:
    """Make a SQLite database's file where it is missing, and let nobody else read what is there and ours.

    A folder that has to be made is the owner's alone too; one that was there stays as it is. What may not be done
    is left to SQLite, which says why the database cannot be opened.
    """
    files = files_of(url)
    if not files:
        return
    files[0].parent.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    with suppress(OSError):
        # Never one that is there: to close it again would end the locks that this process holds on it.
        os.close(os.open(files[0], os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
    for file in files:
        with suppress(OSError):
            found = file.stat()
            if found.st_uid == os.geteuid() and found.st_mode & 0o077:
                file.chmod(MODE)
