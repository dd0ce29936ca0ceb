"""Steps on SQLite: written on the event loop, committed by the writer thread.

A step takes some microseconds. Handing each to a thread would cost more than that, and worse: two threads that both
run Python take the interpreter from each other all the time. So what has come in meanwhile is written at once, in
one transaction of a connection of its own, and the thread is given only its commit, which waits for the disk.
Writer and steps never meet: steps begin a transaction only while the writer has nothing to do.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from sqlalchemy import Connection, Engine, PoolProxiedConnection

from app.store.errors import UnavailableError
from app.store.steps import Step, Waiting, save_on_sqlite

#: So many steps share a commit at most: the first of them waits for the last. Fewer would write the same pages again.
GROUP: Final = 64

Writer = Callable[[Callable[..., Any], tuple[Any, ...]], "asyncio.Future[Any]"]
Committer = Callable[[sqlite3.Connection, Callable[[sqlite3.Error | None], None]], None]


class SqliteSteps:
    """Collects steps and writes them in groups.

    ``write`` runs a function in the writer's thread, ``commit`` has it commit another connection's transaction and
    ``is_free`` tells whether it has nothing to do. ``engine`` must not wait for locks and allow its connection to be
    used in any thread.
    """

    def __init__(self, engine: Engine, write: Writer, commit: Committer, is_free: Callable[[], bool]) -> None:
        self._engine = engine
        self._write = write
        self._commit = commit
        self._is_free = is_free
        self._waiting: list[Waiting] = []
        self._committing: list[tuple[Waiting, bool]] = []
        self._loop = asyncio.get_running_loop()
        self._pooled: PoolProxiedConnection | None = None

    def take(self, step: Step) -> "asyncio.Future[bool]":
        """Write a step soon; the future tells whether it was taken, once that is committed."""
        future: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append(Waiting(step, future))
        if len(self._waiting) == GROUP:
            self.go_on()
        elif len(self._waiting) == 1:
            self._loop.call_soon(self.go_on)
        return future

    def go_on(self) -> None:
        """Write what waits, unless a commit is under way: that calls again when it is done."""
        if self._committing or not self._waiting:
            return
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        if not self._is_free():
            self._hand_over(group)
            return
        try:
            raw = self._raw()
            raw.execute("BEGIN IMMEDIATE")
            saved = save_on_sqlite(raw, [waiting.step for waiting in group])
        except sqlite3.Error:
            # Another process holds the lock, say, or the disk is full. The thread can wait, and knows what to answer.
            self._disconnect()
            for waiting in group:
                self._hand_over([waiting])
            return
        self._committing = list(zip(group, saved, strict=True))
        self._commit(raw, self._committed)

    def _committed(self, error: sqlite3.Error | None) -> None:
        done, self._committing = self._committing, []
        if error is not None:
            self._disconnect()
        for waiting, is_saved in done:
            waiting.answer(is_saved if error is None else UnavailableError(f"could not commit: {error}"))
        # Not at once: what this turn of the loop has read, and the next one makes, goes along.
        self._loop.call_soon(self._loop.call_soon, self.go_on)

    def _hand_over(self, group: Sequence[Waiting]) -> None:
        def answer(written: "asyncio.Future[list[bool]]") -> None:
            error = written.exception()
            for place, waiting in enumerate(group):
                waiting.answer(written.result()[place] if error is None else error)

        self._write(_save_in_thread, ([waiting.step for waiting in group],)).add_done_callback(answer)

    def _raw(self) -> sqlite3.Connection:
        if self._pooled is None:
            self._pooled = self._engine.raw_connection()
        return cast(sqlite3.Connection, self._pooled.driver_connection)

    def _disconnect(self) -> None:
        """Close the connection, which takes back what was not committed; the next group connects again."""
        pooled, self._pooled = self._pooled, None
        if pooled is not None:
            pooled.invalidate()

    async def close(self) -> None:
        """Finish what waits and disconnect."""
        while self._waiting or self._committing:
            futures = [waiting.future for waiting in self._waiting]
            await asyncio.wait(futures or [waiting.future for waiting, _ in self._committing])
        self._disconnect()


def _save_in_thread(conn: Connection, steps: list[Step]) -> list[bool]:
    return save_on_sqlite(cast(sqlite3.Connection, conn.connection.dbapi_connection), steps)
