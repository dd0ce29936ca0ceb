"""`klondaily copy-to`: everything into another database, from SQLite to PostgreSQL or back."""

import argparse
from typing import Any

from app.cli.databases import add_moving, explained
from app.cli.errors import CommandError
from app.config import SettingError, look_at_settings
from app.config.readers import database_url


def add_parser(commands: Any) -> None:
    what = ("URL", "postgresql://user:password@host/name or sqlite:////file.db")
    says = "copy everything into another database; stop the server first"
    add_moving(commands, "copy-to", what, says, "a database that holds something")


def run(arguments: argparse.Namespace) -> int:
    from app.store.copying import copy_database

    try:
        target = database_url(arguments.url)
    except SettingError as error:
        raise CommandError(f"the address {error}") from None
    settings = look_at_settings()
    if not target or target == settings.database_url:
        raise CommandError("the address must be another database's than KLONDAILY_DATABASE_URL")
    with explained("cannot copy the database", "that database holds something"):
        counts = copy_database(settings.database_url, target, force=arguments.force)
    for name, count in counts.items():
        print(f"{name}: {count}")
    print("Everything is there. Set KLONDAILY_DATABASE_URL to that address and start the server again.")
    return 0
