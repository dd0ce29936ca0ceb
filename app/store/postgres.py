"""PostgreSQL over a pool of connections: each function runs in a transaction of its own."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.store.errors import UnavailableError

POOL: Final = 20
POOL_WAIT_SECONDS: Final = 10.0
DRIVER: Final = "postgresql+asyncpg"


class _LostBeforeCommitError(SQLAlchemyError):
    """The connection was gone before anything could be committed."""


# What is the database's or the network's fault, not the function's.
FAILURES: Final = (OSError, OperationalError, InterfaceError, PoolTimeoutError, _LostBeforeCommitError)


def postgres_engine(url: URL) -> AsyncEngine:
    """Return an engine with a pool; ``sslmode`` in the address means what it means to PostgreSQL's own programs."""
    query = {("ssl" if name == "sslmode" else name): value for name, value in url.query.items()}
    return create_async_engine(
        url.set(drivername=DRIVER, query=query),
        pool_size=POOL,
        max_overflow=0,
        pool_timeout=POOL_WAIT_SECONDS,
        connect_args={"server_settings": {"application_name": "klondaily"}},
    )


class PostgresStore:
    """A PostgreSQL database, which any number of processes may share."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None
        self._readers: AsyncEngine | None = None

    async def open(self) -> None:
        """Make the pool and prove that the server answers; raises :class:`UnavailableError`."""
        engine = postgres_engine(self._url)
        self._engine = engine
        # One snapshot for all that a function reads, and no way to write by mistake.
        self._readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        try:
            async with engine.connect():
                pass
        except FAILURES as error:
            await self.close()
            raise UnavailableError(f"cannot reach the database: {error}") from error

    async def write(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._run(self._engine, function, arguments)

    async def read(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._run(self._readers, function, arguments)

    async def _run(self, engine: AsyncEngine | None, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if engine is None:
            raise UnavailableError("the database is closed")
        try:
            try:
                return await _transaction(engine, function, arguments)
            except _LostBeforeCommitError:
                # The server was restarted under an idle pool: nothing was done yet, so doing it again is safe.
                return await _transaction(engine, function, arguments)
        except FAILURES as error:
            raise UnavailableError(f"the database failed: {error}") from error

    async def close(self) -> None:
        engine, self._engine, self._readers = self._engine, None, None
        if engine is not None:
            await engine.dispose()


async def _transaction(engine: AsyncEngine, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    async with engine.connect() as conn:
        try:
            value = await conn.run_sync(function, *arguments)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise _LostBeforeCommitError(str(error)) from error
            raise
        await _commit(conn)
    return value


async def _commit(conn: AsyncConnection) -> None:
    try:
        await conn.commit()
    except SQLAlchemyError as error:
        raise UnavailableError(f"could not commit: {error}") from error
