"""`klondaily players hide`: take a name off every board."""

import argparse
import time
from typing import Any

from app.cli.databases import telling
from app.cli.errors import FAILED, CommandError
from app.cli.migrate import migrate
from app.config import look_at_settings


def add_parser(commands: Any) -> None:
    command = commands.add_parser("players", help="work on the players' names")
    work = command.add_subparsers(dest="work", metavar="WORK", required=True)
    hide = work.add_parser(
        "hide",
        help="take a name off every board: nobody can take it again, its player shows as a number until a new one",
    )
    hide.add_argument("who", metavar="NAME|ID", help="the name on the board, or the player's id")


def run(arguments: argparse.Namespace) -> int:
    from app.store import players
    from app.store.database import run_once
    from app.store.migrate import refuse_missing

    settings = look_at_settings()
    with telling("cannot hide the name", ValueError):
        refuse_missing(settings.database_url)
    migrate(settings)

    name = run_once(settings.database_url, players.hide_name, arguments.who, time.time_ns() // 1_000_000)
    if name is None:
        raise CommandError(f"no player has the name or id {arguments.who!r}", FAILED)
    print(f"hidden: {name}")
    print("Nobody can take that name again; its player shows as a number until they choose another.")
    return 0
