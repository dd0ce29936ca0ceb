"""`klondaily daily certify`: make and prove the daily deals beforehand."""

import argparse
import sys
import time
from datetime import date, timedelta
from typing import Any

from app.cli.errors import CommandError
from app.cli.migrate import migrate
from app.config import SettingError, Settings, look_at_settings, with_secret
from app.config.readers import whole_number

_MOST_DAYS = 3660
#: A day takes about a second in plain Python, loading the compiled search a few, compiling it first a minute or more.
_FEW_DAYS = 40
_LOADING = (
    "klondaily: {} days are to be made. The fast solver is loaded first; where it has to be compiled, "
    "once on a machine, that takes a minute or more."
)


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
    migrate(settings)
    settings = with_secret(settings)
    from app.game.day import day_of
    from app.store import dailies
    from app.store.database import run_once

    today = day_of(_now_ms(), settings.time_zone)
    lacking = []
    for day in [today + timedelta(ahead) for ahead in range(days + 1)]:
        if run_once(settings.database_url, dailies.get, day.isoformat()) is None:
            lacking.append(day)
        else:
            print(f"{day} was ready", flush=True)
    _make(settings, lacking)
    return 0


def _make(settings: Settings, days: list[date]) -> None:
    from app.jobs.certify import certify
    from app.jobs.daily import new_nonce
    from app.solver import engine
    from app.store import dailies
    from app.store.database import run_once

    if len(days) > _FEW_DAYS:
        print(_LOADING.format(len(days)), file=sys.stderr, flush=True)
        engine.warm(wait=True)
    for day in days:
        began = time.perf_counter()
        made = certify(settings.key("daily"), day)
        given = (day.isoformat(), made.deal, made.salt, _now_ms(), made.proof, new_nonce())
        run_once(settings.database_url, dailies.create, *given)
        print(f"{day} is proven on all four boards ({time.perf_counter() - began:.1f} s)", flush=True)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
