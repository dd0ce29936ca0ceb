"""SQLite behind threads: one writer that commits whole groups, and a few readers.

A commit that survives a power cut waits for the disk. One writer thread takes whatever waits in its
queue, runs each function in a savepoint of one transaction, commits once and then answers all: the
disk is waited for once a group, never on the event loop, and no two writers ever meet.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from app.store.errors import UnavailableError

log = logging.getLogger(__name__)

# So many functions share a commit at most: the first of them waits for the last.
GROUP: Final = 128
READERS: Final = 2
BUSY_SECONDS: Final = 5.0


class Job(NamedTuple):
    """A function to run on the thread's connection, and who waits for its answer."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: asyncio.Future[Any]


class Answer(NamedTuple):
    future: asyncio.Future[Any]
    value: Any
    error: BaseException | None


def sqlite_engine(url: URL, *, read_only: bool = False, foreign_keys: bool = True) -> Engine:
    """Return an engine whose connections leave every transaction to whoever holds them."""
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def prepare(raw: sqlite3.Connection, _: object) -> None:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        raw.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
        raw.execute("PRAGMA cache_size = -16000")
        if read_only:
            raw.execute("PRAGMA query_only = ON")

    return engine


class SqliteStore:
    """One database file, which this process alone serves (other processes may read it, or write it now and then)."""

    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise ValueError("SQLite needs a file: a database in memory has no second connection to read by")
        self._url = url
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writes: SimpleQueue[Job | None] = SimpleQueue()
        self._reads: SimpleQueue[Job | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    async def open(self) -> None:
        """Connect every thread; raises :class:`UnavailableError` where the file cannot be opened."""
        Path(str(self._url.database)).parent.mkdir(parents=True, exist_ok=True)
        self._loop = asyncio.get_running_loop()
        # The writer first: it makes the file that the readers open.
        await self._start(_write_groups, self._writes, read_only=False)
        await asyncio.gather(*(self._start(_read_each, self._reads, read_only=True) for _ in range(READERS)))

    def _start(
        self,
        work: Callable[[Connection, "SimpleQueue[Job | None]", asyncio.AbstractEventLoop], None],
        queue: "SimpleQueue[Job | None]",
        *,
        read_only: bool,
    ) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[None] = loop.create_future()

        def run() -> None:
            engine = sqlite_engine(self._url, read_only=read_only)
            try:
                conn = engine.connect()
            except Exception as error:  # noqa: BLE001 - whatever it is, open() must learn of it
                _answer(loop, [Answer(opened, None, UnavailableError(f"cannot open the database: {error}"))])
                return
            _answer(loop, [Answer(opened, None, None)])
            with conn:
                work(conn, queue, loop)
            engine.dispose()

        thread = threading.Thread(target=run, name="store-reader" if read_only else "store-writer", daemon=True)
        thread.start()
        self._threads.append(thread)
        return opened

    async def write(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._ask(self._writes, function, arguments)

    async def read(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._ask(self._reads, function, arguments)

    def _ask(
        self, queue: "SimpleQueue[Job | None]", function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        if self._loop is None:
            raise UnavailableError("the database is closed")
        future = self._loop.create_future()
        queue.put(Job(function, arguments, future))
        return future

    async def close(self) -> None:
        """Finish what waits, then close every connection."""
        if self._loop is None:
            return
        loop, self._loop = self._loop, None
        self._writes.put(None)
        for _ in range(READERS):
            self._reads.put(None)
        for thread in self._threads:
            await loop.run_in_executor(None, thread.join)
        self._threads.clear()


def _answer(loop: asyncio.AbstractEventLoop, answers: list[Answer]) -> None:
    """Hand a whole group over with one wake-up of the event loop."""
    try:
        loop.call_soon_threadsafe(_settle, answers)
    except RuntimeError:
        log.warning("the event loop ended before %d answers of the database", len(answers))


def _settle(answers: list[Answer]) -> None:
    for future, value, error in answers:
        if future.done():  # the one who asked has gone; what was asked is done all the same
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


def _write_groups(conn: Connection, queue: "SimpleQueue[Job | None]", loop: asyncio.AbstractEventLoop) -> None:
    open_ = True
    while open_:
        group: list[Job] = []
        job = queue.get()
        while job is not None:
            group.append(job)
            if len(group) == GROUP:
                break
            try:
                job = queue.get_nowait()
            except Empty:
                break
        open_ = job is not None
        if group:
            _answer(loop, commit_group(conn, group))


def commit_group(conn: Connection, group: list[Job]) -> list[Answer]:
    """Run all of ``group`` in one transaction and say how each came out; a success is said only of what was committed.

    A function that raises takes back its own writes only. Where the transaction itself is lost, or the
    commit fails, everyone in the group fails.
    """
    try:
        raw = _raw(conn)
        raw.execute("BEGIN IMMEDIATE")
        answers = [_run_job(conn, raw, job) for job in group]
        raw.execute("COMMIT")
        _forget(conn)
    except Exception as error:  # noqa: BLE001 - the thread must live on, or everyone waits for ever
        log.error("a group of %d writes failed: %s", len(group), error)
        _start_anew(conn)
        return [Answer(job.future, None, UnavailableError(f"could not commit: {error}")) for job in group]
    return answers


def _run_job(conn: Connection, raw: sqlite3.Connection, job: Job) -> Answer:
    raw.execute("SAVEPOINT job")
    answer = _called(conn, job)
    if not raw.in_transaction:  # a full disk, say, makes SQLite take everything back by itself
        raise UnavailableError(f"the transaction was lost: {answer.error}")
    if answer.error is not None:
        raw.execute("ROLLBACK TO job")
    raw.execute("RELEASE job")
    return answer


def _read_each(conn: Connection, queue: "SimpleQueue[Job | None]", loop: asyncio.AbstractEventLoop) -> None:
    while (job := queue.get()) is not None:
        try:
            raw = _raw(conn)
            raw.execute("BEGIN")  # one snapshot for all that the function reads
            answer = _called(conn, job)
            raw.execute("ROLLBACK")
            _forget(conn)
        except (sqlite3.Error, SQLAlchemyError) as error:
            _start_anew(conn)
            answer = Answer(job.future, None, UnavailableError(f"could not read: {error}"))
        _answer(loop, [answer])


def _called(conn: Connection, job: Job) -> Answer:
    try:
        return Answer(job.future, job.function(conn, *job.arguments), None)
    except Exception as error:  # noqa: BLE001 - the edge of this thread: whoever waits gets the error, whatever it is
        return Answer(job.future, None, error)


def _raw(conn: Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, conn.connection.dbapi_connection)


def _forget(conn: Connection) -> None:
    """End what SQLAlchemy takes for a transaction; the real one is the thread's and is over."""
    if conn.in_transaction():
        conn.rollback()


def _start_anew(conn: Connection) -> None:
    """Close the real connection, the one way to be sure that nothing is left in it; its next use connects again."""
    conn.invalidate()
    _forget(conn)
