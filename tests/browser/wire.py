"""A wire between browser and server that can be slow, or cut: a small proxy for whole requests."""

import asyncio
import random
import threading
from collections.abc import Callable


class Wire:
    """Passes requests on to ``port``; ``delay`` is a range of seconds for the way there and back together.

    ``cut`` drops requests ("all") or only the answers ("answers") whose path ``is_cut`` picks. ``plays`` counts
    the requests that came in to the move route.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.delay = (0.0, 0.0)
        self.cut = ""
        self.is_cut: Callable[[str], bool] = lambda path: path.endswith("/table")
        self.plays = 0
        self._loop = asyncio.new_event_loop()
        self._random = random.Random(4)
        self.port = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def calm(self) -> None:
        """Be a plain wire again."""
        self.delay, self.cut, self.plays = (0.0, 0.0), "", 0

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
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._pass_one(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _pass_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head, body = await _message(reader)
        method, path, _ = head.split(b"\r\n", 1)[0].decode().split(" ")
        is_play = method == "POST" and path.endswith("/table")
        self.plays += is_play
        picked = self.is_cut(path)
        half = self._random.uniform(*self.delay) / 2
        await asyncio.sleep(half)
        if self.cut == "all" and picked:
            return False
        # One connection for each request: simple, and no answer can be taken for another's.
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            back.write(head + body)
            answer, content = await _message(there, is_answer=True)
        finally:
            back.close()
        await asyncio.sleep(half)
        if self.cut == "answers" and picked:
            return False
        writer.write(answer + content)
        await writer.drain()
        return True


async def _message(reader: asyncio.StreamReader, is_answer: bool = False) -> tuple[bytes, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    if fields.get(b"transfer-encoding") == b"chunked":
        return head, await _chunks(reader)
    if is_answer and head.split(b" ", 2)[1] in (b"204", b"304"):
        return head, b""
    return head, await reader.readexactly(int(fields.get(b"content-length", b"0")))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while True:
        line = await reader.readuntil(b"\r\n")
        body += line + await reader.readexactly(int(line, 16) + 2)
        if int(line, 16) == 0:
            return body
