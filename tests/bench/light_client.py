"""HTTP/1.1 over one kept connection with as little work as can be, so that the client does not hide the server."""

import asyncio
import time
import zlib
from collections.abc import Coroutine
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

#: What Chromium sends with a move, but for length and cookie.
BROWSER = (
    "connection: keep-alive\r\n"
    "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0\r\n"
    "accept: text/html\r\n"
    "accept-encoding: gzip, deflate, br, zstd\r\n"
    "accept-language: de-DE,de;q=0.9,en;q=0.8\r\n"
    "content-type: application/x-www-form-urlencoded\r\n"
    "origin: http://127.0.0.1\r\n"
    "sec-fetch-site: same-origin\r\n"
    "sec-fetch-mode: cors\r\n"
    "sec-fetch-dest: empty\r\n"
)


class Reply(NamedTuple):
    """One answer; ``seconds`` from the first byte sent to the last one received."""

    status: int
    head: bytes
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body as it was before it was packed."""
        head = self.head.lower()
        if b"\r\ncontent-encoding: zstd" in head:
            return bytes(import_module("zstandard").decompress(self.body)).decode()
        return (zlib.decompress(self.body, wbits=31) if b"\r\ncontent-encoding: gzip" in head else self.body).decode()


_OPEN: set["Connection"] = set()


def drive(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` in a loop of its own and close every connection that it opened."""

    async def done() -> T:
        try:
            return await work
        finally:
            for connection in list(_OPEN):
                connection.close()
            while _OPEN:
                await asyncio.sleep(0)

    return asyncio.run(done())


class Connection(asyncio.Protocol):
    """One connection that asks one thing at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._waiting: asyncio.Future[Reply] | None = None
        self._began = 0.0
        self._transport: asyncio.Transport | None = None
        self.cookie = ""

    @classmethod
    async def open(cls, port: int) -> "Connection":
        _, connection = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        _OPEN.add(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, end, body = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return
        lower = head.lower()
        start = lower.find(b"content-length:") + 15
        # Only an answer without a body, such as 204, has no length.
        length = int(lower[start : (lower + b"\r").find(b"\r", start)]) if start >= 15 else 0
        if len(body) < length:
            return
        self._buffer = b""
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(Reply(int(head[9:12]), head, body, time.perf_counter() - self._began))

    def connection_lost(self, error: Exception | None) -> None:
        _OPEN.discard(self)
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_exception(ConnectionResetError("the server closed the connection"))

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be asked on it any more."""
        return self._transport is None or self._transport.is_closing()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def ask(self, method: str, path: str, body: str = "") -> "asyncio.Future[Reply]":
        """Send a request; raises ConnectionResetError where no whole answer comes."""
        assert self._transport is not None
        assert self._waiting is None, "one request at a time"
        cookie = f"cookie: {self.cookie}\r\n" if self.cookie else ""
        text = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{BROWSER}{cookie}content-length: {len(body)}\r\n\r\n{body}"
        )
        self._waiting = asyncio.get_running_loop().create_future()
        if self._transport.is_closing():
            self._waiting.set_exception(ConnectionResetError("the connection is closed"))
            waiting, self._waiting = self._waiting, None
            return waiting
        self._began = time.perf_counter()
        self._transport.write(text.encode())
        return self._waiting


class Player(Connection):
    """A connection whose player has dealt a game. ``version`` is that of the last answer."""

    def __init__(self) -> None:
        super().__init__()
        self.game = ""
        self.version = 0

    async def deal(self, rules: str, code: str) -> None:
        reply = await self.ask("POST", "/games", f"rules={rules}&code={code}&sure=1")
        assert reply.status == 303, reply
        self.game = header(reply.head, b"location").rpartition("/")[2]
        if cookie := header(reply.head, b"set-cookie"):
            self.cookie = cookie.partition(";")[0]
        self.version = 0

    async def play(self, entry: str) -> Reply:
        """Make one entry; the version counts on where it was taken."""
        reply = await self.ask("POST", f"/game/{self.game}/table", f"version={self.version}&sent=0&entry={entry}")
        if reply.status == 200:
            self.version += 1
        return reply


def header(head: bytes, name: bytes) -> str:
    for line in head.split(b"\r\n")[1:]:
        found, _, value = line.partition(b":")
        if found.strip().lower() == name:
            return value.strip().decode()
    return ""


def percentile(times: list[float], share: float) -> float:
    """The value below which ``share`` of the times lie, in milliseconds."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000
