"""PostgreSQL over a pool of connections: each function runs in a transaction of its own."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import greenlet_spawn

from app.store.errors import UnavailableError
from app.store.postgres_steps import PostgresSteps
from app.store.steps import Step
from app.store.transactions import TransactionNeededError, is_lone

POOL: Final = 20
CONNECT_SECONDS: Final = 10
# A statement that takes longer is given up, so that a hanging server does not hang everyone.
STATEMENT_SECONDS: Final = 20
DRIVER: Final = "postgresql+asyncpg"


class _LostBeforeCommitError(SQLAlchemyError):
    """The connection was gone before anything could be committed."""


# Classes of PostgreSQL's own codes: connections, means, an operator's hand, the system around it.
_AWAY: Final = ("08", "53", "57", "58")
# What is the database's or the network's fault, not the function's. The last one comes from a connection that dies
# while something is being sent.
FAILURES: Final = (
    OSError,
    OperationalError,
    InterfaceError,
    PoolTimeoutError,
    _LostBeforeCommitError,
    asyncpg.InternalClientError,
)


def postgres_engine(url: URL, statement_seconds: float | None = None) -> AsyncEngine:
    """Return an engine with a pool; ``sslmode`` in the address means what it means to PostgreSQL's own programs."""
    query = {("ssl" if name == "sslmode" else name): value for name, value in url.query.items()}
    return create_async_engine(
        url.set(drivername=DRIVER, query=query),
        pool_size=POOL + 1,  # one for steps
        max_overflow=0,
        connect_args={
            "timeout": CONNECT_SECONDS,
            "command_timeout": statement_seconds,
            "server_settings": {"application_name": "klondaily"},
        },
    )


class PostgresStore:
    """A PostgreSQL database, which any number of processes may share."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None

    async def open(self) -> None:
        """Make the pool and prove that the server answers; raises :class:`UnavailableError`."""
        engine = postgres_engine(self._url, STATEMENT_SECONDS)
        self._engine = engine
        self._writers = engine.sync_engine
        self._lone_writers = engine.sync_engine.execution_options(isolation_level="AUTOCOMMIT")
        # One snapshot for all that a function reads, and no way to write by mistake.
        self._readers = engine.sync_engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # The pool serves whoever comes when a connection is free; this makes them queue.
        self._turns = asyncio.Semaphore(POOL)
        self._steps = PostgresSteps(engine)
        try:
            async with engine.connect():
                pass
        except FAILURES as error:
            await self.close()
            raise UnavailableError(f"cannot reach the database: {error}") from error

    async def write(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        self._check_open()
        if is_lone(function):
            with suppress(TransactionNeededError):
                return await self._run(_alone, self._lone_writers, function, arguments)
        return await self._run(_in_transaction, self._writers, function, arguments)

    async def read(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        self._check_open()
        return await self._run(_in_transaction, self._readers, function, arguments)

    async def step(self, step: Step, meanwhile: Callable[[], None] | None = None) -> bool:
        self._check_open()
        return await self._steps.take(step, meanwhile)

    def _check_open(self) -> None:
        if self._engine is None:
            raise UnavailableError("the database is closed")

    async def _run(
        self, way: Callable[..., Any], engine: Engine, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> Any:
        try:
            async with self._turns:
                for _ in range(POOL):
                    # After a restart of the server the pool may be full of dead connections. One that is found dead
                    # before its commit kept nothing; and what a lone function kept, it finds there when it runs again.
                    with suppress(_LostBeforeCommitError):
                        return await greenlet_spawn(way, engine, function, arguments)
                return await greenlet_spawn(way, engine, function, arguments)
        except FAILURES as error:
            raise UnavailableError(f"the database failed: {error}") from error
        except DBAPIError as error:
            if not _is_away(error):
                raise
            raise UnavailableError(f"the database failed: {error}") from error

    async def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await self._steps.close()
            await engine.dispose()


def _in_transaction(engine: Engine, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    with engine.connect() as conn:
        transaction = conn.begin()
        value = _called(conn, function, arguments)
        try:
            transaction.commit()
        except SQLAlchemyError as error:
            raise UnavailableError(f"could not commit: {error}") from error
    return value


def _alone(engine: Engine, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    with engine.connect() as conn:
        return _called(conn, function, arguments)


def _called(conn: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return function(conn, *arguments)
    except DBAPIError as error:
        if error.connection_invalidated or _is_away(error):
            raise _LostBeforeCommitError(str(error)) from error
        raise


def _is_away(error: DBAPIError) -> bool:
    """Tell whether the server is going, gone, coming or out of means: SQLAlchemy has no class of its own for that."""
    return str(getattr(error.orig, "sqlstate", None) or "")[:2] in _AWAY
