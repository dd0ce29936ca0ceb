"""`klondaily restore`: put a copy that `backup` made in the place of the database."""

import argparse
from pathlib import Path
from typing import Any

from app.cli.databases import explained
from app.cli.errors import CommandError
from app.config import load_settings

_FAILED = 1


def add_parser(commands: Any) -> None:
    command = commands.add_parser("restore", help="put a backup in the place of the database; stop the server first")
    command.add_argument("file", metavar="FILE", help="a file that backup made, from either kind of database")
    command.add_argument("--force", action="store_true", help="write over a database that holds something")


def run(arguments: argparse.Namespace) -> int:
    from app.store.backup import restore
    from app.store.errors import NotEmptyError

    settings = load_settings()
    try:
        with explained(f"cannot restore {arguments.file}"):
            restore(settings.database_url, Path(arguments.file), force=arguments.force)
    except NotEmptyError:
        raise CommandError("the database holds something already; --force writes over it", _FAILED) from None
    print(f"The database is as it was when {arguments.file} was made, with the newest tables.")
    return 0
