"""Room on the disk that a SQLite file is on."""

import shutil
from pathlib import Path
from typing import Final

from app.store.errors import UnavailableError

#: With less than this, in bytes, a server cannot keep much more than the next few moves: it is not ready any more, so
#: that this is known before the first move is lost.
NO_ROOM: Final = 20_000_000


def refuse_without_room(file: Path) -> None:
    """Raise :class:`app.store.errors.UnavailableError` where less is free; ``OSError`` where ``file`` is gone."""
    free = shutil.disk_usage(file).free
    if free < NO_ROOM:
        raise UnavailableError(f"only {free // 1_000_000} MB are free where {file} is")
