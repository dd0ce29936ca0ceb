"""A wire between browser and server that can be slow, or cut: a small proxy for whole requests."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable


class Wire:
    """Passes requests on to ``port``; ``delay`` is a range of seconds for the way there and back together.

    ``cut`` drops requests ("all") or only the answers ("answers") whose path ``is_cut`` picks. ``plays`` counts
    the requests that came in to the move route, and ``last_play`` is the body of the last of them. Between :meth:`hold`
    and :meth:`release` no answer comes back, however long that takes: what a page does before it has one can be looked
    at on any machine.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.delay = (0.0, 0.0)
        self.cut = ""
        self.is_cut: Callable[[str], bool] = lambda path: path.endswith("/table")
        self.plays = 0
        self.last_play = b""
        self._free = asyncio.Event()
        self._free.set()
        self._loop = asyncio.new_event_loop()
        self._under_way: set[asyncio.Task[None] | None] = set()
        self._random = random.Random(4)
        self.port = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def calm(self) -> None:
        """Be a plain wire again."""
        self.delay, self.cut, self.plays = (0.0, 0.0), "", 0
        self.release()

    def hold(self) -> None:
        """Keep every answer that comes from now on."""
        self._loop.call_soon_threadsafe(self._free.clear)

    def release(self) -> None:
        """Let the answers go that were kept, and all others."""
        self._loop.call_soon_threadsafe(self._free.set)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()
        under_way = list(self._under_way)
        for task in under_way:
            if task:
                task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.1))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The loop itself remembers its tasks only weakly.
        task = asyncio.current_task()
        self._under_way.add(task)
        try:
            while await self._pass_one(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._under_way.discard(task)

    async def _pass_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        body = b"".join([piece async for piece in _body(head, reader)])
        method, path, _ = head.split(b"\r\n", 1)[0].decode().split(" ")
        is_play = method == "POST" and path.endswith("/table")
        if is_play:
            self.plays += 1
            self.last_play = body
        picked = self.is_cut(path)
        half = self._random.uniform(*self.delay) / 2
        await asyncio.sleep(half)
        if self.cut == "all" and picked:
            return False
        # One connection for each request: simple, and no answer can be taken for another's.
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            back.write(head + body)
            answer = await there.readuntil(b"\r\n\r\n")
            await asyncio.sleep(half)
            await self._free.wait()
            if self.cut == "answers" and picked:
                return False
            writer.write(answer)
            # Piece by piece, as an answer may be a stream of events that never ends.
            async for piece in _body(answer, there):
                writer.write(piece)
                await writer.drain()
        finally:
            back.close()
        return True


async def _body(head: bytes, reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Read what belongs to a head, piece by piece."""
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    if head.split(b" ", 2)[1] in (b"204", b"304"):
        return
    if fields.get(b"transfer-encoding") != b"chunked":
        yield await reader.readexactly(int(fields.get(b"content-length", b"0")))
        return
    size = 1
    while size:
        line = await reader.readuntil(b"\r\n")
        size = int(line, 16)
        yield line + await reader.readexactly(size + 2)
