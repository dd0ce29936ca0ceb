"""Steps on PostgreSQL: those that come while one statement is under way share the next.

One statement for many games costs little more than for one: a single way to the server and back, and a single commit.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.store.errors import UnavailableError
from app.store.steps import POSTGRES_SINGLE, POSTGRES_STATEMENT, Step, Waiting, postgres_arrays, postgres_values

#: So many steps share a statement at most.
GROUP: Final = 128
#: So long they may take, a new connection included.
SECONDS: Final = 10.0

# The server has taken the statement back: the steps can go the whole way, where each waits for its own game alone.
_TAKEN_BACK: Final = (
    asyncpg.exceptions.DeadlockDetectedError,
    asyncpg.exceptions.SerializationError,
    asyncpg.exceptions.LockNotAvailableError,
)
# InternalClientError: a connection that dies while a statement is being sent leaves its client in the middle of a step.
_FAILURES: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
    OSError,
)


class PostgresSteps:
    """Collects steps and writes them in groups, over one connection of ``engine``'s pool."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._conn: AsyncConnection | None = None
        self._driver: Any = None  # of that connection; SQLAlchemy takes 0.1 ms to find it
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def take(self, step: Step, meanwhile: Callable[[], None] | None = None) -> bool:
        """Write a step; return whether it was taken, once it is committed. ``meanwhile`` is called before that."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self._waiting.append(Waiting(step, future))
        if self._task is None:
            self._task = loop.create_task(self._write())
            if meanwhile is not None:
                await asyncio.sleep(0)  # sends the statement: the database works beside what follows
        if meanwhile is not None:
            meanwhile()
        return await future

    async def _write(self) -> None:
        group: list[Waiting] = []
        try:
            while self._waiting:
                group, self._waiting = _first_of_each_game(self._waiting)
                answers = await self._in_time([waiting.step for waiting in group])
                for waiting, answer in zip(group, answers, strict=True):
                    waiting.answer(answer)
        finally:
            self._task = None
            # Whatever went wrong here, nobody waits for an answer that will not come.
            left, self._waiting = [*group, *self._waiting], []
            for waiting in left:
                waiting.answer(UnavailableError("the database failed"))

    async def _in_time(self, steps: list[Step]) -> Sequence[bool | UnavailableError]:
        """All later steps wait for these: a database that neither takes nor refuses them must not hold up everyone."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._saved(steps)
        except TimeoutError:
            self._leaving = asyncio.create_task(self._disconnect())
            return [UnavailableError("the database did not answer in time") for _ in steps]

    async def _saved(self, steps: list[Step]) -> Sequence[bool | UnavailableError]:
        try:
            connection = await self._connection()
            if len(steps) == 1 and len(steps[0].entries) == 1:
                taken = await connection.fetch(POSTGRES_SINGLE, *postgres_values(steps[0]))
            else:
                taken = await connection.fetch(POSTGRES_STATEMENT, *postgres_arrays(steps))
        except _TAKEN_BACK:
            return [False] * len(steps)
        except _FAILURES as error:
            # It may have been committed all the same: only asking again can tell.
            await self._disconnect()
            return [UnavailableError(f"the database failed: {error}") for _ in steps]
        ids = {row[0] for row in taken}
        return [step.before.id in ids for step in steps]

    async def _connection(self) -> Any:
        if self._driver is None or self._driver.is_closed():
            await self._disconnect()
            self._conn = await self._engine.connect()
            self._driver = (await self._conn.get_raw_connection()).driver_connection
        return self._driver

    async def _disconnect(self) -> None:
        conn, self._conn, self._driver = self._conn, None, None
        if conn is not None:
            with suppress(*_FAILURES):
                await conn.invalidate()
            await conn.close()

    async def close(self) -> None:
        """Finish what waits and disconnect."""
        while self._task is not None:
            await asyncio.wait([self._task])
        await self._disconnect()


def _first_of_each_game(waiting: list[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """Part steps of different games, as many as share a statement, from the rest: no row is updated twice in one."""
    first: dict[str, Waiting] = {}
    rest = []
    for one in waiting:
        if one.step.before.id in first or len(first) == GROUP:
            rest.append(one)
        else:
            first[one.step.before.id] = one
    return list(first.values()), rest
