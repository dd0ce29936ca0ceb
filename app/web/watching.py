"""Telling the watchers of a leaderboard when it changes: server-sent events, one look at the store for all of them.

On PostgreSQL the transaction that writes a result says so, and every process hears it. Where nothing can be heard, on
SQLite or while the database is away, each process looks every few seconds at the boards that somebody here watches. A
watcher is two tasks and a future; it is told only that there is something new, and loads the page's table again.
"""

import asyncio
import logging
import resource
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from starlette.types import Receive, Send

from app.store import boards
from app.store.database import Database
from app.store.errors import StoreError
from app.store.signals import BOARDS, Signals

log = logging.getLogger(__name__)

#: Seconds between two looks at the store, and the same while it tells of results by itself.
LOOK: Final = 3.0
RARE_LOOK: Final = 30.0
#: Seconds between two signs of life, before proxies give a silent stream up.
BREATH: Final = 20.0
#: Seconds in which any number of results on a board are one piece of news.
GATHER: Final = 0.1
#: Each watcher is an open file: so many are asked for where the system's own limit is lower.
FILES: Final = 20_000
_HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    # Proxies of the nginx kind would hold the events back.
    (b"x-accel-buffering", b"no"),
]
_HELLO: Final = b"retry: 5000\n\n"
_ALIVE: Final = b":\n\n"

Key = tuple[str, str]


class _Channel:
    """The watchers of one board, and how many results it had when they were told last."""

    __slots__ = ("size", "waiting", "watchers")

    def __init__(self, size: int) -> None:
        self.size = size
        self.watchers = 0
        self.waiting: set[asyncio.Future[bytes]] = set()

    def tell(self, text: bytes) -> None:
        waiting, self.waiting = self.waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(text)


class LiveBoards:
    """All boards that are watched in this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._channels: dict[Key, _Channel] = {}
        self._signals: Signals | None = None
        self._touched: set[Key] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._undo: list[Callable[[], object]] = []
        self.watchers = 0
        self.is_closing = False

    def listen(self, signals: Signals) -> None:
        """Hear of results by ``signals``; before :meth:`start`."""
        self._signals = signals
        signals.hear(BOARDS, self._hear)
        signals.when_back(lambda: self._touch(*self._channels))

    def _hear(self, word: str) -> None:
        day, _, board = word.partition(" ")
        self._touch((day, board))

    def _touch(self, *keys: Key) -> None:
        watched = [key for key in keys if key in self._channels]
        if watched:
            self._touched.update(watched)
            self._wake.set()

    def start(self) -> None:
        """Begin to look; streams end with the first signal to stop, as a server waits for its open answers."""
        _open_more_files()
        self._task = asyncio.create_task(self._run())
        if threading.current_thread() is threading.main_thread():
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                self._chain(number, loop)

    def _chain(self, number: signal.Signals, loop: asyncio.AbstractEventLoop) -> None:
        before = signal.getsignal(number)
        if not callable(before):
            return

        def stop(signum: int, frame: Any) -> None:
            loop.call_soon_threadsafe(self.end_streams)
            before(signum, frame)

        signal.signal(number, stop)
        self._undo.append(lambda: signal.getsignal(number) is stop and signal.signal(number, before))

    def end_streams(self) -> None:
        """Let every watcher go."""
        self.is_closing = True
        for channel in self._channels.values():
            channel.tell(b"")

    async def close(self) -> None:
        """Stop looking."""
        self.end_streams()
        for undo in self._undo:
            undo()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        looked = breathed = clock()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK)
            self._wake.clear()
            touched, self._touched = self._touched, set()
            is_told = self._signals is not None and self._signals.is_listening
            if clock() - looked >= (RARE_LOOK if is_told else LOOK):
                touched, looked = set(self._channels), clock()
            for key in touched:
                await self._look(key)
            if clock() - breathed >= BREATH:
                breathed = clock()
                for channel in self._channels.values():
                    channel.tell(_ALIVE)
            await asyncio.sleep(min(GATHER, LOOK))

    async def _look(self, key: Key) -> None:
        channel = self._channels.get(key)
        if channel is None:
            return
        try:
            size = await self._database.read(boards.size, *key)
        except StoreError as error:
            log.warning("a live board could not be read: %s", error)
            return
        if size != channel.size:
            channel.size = size
            channel.tell(b"data: %d\n\n" % size)

    async def watch(self, key: Key, receive: Receive, send: Send) -> None:
        """Send what happens on a board until the watcher leaves or the server stops."""
        channel = self._channels.get(key)
        if channel is None:
            size = await self._database.read(boards.size, *key)
            channel = self._channels.setdefault(key, _Channel(size))
            # What was said while nobody here watched was not heard.
            self._touch(key)
        channel.watchers += 1
        self.watchers += 1
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
            await send({"type": "http.response.body", "body": _HELLO, "more_body": True})
            while not self.is_closing and not gone.done():
                text = await _next(channel, gone)
                if text:
                    await send({"type": "http.response.body", "body": text, "more_body": True})
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.watchers -= 1
            channel.watchers -= 1
            if not channel.watchers:
                self._channels.pop(key, None)


def _open_more_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _next(channel: _Channel, gone: "asyncio.Future[None]") -> bytes:
    future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    channel.waiting.add(future)

    def leave(_: object) -> None:
        if not future.done():
            future.set_result(b"")

    gone.add_done_callback(leave)
    try:
        return await future
    finally:
        gone.remove_done_callback(leave)
        channel.waiting.discard(future)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
