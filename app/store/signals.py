"""What the servers of one PostgreSQL database tell each other, over one connection that each process keeps for it.

Words (``NOTIFY``) come at once to every process that listens; turns (advisory locks) are had by one process at a time.
On SQLite there is one process only: nobody to tell, and every turn is its own.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any, Final
from zlib import crc32

from sqlalchemy import URL, Connection, func, make_url, select

log = logging.getLogger(__name__)

#: Said in the transaction that writes a result; the word is "DAY BOARD".
BOARDS: Final = "klondaily_boards"

#: Seconds between two tries to connect, between two looks whether the connection lives, and for an answer to that.
AGAIN: Final = 1.0
LOOK: Final = 15.0
PATIENCE: Final = 5.0
#: PostgreSQL takes words of less than 8,000 bytes.
MOST_BYTES: Final = 7900

# Any number that no other program on the same database is likely to use: locks are pairs of it and a name's checksum.
_LOCKS: Final = 520_711_300


@cache
def _failures() -> tuple[type[Exception], ...]:
    # Here and below: a server on SQLite never needs this package.
    import asyncpg

    return (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


def tell(conn: Connection, channel: str, word: str) -> None:
    """Say ``word`` to all who listen, as soon as this transaction is committed and not otherwise."""
    if conn.dialect.name == "postgresql":
        conn.execute(select(func.pg_notify(channel, word)))


class Signals:
    """One process's connection; it comes back by itself after the database was away."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._url = None if parsed.get_backend_name() == "sqlite" else parsed
        self._heard: dict[str, Callable[[str], object]] = {}
        self._back: list[Callable[[], object]] = []
        self._raw: Any = None
        self._there = asyncio.Event()
        self._alone = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether there may be other processes at all."""
        return self._url is not None

    @property
    def is_listening(self) -> bool:
        """Whether words arrive at present."""
        return self._there.is_set()

    def hear(self, channel: str, heard: Callable[[str], object]) -> None:
        """Call ``heard`` with each word said on ``channel``, by this process too; before :meth:`start`."""
        self._heard[channel] = heard

    def when_back(self, back: Callable[[], object]) -> None:
        """Call ``back`` each time that words arrive again: some may have been missed before."""
        self._back.append(back)

    def start(self) -> None:
        """Begin to connect; returns at once."""
        if self._url is not None:
            self._task = asyncio.create_task(self._keep(self._url))

    async def close(self) -> None:
        """Let go of the connection, and with it of every turn."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def send(self, channel: str, word: str) -> None:
        """Say ``word`` now; where that cannot be, it is lost."""
        with suppress(*_failures()):
            await self._run("SELECT pg_notify($1, $2)", channel, word)

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[bool]:
        """Have the turn of that name, if no other process has it and the database answers; tell whether.

        A process that ends, or loses the database, has its turn no longer: another one may begin.
        """
        if self._url is None:
            yield True
            return
        key = crc32(name.encode()) - (1 << 31)
        mine = False
        with suppress(*_failures()):
            mine = bool(await self._run("SELECT pg_try_advisory_lock($1, $2)", _LOCKS, key))
        try:
            yield mine
        finally:
            if mine:
                with suppress(*_failures()):
                    await self._run("SELECT pg_advisory_unlock($1, $2)", _LOCKS, key)

    async def _run(self, sql: str, *values: object) -> object:
        async with asyncio.timeout(PATIENCE):
            await self._there.wait()
            async with self._alone:
                return await self._raw.fetchval(sql, *values)

    async def _keep(self, url: URL) -> None:
        import asyncpg

        from app.store.postgres import CONNECT_SECONDS

        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                raw = await asyncpg.connect(
                    address, timeout=CONNECT_SECONDS, server_settings={"application_name": "klondaily signals"}
                )
                try:
                    await self._listen(raw)
                finally:
                    self._there.clear()
                    raw.terminate()
            except _failures() as error:
                log.warning("not connected to the other servers, again soon: %s", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _listen(self, raw: Any) -> None:
        """Listen until the connection ends."""
        ended = asyncio.Event()
        raw.add_termination_listener(lambda _: ended.set())
        for channel in self._heard:
            await raw.add_listener(channel, self._hear)
        self._raw = raw
        self._there.set()
        for back in self._back:
            back()
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), LOOK)
            if not ended.is_set():
                await self._run("SELECT 1")

    def _hear(self, _connection: object, _process: int, channel: str, word: str) -> None:
        self._heard[channel](word)
