"""What the doctor looks at: each check returns what it found, worst last."""

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.config import Settings
from app.config.secret import FILE_NAME

if TYPE_CHECKING:
    from app.store.fitting import Standing

#: Less room on the disk than this is worth a word, in bytes.
LEAST_ROOM: Final = 500_000_000
#: So many seconds are spent on reading a SQLite file through.
PATIENCE: Final = 60
#: A made secret has 64 characters; one of fewer different ones than this was typed by hand.
LEAST_VARIETY: Final = 10
GOOD_SECRET: Final = 32
#: Connections that one process may have, and those that PostgreSQL's own keep for themselves or a backup needs.
CONNECTIONS: Final = 22
SPARE: Final = 5
#: Milliseconds by which this machine's clock and the database's may differ.
CLOCKS_DIFFER: Final = 5_000


class Finding(NamedTuple):
    """``note`` may be meant so, ``wrong`` cannot be; ``mend`` says what to do."""

    kind: Literal["good", "note", "wrong"]
    text: str
    mend: str = ""


def all_findings(settings: Settings) -> list[Finding]:
    """Look at everything."""
    checks: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
        _settings,
        _data,
        _room,
        _secret,
        _files,
        _proxies,
        _processes,
        _database,
        _solver,
    )
    return [finding for check in checks for finding in check(settings)]


def _settings(settings: Settings) -> Iterator[Finding]:
    yield Finding("good", f"The settings can be read; the day begins by {settings.time_zone.key} time.")


def _data(settings: Settings) -> Iterator[Finding]:
    folder = settings.data
    if not folder.is_dir():
        yield from _no_folder(settings)
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        if not _is_told_of_database(settings):
            yield _unwritable(f"The data folder {folder}", folder)
        return
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        yield Finding("wrong", f"Anybody on this machine can write to {folder}.", f"chmod o-w {folder}")
    yield Finding("good", f"The data folder is {folder}.")


def _is_told_of_database(settings: Settings) -> bool:
    """Tell whether the data folder is on a read-only disk, and the database in it: that is one cause, said once."""
    from app.store.private import is_read_only

    file = _sqlite_file(settings) if settings.is_sqlite else None
    return file is not None and file.parent == settings.data and file.is_file() and is_read_only(settings.data)


def _no_folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data
    if folder.exists():
        yield Finding("wrong", f"{folder} is no folder.", "Set KLONDAILY_DATA to one, or to where one can be made.")
        return
    above = next(parent for parent in folder.parents if parent.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        yield Finding(
            "wrong", f"The data folder {folder} cannot be made in {above}.", "Make it, or set KLONDAILY_DATA."
        )
    elif settings.is_sqlite or not settings.secret:
        yield Finding("note", f"There is no data folder {folder} yet.", "The first start makes it.")


def _unwritable(what: str, place: Path) -> Finding:
    from app.store.private import is_read_only

    if is_read_only(place):
        return Finding("wrong", f"{what} is on a disk that is read-only.", "Make that disk writable.")
    return Finding("wrong", f"{what} cannot be written.", f"chown it to user {os.getuid()}.")


def _room(settings: Settings) -> Iterator[Finding]:
    from app.store.room import NO_ROOM

    folder = _sqlite_file(settings).parent if settings.is_sqlite else None
    if folder is None or not folder.is_dir():
        return
    room = shutil.disk_usage(folder).free
    text = f"Only {room // 1_000_000} MB are free where {folder} is."
    if room < NO_ROOM:
        mend = f"Make room on that disk: with less than {NO_ROOM // 1_000_000} MB a server is not ready."
        yield Finding("wrong", text, mend)
    elif room < LEAST_ROOM:
        yield Finding("note", text, "Make room on that disk.")


def _sqlite_file(settings: Settings) -> Path:
    from sqlalchemy import make_url

    return Path(str(make_url(settings.database_url).database)).absolute()


def _secret(settings: Settings) -> Iterator[Finding]:
    file = settings.data / FILE_NAME
    if file.is_file() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("wrong", f"Others than its owner may read {file}.", f"chmod 600 {file}")
    if not settings.secret:
        yield Finding("note", "There is no secret yet.", "The first start makes one in the data folder.")
    elif len(set(settings.secret)) < LEAST_VARIETY:
        yield Finding(
            "wrong",
            "The secret is easy to guess: whoever does plays as anybody and knows tomorrow's deal.",
            "Set KLONDAILY_SECRET_FILE to a file made by: openssl rand -base64 48",
        )
    elif len(settings.secret) < GOOD_SECRET:
        yield Finding("note", f"The secret has only {len(settings.secret)} characters.", "32 or more are better.")
    else:
        yield Finding("good", "The secret is long enough.")


def _files(settings: Settings) -> Iterator[Finding]:
    from sqlalchemy import make_url

    from app.store.private import files_of

    for file in files_of(make_url(settings.database_url)) if settings.is_sqlite else ():
        if file.is_file() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            mend = f"chmod 600 {file}; the server does so at its start where the file is its own."
            yield Finding("wrong", f"Others than its owner may read {file}.", mend)


def _proxies(settings: Settings) -> Iterator[Finding]:
    proxies, base = settings.trusted_proxies, settings.base_url
    if any(network.prefixlen == 0 for network in proxies):
        yield Finding(
            "wrong",
            "KLONDAILY_TRUSTED_PROXIES believes everybody: each client can say that it is another.",
            "Name the addresses of your own proxies only.",
        )
    if base.startswith("https://") and not proxies:
        yield Finding(
            "wrong",
            "Players come by https, but no proxy is trusted: cookies lack Secure, and all share one rate.",
            "Set KLONDAILY_TRUSTED_PROXIES to the proxy's address, 127.0.0.1 for one on this machine.",
        )
    elif base.startswith("http://") and not _is_own_machine(base):
        yield Finding("note", f"{base} is not https: anybody on the way can read along.", "See docs/hosting.md.")
    elif proxies and not base:
        yield Finding("note", "KLONDAILY_BASE_URL is not set.", "Set it if the proxy does not pass Host on.")
    else:
        yield Finding("good", f"Players come by {base or 'whatever address they type'}.")


def _is_own_machine(base_url: str) -> bool:
    host = base_url.partition("://")[2].rpartition(":")[0] or base_url.partition("://")[2]
    return host in ("localhost", "127.0.0.1", "[::1]")


def _processes(settings: Settings) -> Iterator[Finding]:
    if settings.workers > 1 and settings.is_sqlite:
        yield Finding("wrong", "More than one worker needs PostgreSQL.", "Set KLONDAILY_WORKERS=1, or see copy-to.")
    if not settings.rate:
        yield Finding("note", "No rate limits a client.", "Set KLONDAILY_RATE, unless the proxy does it.")


def _file(settings: Settings, file: Path) -> Iterator[Finding]:
    """Whether a SQLite file can be written, and read to its end."""
    from app.store.fitting import PUT_BACK
    from app.store.health import damage

    if not os.access(file, os.R_OK | os.W_OK):
        yield _unwritable(f"The database {file}", file)
        return
    try:
        broken = damage(settings.database_url, PATIENCE)
    except TimeoutError:
        text = f"The database was not read to its end: {PATIENCE} seconds were too few for {_megabytes(file)} MB."
        yield Finding("note", text, "klondaily restore reads a backup whole, into another KLONDAILY_DATA say.")
        return
    except OSError as error:
        broken = str(error)
    if broken is None:
        yield Finding("good", f"The database's file is whole, {_megabytes(file)} MB.")
    else:
        mend = f"Stop the server, keep the file, and {PUT_BACK}."
        yield Finding("wrong", f"The database {file} is damaged: {broken}", mend)


def _megabytes(file: Path) -> int:
    return -(-file.stat().st_size // 1_000_000)


def _database(settings: Settings) -> Iterator[Finding]:
    from sqlalchemy.exc import SQLAlchemyError

    from app.cli.databases import reason
    from app.store.errors import StoreError
    from app.store.health import looked_at

    file = _sqlite_file(settings) if settings.is_sqlite else None
    if file is not None and not file.exists():
        yield Finding("note", "There is no database yet.", "klondaily serve makes it, or klondaily migrate.")
        return
    for finding in _file(settings, file) if file is not None and file.is_file() else ():
        yield finding
        if finding.kind == "wrong":
            return  # whatever else would be found has the same cause
    try:
        health = looked_at(settings.database_url)
    except (SQLAlchemyError, StoreError, OSError, ValueError) as error:
        mend = "Set KLONDAILY_DATA or KLONDAILY_DATABASE_URL to where it is."
        mend = mend if settings.is_sqlite else "Is it running, is the address right?"
        yield Finding("wrong", f"The database does not answer: {reason(error)}", mend)
        return
    yield Finding("good", f"The database answers: {health.kind}.")
    yield _tables(health.standing)
    needed = settings.workers * CONNECTIONS
    if health.connections is not None and needed > health.connections - SPARE:
        text = f"PostgreSQL allows {health.connections} connections; {settings.workers} workers may need {needed}."
        yield Finding("wrong", text, "Raise max_connections, for the other servers on it too, or set fewer workers.")
    differ = health.clock_ms - time.time_ns() // 1_000_000
    if abs(differ) > CLOCKS_DIFFER:
        yield Finding("wrong", f"The database's clock is {differ / 1000:+.0f} s off this one's.", "Run NTP on both.")
    if health.latest_ms - time.time_ns() // 1_000_000 > CLOCKS_DIFFER:
        yield Finding("wrong", "The last game was begun in the future: this clock was set back.", "Run NTP here.")
    yield from _deals(settings, health.days)


def _tables(found: "Standing") -> Finding:
    from app.store.fitting import known_revisions

    if found.trouble is not None:
        return Finding("wrong", f"{_sentence(found.trouble)}.", f"{_sentence(found.mend)}.")
    if found.revision is None:
        return Finding("note", "The database has no tables yet.", "klondaily serve makes them, or klondaily migrate.")
    if not found.is_known:
        tables = f"Its tables are of revision {found.revision}, from a newer version; this one can serve them."
        return Finding("note", tables, "Update the program when all servers are to be updated.")
    if not found.is_newest:
        text = f"Its tables are of revision {found.revision}, not {known_revisions()[-1]}."
        return Finding("note", text, "klondaily migrate")
    return Finding("good", f"Its tables are the newest ones, revision {found.revision}.")


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _deals(settings: Settings, ready: frozenset[str]) -> Iterator[Finding]:
    from app.game.day import day_of

    tomorrow = day_of(time.time_ns() // 1_000_000, settings.time_zone) + timedelta(days=1)
    if tomorrow.isoformat() in ready:
        yield Finding("good", "Tomorrow's daily deal lies ready.")
    elif not settings.prepare:
        yield Finding(
            "note",
            "Tomorrow's daily deal is not ready, and this server prepares none.",
            "klondaily daily certify --days 7 on one machine, or KLONDAILY_PREPARE=yes there.",
        )


def _solver(settings: Settings) -> Iterator[Finding]:
    if find_spec("numba") is None:
        yield Finding(
            "note", "The solver runs as plain Python, a hundred times slower.", 'pip install "klondaily[fast]"'
        )
    else:
        yield Finding("good", "The solver runs compiled.")
