"""Settings, read once from the environment; TABLE is what README shows."""

import difflib
import hmac
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

from app.config import readers
from app.config.errors import SettingError
from app.config.readers import Network
from app.config.secret import found_secret, kept_secret
from app.config.terms import Terms

PREFIX = "KLONDAILY_"
#: How alike two names are, 0 to 1, where one may be meant by the other.
NEAR = 0.75
SQLITE_FILE = "klondaily.db"
UTC = ZoneInfo("UTC")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table: its default is the text that would be read if the operator wrote it."""

    name: str
    default: str
    help: str
    is_secret: bool = False

    @property
    def variable(self) -> str:
        return PREFIX + self.name


TABLE: tuple[Setting, ...] = (
    Setting("DATA", "./data", "Folder for the database and the secret (`/data` in the image)."),
    Setting(
        "DATABASE_URL",
        "",
        "Empty: SQLite, `klondaily.db` in the data folder. Or `postgresql://user:password@host/name`.",
        is_secret=True,
    ),
    Setting(
        "SECRET",
        "",
        f"At least {readers.LEAST_SECRET} characters that sign cookies and make the deals of days and castles. "
        "Empty: made on the first start and kept in the data folder.",
        is_secret=True,
    ),
    Setting("TIME_ZONE", "UTC", "Where the day of the daily deal begins, such as `Europe/Berlin`."),
    Setting("HOST", "127.0.0.1", "Address to listen on (`0.0.0.0` in the image)."),
    Setting("PORT", "8000", "Port to listen on; 0 takes a free one."),
    Setting("WORKERS", "1", "Processes that answer; more than one needs PostgreSQL."),
    Setting("BASE_URL", "", "The address that players use, such as `https://cards.example`. Empty: as requests say."),
    Setting(
        "TRUSTED_PROXIES",
        "",
        "Addresses or networks of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.",
    ),
    Setting("RATE", "50", "Requests a second that one client may make for long; 0 sets no limit."),
    Setting("RATE_BURST", "200", "Requests that one client may make at once before the rate holds."),
    Setting("BODY_LIMIT", "65536", "Largest request body, in bytes."),
    Setting(
        "PREPARE",
        "yes",
        "`yes`: this server proves daily deals and deals for new games beforehand. `no`: another one on the same "
        "database does, or `klondaily daily certify`.",
    ),
    Setting(
        "KEEP_DAYS",
        "0",
        "Days after which an ended game that counts on no board is taken away with its record; statistics and sums "
        "stay. 0 keeps all.",
    ),
    Setting(
        "FASTEST_MOVE",
        "120",
        "Milliseconds that each entry of a ranked game must have taken on the average; a faster one is kept off the "
        "leaderboards, and so is a run of the castles with one such level. It holds for every win, and for any other "
        "end after more than 10 entries. 0 keeps none off.",
    ),
    Setting(
        "WATCHERS",
        "5000",
        "Browsers at most that one process tells of changes on the leaderboards that they show; others look every "
        "half a minute. At most half of the files that the process may open.",
    ),
    Setting("NAME_WORDS", "", "Words, parted by blanks or commas, that no player's name may hold or look like."),
    Setting(
        "API_RANKED",
        "no",
        "`yes`: daily games that programs play over `/api/v1` count on the leaderboards. `no`: they are practice.",
    ),
    Setting(
        "METRICS_TOKEN",
        "",
        f"At least {readers.LEAST_SECRET} characters that a Prometheus server sends as bearer to `/metrics`. "
        "Empty: there is no such page.",
        is_secret=True,
    ),
    Setting("LOG_LEVEL", "info", "`debug`, `info`, `warning` or `error`; `info` has one line for each request."),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator decides. Secrets and the database's address are not in its repr."""

    data: Path
    database_url: str = field(repr=False)
    secret: bytes = field(repr=False)
    time_zone: ZoneInfo = UTC
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    base_url: str = ""
    trusted_proxies: tuple[Network, ...] = ()
    rate: int = 50
    rate_burst: int = 200
    body_limit: int = 65536
    prepare: bool = True
    keep_days: int = 0
    fastest_move: int = 120
    watchers: int = 5000
    name_words: tuple[str, ...] = ()
    api_ranked: bool = False
    metrics_token: bytes = field(default=b"", repr=False)
    log_level: str = "info"

    def key(self, purpose: str) -> bytes:
        """32 bytes for one purpose ("cookies", "daily" …), made from the secret; one tells nothing of another."""
        return hmac.digest(self.secret, purpose.encode(), "sha256")

    @property
    def terms(self) -> Terms:
        """What every result is held to, wherever it comes about."""
        return Terms(self.time_zone, self.fastest_move)

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def keeps_database(self) -> bool:
        """Whether the database is in the data folder, as it is where no other place is named."""
        return self.database_url == f"sqlite:///{self.data / SQLITE_FILE}"


def load_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read every setting, make the data folder and the secret where they are missing.

    Raises SettingError, one line that names the variable, for an unknown name or a bad value.
    """
    # Only when everything else is right, so that a refused start leaves nothing behind.
    return with_secret(_given(environ))


def with_secret(settings: Settings) -> Settings:
    """Make the data folder and the secret where they are missing; raises SettingError.

    For what first looks whether it can do its work at all, with the settings that ``look_at_settings`` returns.
    """
    if settings.secret and not settings.is_sqlite:
        return settings  # nothing is kept here: the data folder need not be writable
    _make_folder(settings.data)
    return settings if settings.secret else replace(settings, secret=kept_secret(settings.data))


def look_at_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Do the same, but make nothing: the secret is empty where none was made yet. Raises SettingError alike."""
    settings = _given(environ)
    return settings if settings.secret else replace(settings, secret=found_secret(settings.data))


def _given(environ: Mapping[str, str]) -> Settings:
    _refuse_unknown(environ)
    given = _read(environ)
    return replace(given, database_url=given.database_url or f"sqlite:///{given.data / SQLITE_FILE}")


def _read(environ: Mapping[str, str]) -> Settings:
    """Read what is given; the database's address and the secret are empty where they are not."""
    text = {setting.name: _text(setting, environ) for setting in TABLE}

    def read(name: str, reader: Callable[[str], T]) -> T:
        try:
            return reader(text[name])
        except SettingError as error:
            raise SettingError(f"{PREFIX}{name} {error}") from None

    return Settings(
        data=Path(text["DATA"]).absolute(),
        database_url=read("DATABASE_URL", readers.database_url),
        secret=read("SECRET", readers.secret),
        time_zone=read("TIME_ZONE", readers.time_zone),
        host=read("HOST", readers.host),
        port=read("PORT", readers.whole_number(0, 65535)),
        workers=read("WORKERS", readers.whole_number(1, 64)),
        base_url=read("BASE_URL", readers.base_url),
        trusted_proxies=read("TRUSTED_PROXIES", readers.networks),
        rate=read("RATE", readers.whole_number(0, 1_000_000)),
        rate_burst=read("RATE_BURST", readers.whole_number(1, 1_000_000)),
        body_limit=read("BODY_LIMIT", readers.whole_number(1024, 16 * 1024 * 1024)),
        prepare=read("PREPARE", readers.yes_or_no),
        keep_days=read("KEEP_DAYS", readers.whole_number(0, 36_500)),
        fastest_move=read("FASTEST_MOVE", readers.whole_number(0, 60_000)),
        watchers=read("WATCHERS", readers.whole_number(0, 1_000_000)),
        name_words=read("NAME_WORDS", readers.words),
        api_ranked=read("API_RANKED", readers.yes_or_no),
        metrics_token=read("METRICS_TOKEN", readers.secret),
        log_level=read("LOG_LEVEL", readers.log_level),
    )


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = {setting.variable for setting in TABLE}
    known |= {setting.variable + "_FILE" for setting in TABLE if setting.is_secret}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            # What all of them begin with would make any two of them look alike.
            endings = [each.removeprefix(PREFIX) for each in known]
            near = difflib.get_close_matches(name.removeprefix(PREFIX), endings, n=1, cutoff=NEAR)
            raise SettingError(f"{name} is no setting" + (f"; did you mean {PREFIX}{near[0]}?" if near else ""))


def _text(setting: Setting, environ: Mapping[str, str]) -> str:
    """The setting's text; an empty variable counts as unset, as compose files leave it."""
    given = environ.get(setting.variable, "").strip()
    file_variable = setting.variable + "_FILE"
    file = environ.get(file_variable, "") if setting.is_secret else ""
    if not file:
        return given or setting.default
    if given:
        raise SettingError(f"{setting.variable} and {file_variable} are both set; set one")
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise SettingError(f"{file_variable}: cannot read {file}: {reason}") from None
    if not content:
        raise SettingError(f"{file_variable}: {file} is empty")
    return content


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise folder_error(folder, error) from None


def folder_error(folder: Path, error: OSError) -> SettingError:
    """Return what is to be said where the data folder cannot be made."""
    return SettingError(f"{PREFIX}DATA: cannot make {folder}: {error.strerror}")
