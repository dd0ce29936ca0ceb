"""`klondaily migrate`: bring the database's tables to the newest form."""

import argparse
import os
import signal
import subprocess
import sys
from typing import Any, Final

from app.cli.databases import telling
from app.config import Settings, look_at_settings, with_secret
from app.config.settings import folder_error

_FAILED: Final = "cannot migrate the database"


def add_parser(commands: Any) -> None:
    commands.add_parser("migrate", help="bring the database to the newest schema")


def run(arguments: argparse.Namespace) -> int:
    settings = look_at_settings()
    migrate(settings)
    with_secret(settings)  # last: a database that is refused leaves none behind
    return 0


def migrate(settings: Settings) -> None:
    """Upgrade the database unless a newer version has, or raise CommandError with the first line of what it says.

    Raises SettingError where the data folder is to hold it and cannot be made.
    """
    from app.store import migrate as store

    with telling(_FAILED):
        try:
            is_newer = store.bring_up(settings.database_url)
        except OSError as error:
            if settings.keeps_database and not settings.data.is_dir():
                raise folder_error(settings.data, error) from None
            raise
    if is_newer:
        print("The tables are a newer version's and are left so; this version can serve them.", file=sys.stderr)


def migrate_apart(database_url: str) -> int:
    """Do the same for a server, and return the exit status.

    What there is to do is done by a process of its own, which reads the same settings and says itself what goes wrong:
    Alembic's 12 MB go with it.
    """
    from app.store import migrate as store

    with telling(_FAILED):
        if store.is_newest(database_url):
            return 0
    # With -P nothing is found in the working directory that this process would not find there.
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-P", "-m", "app", "migrate"], env=environ) as child:
        before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        try:
            status = child.wait()
        finally:
            signal.signal(signal.SIGTERM, before)
    return status if status >= 0 else 128 - status  # as a shell tells of a signal
