"""`klondaily migrate`: bring the database's tables to the newest form."""

import argparse
import sys
from typing import Any

from app.cli.databases import reason
from app.cli.errors import FAILED, CommandError
from app.config import load_settings


def add_parser(commands: Any) -> None:
    commands.add_parser("migrate", help="bring the database to the newest schema")


def run(arguments: argparse.Namespace) -> int:
    migrate(load_settings().database_url)
    return 0


def migrate(database_url: str) -> None:
    """Upgrade the database unless a newer version has, or raise CommandError with the first line of what it says."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.store import migrate as store
    from app.store.errors import StoreError

    try:
        if store.bring_up(database_url):
            print("The tables are a newer version's and are left so; this version can serve them.", file=sys.stderr)
    except (SQLAlchemyError, StoreError, OSError) as error:
        raise CommandError(f"cannot migrate the database: {reason(error)}", FAILED) from None
