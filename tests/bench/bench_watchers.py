"""A thousand watchers of one leaderboard on one worker: ``python -m tests.bench.bench_watchers``.

Each is a connection of its own that listens for server-sent events. Told are the memory that they take, what they
cost while nothing happens, and how long it takes until all have heard of a result: from the answer to the last move,
and from the first who heard to the last.
"""

import argparse
import asyncio
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import psutil

from app.game.deal import deal_from_code
from app.store import dailies
from app.store.database import run_once
from app.store.migrate import migrate

ROOT = Path(__file__).resolve().parents[2]
#: How long they are left alone, in seconds.
QUIET = 20.0


@contextmanager
def served() -> Iterator[tuple[int, psutil.Process]]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/klondaily.db"
        migrate(url)
        today = time.strftime("%Y-%m-%d", time.gmtime())
        run_once(url, dailies.create, today, deal_from_code("32").text, "0", 0)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {"KLONDAILY_DATA": folder, "KLONDAILY_RATE": "0", "KLONDAILY_PREPARE": "no"}
        given |= {"KLONDAILY_LOG_LEVEL": "error", "KLONDAILY_PORT": "0"}
        command = [sys.executable, "-m", "app", "serve"]
        server = subprocess.Popen(command, cwd=ROOT, env=clean | given, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rpartition(":")[2])
        try:
            yield port, psutil.Process(server.pid)
        finally:
            server.terminate()
            server.wait()


class Watcher(asyncio.Protocol):
    """Notes when it hears of a result."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.heard = b""
        self.told: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET {self._path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.heard = self.heard + data if len(self.heard) < 2000 else data
        if b"data: " in data:
            self.told.append(time.perf_counter())


async def until(happened: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not happened():
            await asyncio.sleep(0.005)


def have_begun(watchers: list[Watcher]) -> bool:
    return all(b"retry" in watcher.heard for watcher in watchers)


def finish(port: int) -> float:
    """Give up a game of a new player; return when the answer was there."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"sec-fetch-site": "same-origin"}) as client:
        game = client.post("/daily/standard-3").headers["location"]
        for version, entry in enumerate(("draw", "resign")):
            answer = client.post(f"{game}/table", data={"version": str(version), "entry": entry})
            assert answer.status_code == 200, answer
        return time.perf_counter()


async def measure(port: int, server: psutil.Process, count: int, results: int) -> None:
    loop = asyncio.get_running_loop()
    today = time.strftime("%Y-%m-%d", time.gmtime())
    board = f"/leaderboard/{today}/standard-3"
    for _ in range(3):  # whatever is loaded at the first use is there before the count
        await loop.run_in_executor(None, finish, port)
    path = f"{board}/live"
    watchers = [(await loop.create_connection(lambda: Watcher(path), "127.0.0.1", port))[1] for _ in range(20)]
    await until(partial(have_begun, watchers))
    before = server.memory_info().rss
    began = time.perf_counter()
    while len(watchers) < count + 20:
        more = [loop.create_connection(lambda: Watcher(path), "127.0.0.1", port) for _ in range(50)]
        watchers += [watcher for _, watcher in await asyncio.gather(*more)]
        await until(partial(have_begun, watchers))
    opened = time.perf_counter() - began
    each = (server.memory_info().rss - before) / count / 1024
    idle = sum(server.cpu_times()[:2])
    await asyncio.sleep(QUIET)
    idle = (sum(server.cpu_times()[:2]) - idle) / QUIET * 100
    spread, whole = [], []
    for number in range(results):
        spent = sum(server.cpu_times()[:2])
        done = await loop.run_in_executor(None, finish, port)
        await until(lambda number=number: all(len(watcher.told) > number for watcher in watchers))
        heard = sorted(watcher.told[number] for watcher in watchers)
        spread.append((heard[-1] - heard[0]) * 1000)
        whole.append(heard[-1] - done)
        spent = sum(server.cpu_times()[:2]) - spent
    assert await loop.run_in_executor(None, polled, port, board) == results + 3
    for watcher in watchers:
        watcher.transport.close()
    figures = (f"{count:,}", f"{each:.1f}", f"{opened:.1f}", f"{idle:.1f}", f"{max(spread):.0f}", f"{max(whole):.1f}")
    print("|", *(f"{figure} |" for figure in figures), f"{spent * 1000:.0f} |")


def polled(port: int, board: str) -> int:
    """What a browser that cannot listen sees when it looks."""
    page = httpx.get(f"http://127.0.0.1:{port}{board}", headers={"accept-language": "en"}).text
    found = re.search(r"([0-9,]+) finished games", page)
    assert found is not None
    return int(found[1].replace(",", ""))


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--watchers", type=int, nargs="+", default=[1000])
    options.add_argument("--results", type=int, default=5)
    chosen = options.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print("| watchers | KB each | opened in s | CPU %, idle | first to last ms | result to last s | CPU ms a result |")
    print("|---|---|---|---|---|---|---|")
    for count in chosen.watchers:
        with served() as (port, server):
            asyncio.run(measure(port, server, count, chosen.results))


if __name__ == "__main__":
    sys.exit(main())
