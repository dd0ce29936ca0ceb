"""SQLite behind threads: one writer that commits whole groups, and a few readers.

A commit that survives a power cut waits for the disk. One writer thread takes whatever waits in its
queue, runs each function in a savepoint of one transaction, commits once and then answers all: the
disk is waited for once a group, never on the event loop, and no two writers ever meet. Steps, which take
some microseconds each, come from :mod:`app.store.sqlite_steps`: the thread only commits them.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar, cast

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from app.store.errors import UnavailableError
from app.store.private import keep_private
from app.store.sqlite_engine import sqlite_engine
from app.store.sqlite_steps import SqliteSteps
from app.store.steps import Step

T = TypeVar("T")
log = logging.getLogger(__name__)

# So many functions share a commit at most: the first of them waits for the last.
GROUP: Final = 128
READERS: Final = 2
# A checkpoint waits long for the disk, and the commit that makes it due waits for the checkpoint. So a thread of its
# own makes one now and then, beside the commits.
CHECKPOINT_SECONDS: Final = 5.0


class Job(NamedTuple):
    """A function to run on the thread's connection, and who waits for its answer."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: asyncio.Future[Any]


class Commit(NamedTuple):
    """A transaction of another connection to commit; ``done`` is then told what went wrong, if anything."""

    raw: sqlite3.Connection
    done: Callable[[sqlite3.Error | None], None]


Order = Job | Commit | None  # None: nothing more is to come


class Answer(NamedTuple):
    future: asyncio.Future[Any]
    value: Any
    error: BaseException | None


Answering = Callable[[list[Answer]], None]


class SqliteStore:
    """One database file, which this process alone serves (other processes may read it, or write it now and then)."""

    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise ValueError("SQLite needs a file: a database in memory has no second connection to read by")
        self._url = url
        self._loop: asyncio.AbstractEventLoop | None = None
        self._steps: SqliteSteps | None = None
        self._writes: SimpleQueue[Order] = SimpleQueue()
        self._reads: SimpleQueue[Order] = SimpleQueue()
        self._jobs = 0  # given to the writer and not answered yet
        self._threads: list[threading.Thread] = []
        self._ending = threading.Event()

    async def open(self) -> None:
        """Connect every thread; raises :class:`UnavailableError` where the file cannot be opened."""
        keep_private(self._url)
        self._loop = asyncio.get_running_loop()
        # The writer first: it makes the file that the readers open.
        await self._start(_write_groups, self._writes, read_only=False)
        await asyncio.gather(*(self._start(_read_each, self._reads, read_only=True) for _ in range(READERS)))
        self._ending.clear()
        checkpoints = threading.Thread(target=_checkpoint, args=(self._url, self._ending), daemon=True)
        checkpoints.start()
        self._threads.append(checkpoints)
        engine = sqlite_engine(self._url, busy_seconds=0)
        self._steps = SqliteSteps(engine, self._write, self._commit, lambda: self._jobs == 0)

    def _start(
        self,
        work: Callable[[Connection, "SimpleQueue[Order]", Answering], None],
        queue: "SimpleQueue[Order]",
        *,
        read_only: bool,
    ) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[None] = loop.create_future()
        settle = _settle if read_only else self._written

        def run() -> None:
            engine = sqlite_engine(self._url, read_only=read_only)
            try:
                conn = engine.connect()
            except Exception as error:  # noqa: BLE001 - whatever it is, open() must learn of it
                _tell(loop, _settle, [Answer(opened, None, UnavailableError(f"cannot open the database: {error}"))])
                return
            _tell(loop, _settle, [Answer(opened, None, None)])
            with conn:
                work(conn, queue, partial(_tell, loop, settle))
            engine.dispose()

        thread = threading.Thread(target=run, name="store-reader" if read_only else "store-writer", daemon=True)
        thread.start()
        self._threads.append(thread)
        return opened

    async def write(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._write(function, arguments)

    async def read(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return await self._ask(self._reads, function, arguments)

    async def step(self, step: Step, meanwhile: Callable[[], None] | None = None) -> bool:
        if self._steps is None:
            raise UnavailableError("the database is closed")
        # First: the thread that commits could not begin while this one runs Python.
        if meanwhile is not None:
            meanwhile()
        return await self._steps.take(step)

    def _write(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> asyncio.Future[Any]:
        future = self._ask(self._writes, function, arguments)
        self._jobs += 1
        return future

    def _ask(
        self, queue: "SimpleQueue[Order]", function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        future = self._running().create_future()
        queue.put(Job(function, arguments, future))
        return future

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            raise UnavailableError("the database is closed")
        return self._loop

    def _commit(self, raw: sqlite3.Connection, done: Callable[[sqlite3.Error | None], None]) -> None:
        self._writes.put(Commit(raw, partial(_tell, self._running(), done)))

    def _written(self, answers: list[Answer]) -> None:
        self._jobs -= len(answers)
        _settle(answers)
        if self._steps is not None:
            self._steps.go_on()

    async def close(self) -> None:
        """Finish what waits, then close every connection."""
        if self._loop is None:
            return
        steps, self._steps = self._steps, None
        if steps is not None:
            await steps.close()
        loop, self._loop = self._loop, None
        self._ending.set()
        self._writes.put(None)
        for _ in range(READERS):
            self._reads.put(None)
        for thread in self._threads:
            await loop.run_in_executor(None, thread.join)
        self._threads.clear()


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[[T], None], value: T) -> None:
    """Hand something, a whole group's answers say, over to the event loop with one wake-up."""
    try:
        loop.call_soon_threadsafe(settle, value)
    except RuntimeError:
        log.warning("the event loop ended before the database answered")


def _settle(answers: list[Answer]) -> None:
    for future, value, error in answers:
        if future.done():  # the one who asked has gone; what was asked is done all the same
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


def _write_groups(conn: Connection, queue: "SimpleQueue[Order]", answer: Answering) -> None:
    group: list[Job] = []
    while True:
        try:
            order = queue.get(block=not group)
        except Empty:
            answer(commit_group(conn, group))
            group = []
            continue
        if isinstance(order, Job):
            group.append(order)
            if len(group) < GROUP:
                continue
        if group:
            answer(commit_group(conn, group))
            group = []
        if isinstance(order, Commit):
            order.done(_committed(order.raw))
        elif order is None:
            return


def _committed(raw: sqlite3.Connection) -> sqlite3.Error | None:
    try:
        raw.execute("COMMIT")
    except sqlite3.Error as error:
        return error
    return None


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


def _read_each(conn: Connection, queue: "SimpleQueue[Order]", answer: Answering) -> None:
    while isinstance(job := queue.get(), Job):
        try:
            raw = _raw(conn)
            raw.execute("BEGIN")  # one snapshot for all that the function reads
            found = _called(conn, job)
            raw.execute("ROLLBACK")
            _forget(conn)
        except (sqlite3.Error, SQLAlchemyError) as error:
            _start_anew(conn)
            found = Answer(job.future, None, UnavailableError(f"could not read: {error}"))
        answer([found])


def _checkpoint(url: URL, ending: threading.Event) -> None:
    engine = sqlite_engine(url, busy_seconds=0)
    while not ending.wait(CHECKPOINT_SECONDS):
        # Passive: it takes what nobody is using and waits for nobody. What it leaves, the next one takes.
        with suppress(sqlite3.Error, SQLAlchemyError), engine.connect() as conn:
            _raw(conn).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


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
