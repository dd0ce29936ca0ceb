"""`klondaily restore`: put a copy that `backup` made in the place of the database."""

import argparse
from pathlib import Path
from typing import Any

from app.cli.databases import add_moving, explained
from app.config import look_at_settings


def add_parser(commands: Any) -> None:
    what = ("FILE", "a file that backup made, from either kind of database")
    says = "put a backup in the place of the database; stop the server first"
    add_moving(commands, "restore", what, says, "a database that holds something")


def run(arguments: argparse.Namespace) -> int:
    from app.store.backup import restore

    settings, file = look_at_settings(), Path(arguments.file)
    with explained(f"cannot restore {file}", "the database holds something"):
        restore(settings.database_url, file, force=arguments.force)
    print(f"The database is as it was when {file} was made, with the newest tables.")
    return 0
