"""`klondaily backup`: a copy of the database in one file, while it is being served."""

import argparse
from pathlib import Path
from typing import Any

from app.cli.databases import explained
from app.cli.errors import CommandError
from app.config import load_settings

_FAILED = 1


def add_parser(commands: Any) -> None:
    command = commands.add_parser("backup", help="copy the database into a file, while it is being served")
    command.add_argument("file", metavar="FILE", help="a SQLite file, whichever database it is made from")
    command.add_argument("--force", action="store_true", help="write over a file that is there")


def run(arguments: argparse.Namespace) -> int:
    from app.store.backup import backup

    settings = load_settings()
    try:
        with explained(f"cannot back up to {arguments.file}"):
            backup(settings.database_url, Path(arguments.file), force=arguments.force)
    except FileExistsError:
        raise CommandError(f"{arguments.file} is there already; --force writes over it", _FAILED) from None
    size = Path(arguments.file).stat().st_size
    print(f"The database is in {arguments.file} ({size / 1e6:.1f} MB). Keep a copy of the secret as well.")
    return 0
