"""`klondaily backup`: a copy of the database in one file, while it is being served."""

import argparse
from pathlib import Path
from typing import Any

from app.cli.databases import add_moving, explained
from app.config import look_at_settings


def add_parser(commands: Any) -> None:
    what = ("FILE", "a SQLite file, whichever database it is made from")
    add_moving(
        commands, "backup", what, "copy the database into a file, while it is being served", "a file that is there"
    )


def run(arguments: argparse.Namespace) -> int:
    from app.store.backup import backup

    settings, file = look_at_settings(), Path(arguments.file)
    with explained(f"cannot back up to {file}", f"{file} is there"):
        backup(settings.database_url, file, force=arguments.force)
    print(f"The database is in {file} ({file.stat().st_size / 1e6:.1f} MB). Keep a copy of the secret as well.")
    return 0
