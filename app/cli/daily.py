"""`klondaily daily certify`: make and prove the daily deals beforehand."""

import argparse
import time
from datetime import timedelta
from typing import Any

from app.cli.errors import CommandError
from app.cli.migrate import migrate
from app.config import SettingError, look_at_settings, with_secret
from app.config.readers import whole_number

_MOST_DAYS = 3660


def add_parser(commands: Any) -> None:
    command = commands.add_parser("daily", help="work on the daily deals")
    work = command.add_subparsers(dest="work", metavar="WORK", required=True)
    certify = work.add_parser("certify", help="make and prove the deals of today and the days after it")
    certify.add_argument("--days", default="7", help=f"how many days ahead, at most {_MOST_DAYS} (7)")


def run(arguments: argparse.Namespace) -> int:
    try:
        days = whole_number(0, _MOST_DAYS)(arguments.days)
    except SettingError as error:
        raise CommandError(f"--days {error}") from None
    settings = look_at_settings()
    migrate(settings.database_url)
    settings = with_secret(settings)
    from app.game.day import day_of
    from app.jobs.certify import certify
    from app.jobs.daily import new_nonce
    from app.solver import engine
    from app.store import dailies
    from app.store.database import run_once

    engine.warm(wait=True)
    now = time.time_ns() // 1_000_000
    today = day_of(now, settings.time_zone)
    for ahead in range(days + 1):
        day = today + timedelta(ahead)
        name = day.isoformat()
        if run_once(settings.database_url, dailies.get, name) is not None:
            print(f"{name} was ready", flush=True)
            continue
        began = time.perf_counter()
        made = certify(settings.key("daily"), day)
        run_once(settings.database_url, dailies.create, name, made.deal, made.salt, now, made.proof, new_nonce())
        print(f"{name} is proven on all four boards ({time.perf_counter() - began:.1f} s)", flush=True)
    return 0
