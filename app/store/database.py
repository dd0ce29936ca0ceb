"""The one door to the database: plain functions on a connection, run where that is fast and safe."""

import asyncio
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import ArgumentError

from app.store.errors import UnavailableError
from app.store.room import refuse_without_room
from app.store.sqlite import SqliteStore
from app.store.steps import Step

if TYPE_CHECKING:
    from app.store.postgres import PostgresStore

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class Database:
    """A database by its address: ``sqlite:///file.db`` or ``postgresql://user:word@host/name``.

    The functions given to :meth:`write` and :meth:`read` are ordinary ones whose first argument is a
    SQLAlchemy connection inside a transaction. They never begin, commit or roll back, may run in
    another thread, and may be run a second time where the first time nothing was kept.
    """

    def __init__(self, url: str) -> None:
        """Raises ``ValueError`` for an address of another kind."""
        try:
            parsed = make_url(url)
        except ArgumentError as error:
            raise ValueError("not an address of a database") from error
        self._is_failing = False  # the last write did, and none of a ping's has worked since
        backend = parsed.drivername.partition("+")[0]
        self._store: SqliteStore | PostgresStore
        if backend == "sqlite":
            self._store = SqliteStore(parsed.set(drivername="sqlite"))
        elif backend in ("postgresql", "postgres"):
            # 10 MB that a server on SQLite never needs.
            postgres = import_module("app.store.postgres")
            self._store = postgres.PostgresStore(parsed)
        else:
            raise ValueError("a database is sqlite:///… or postgresql://…")

    async def open(self) -> None:
        """Connect. Raises :class:`app.store.errors.UnavailableError`."""
        await self._store.open()

    async def close(self) -> None:
        """Finish what waits and let go of every connection. Closing twice does nothing."""
        await self._store.close()

    async def __aenter__(self) -> "Database":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def write(self, function: Callable[[Connection, *Ts], T], *arguments: *Ts) -> T:
        """Run ``function(conn, *arguments)`` in one transaction; return its value once that is committed.

        What it raises comes out here, with nothing of it kept. Raises
        :class:`app.store.errors.UnavailableError` where the database fails or cannot commit.
        """
        try:
            value: T = await self._store.write(function, arguments)
        except UnavailableError:
            self._is_failing = True
            raise
        return value

    async def read(self, function: Callable[[Connection, *Ts], T], *arguments: *Ts) -> T:
        """Run ``function(conn, *arguments)`` on one snapshot, away from the writers; it cannot write."""
        value: T = await self._store.read(function, arguments)
        return value

    async def read_all(self, *calls: tuple[Any, ...]) -> list[Any]:
        """Run several functions, each given as ``(function, *arguments)``, on one snapshot; return what each returned.

        One way to the database and back, which takes longer than most of what is asked there.
        """
        return await self.read(_each, calls)

    async def step(self, step: Step, meanwhile: Callable[[], None] | None = None) -> bool:
        """Write a step; return whether it was taken, once it is committed.

        ``False`` says that the game was not as the step saw it, or that it is better asked again by :meth:`write`.
        ``meanwhile`` is called once, before that, and where it can be while the database works. Raises
        :class:`app.store.errors.UnavailableError`.
        """
        try:
            return await self._store.step(step, meanwhile)
        except UnavailableError:
            self._is_failing = True
            raise

    async def ping(self) -> None:
        """Return if the database answers, and can be written; raises :class:`app.store.errors.UnavailableError`.

        Of SQLite the disk has to have room as well; whether it can be written is found out by writing, but only after a
        write has failed and until one of these works: no other write costs anything for it, and who was sent away
        meanwhile is not needed to learn that it is over.
        """
        await self.read(_ping)
        if self._is_failing and isinstance(self._store, SqliteStore):
            await self._store.write(_prove, ())
        self._is_failing = False


def _each(conn: Connection, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [function(conn, *arguments) for function, *arguments in calls]


def _prove(conn: Connection) -> None:
    """Write a page for nothing but to see whether that works."""
    number = conn.execute(text("PRAGMA user_version")).scalar_one()  # nobody else uses it
    conn.execute(text(f"PRAGMA user_version = {1 - min(number, 1)}"))


def _ping(conn: Connection) -> None:
    if conn.dialect.name == "sqlite":
        file = conn.execute(text("SELECT file FROM pragma_database_list WHERE name = 'main'")).scalar_one()
        refuse_without_room(Path(file))  # some microseconds, and the event loop waits for none of them
    conn.execute(text("SELECT 1"))


def run_once(url: str, function: Callable[[Connection, *Ts], T], *arguments: *Ts) -> T:
    """Open the database, write with ``function`` and close it again: for commands, outside any event loop."""

    async def once() -> T:
        async with Database(url) as database:
            return await database.write(function, *arguments)

    return asyncio.run(once())
