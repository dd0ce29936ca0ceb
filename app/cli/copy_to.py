"""`klondaily copy-to`: everything into another database, from SQLite to PostgreSQL or back."""

import argparse
from typing import Any

from app.cli.databases import explained
from app.cli.errors import CommandError
from app.config import SettingError, load_settings
from app.config.readers import database_url

_FAILED = 1


def add_parser(commands: Any) -> None:
    command = commands.add_parser("copy-to", help="copy everything into another database; stop the server first")
    command.add_argument("url", metavar="URL", help="postgresql://user:password@host/name or sqlite:////file.db")
    command.add_argument("--force", action="store_true", help="write over a database that holds something")


def run(arguments: argparse.Namespace) -> int:
    from app.store.copying import copy_database
    from app.store.errors import NotEmptyError

    try:
        target = database_url(arguments.url)
    except SettingError as error:
        raise CommandError(f"the address {error}") from None
    settings = load_settings()
    if not target or target == settings.database_url:
        raise CommandError("the address must be another database's than KLONDAILY_DATABASE_URL")
    try:
        with explained("cannot copy the database"):
            counts = copy_database(settings.database_url, target, force=arguments.force)
    except NotEmptyError:
        raise CommandError("that database holds something already; --force writes over it", _FAILED) from None
    for name, count in counts.items():
        print(f"{name}: {count}")
    print("Everything is there. Set KLONDAILY_DATABASE_URL to that address and start the server again.")
    return 0
