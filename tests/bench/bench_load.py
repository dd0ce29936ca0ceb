"""Many people at once, as they play: ``python -m tests.bench.bench_load``.

Ten, a hundred and a thousand players think, play, now and then eight moves a second, look around and go; a tenth as
many read leaderboards and a fifth as many watch one. Klondaily on SQLite with one worker and on PostgreSQL with two;
beside them the floor (bare Starlette that answers the bytes of a table) and an ordinary FastAPI application, which
have no boards: there only the games are played. All of it bounded: nobody plays longer than ``--seconds``.
The client is a process of its own; CPU is that of all the server's processes, PostgreSQL's included.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

from app.game.deal import deal_from_code
from app.store import dailies
from app.store.database import run_once
from app.store.migrate import migrate
from tests.bench import people
from tests.bench.bench_moves import Server, cpu_seconds, klondaily, line, postgresql, table_of, uvicorn
from tests.bench.light_client import drive, percentile

#: What the table says of each answer.
HEAD = (
    "| players | server | moves/s | move p50 ms | p95 | p99 | pages/s | page p50 ms | p99 | watchers | wrong "
    "| CPU % | MB |"
)


def ask(port: int, players: int, seconds: float, has_pages: bool) -> people.Seen:
    """Let everybody play; runs in the client's process."""
    for number in range(people.CODES):
        line(str(number))
    seen = drive(people.gather(port, players, seconds, has_pages=has_pages))
    seen.times = dict(seen.times)  # type: ignore[assignment]
    return seen


def memory(server: Server) -> float:
    """Resident megabytes of the server's own processes, PostgreSQL's not among them."""
    processes = [server.process, *server.process.children(recursive=True)]
    return sum(process.memory_info().rss for process in processes) / 1e6


def measure(client: ProcessPoolExecutor, server: Server, players: int, seconds: float, *, has_pages: bool) -> str:
    """Return the table's line for so many players."""
    drive(people.until_ready(server.port))
    spent, began = cpu_seconds(server.processes), time.perf_counter()
    seen = client.submit(ask, server.port, players, seconds, has_pages).result()
    took = time.perf_counter() - began
    cpu = (cpu_seconds(server.processes) - spent) / took * 100
    moves = seen.times.get("move") or [0.0]
    pages = [each for kind in ("home", "board", "game's page", "deal") for each in seen.times.get(kind, ())] or [0.0]
    shown = [percentile(moves, share) for share in (0.5, 0.95, 0.99)] + [percentile(pages, x) for x in (0.5, 0.99)]
    for wrong in sorted(set(seen.wrong)):
        print(f"    {server.name}, {players}: {seen.wrong.count(wrong)} × {wrong}", flush=True)
    return (
        f"| {players:,} | {server.name} | {len(moves) / seconds:,.0f} | {shown[0]:.1f} | {shown[1]:.1f} | "
        f"{shown[2]:.1f} | {len(pages) / seconds:,.0f} | {shown[3]:.1f} | {shown[4]:.1f} | {seen.watchers:,} | "
        f"{len(seen.wrong)} | {cpu:.0f} | {memory(server):.0f} |"
    )


def with_today(url: str) -> str:
    """Migrate and give today its deal, so that its boards are there without a minute of proving."""
    migrate(url)
    day = datetime.now(UTC).date().isoformat()
    run_once(url, dailies.create, day, deal_from_code("1").text, "0", time.time_ns() // 1_000_000)
    return url


@contextmanager
def ours(folder: Path, kind: str) -> Iterator[Server]:
    """Klondaily on a database of that kind: one worker on SQLite, two on PostgreSQL."""
    (folder / kind).mkdir()
    if kind == "sqlite":
        url = with_today(f"sqlite:///{folder / kind / 'load.db'}")
        with klondaily("SQLite, one worker", folder / "data-sqlite", DATABASE_URL=url) as server:
            yield server
    else:
        with postgresql(folder / kind) as (address, process):
            url = with_today(address)
            settings = {"DATABASE_URL": url, "WORKERS": "2", "SECRET": "not a secret at all"}
            with klondaily("PostgreSQL, two workers", folder / "data-postgresql", process, **settings) as server:
                yield server


@contextmanager
def others(folder: Path, name: str) -> Iterator[Server]:
    """The floor or the typical application."""
    if name == "bare":
        with ours(folder, "sqlite") as server:
            table = table_of(server)
        (folder / "table.html").write_bytes(table)
        with uvicorn("bare Starlette", "tests.bench.bare_app:app", BENCH_TABLE=str(folder / "table.html")) as server:
            yield server
    else:
        address = f"sqlite:///{folder / 'typical.db'}"
        with uvicorn("typical, SQLite", "tests.bench.typical_app:app", BENCH_DATABASE=address) as server:
            yield server


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--players", type=int, nargs="+", default=[10, 100, 1000])
    options.add_argument("--only", nargs="+", default=["bare", "typical", "sqlite", "postgresql"])
    chosen = options.parse_args()
    print(HEAD + "\n" + "|---" * HEAD.count(" | ") + "|---|", flush=True)
    for name in chosen.only:
        for players in chosen.players:
            # A fresh server for each, so that memory is that of these players.
            with tempfile.TemporaryDirectory(prefix="klondaily-load-") as folder, ExitStack() as stack:
                os.chmod(folder, 0o755)  # PostgreSQL runs as another user where root runs this
                has_pages = name in ("sqlite", "postgresql")
                way = ours if has_pages else others
                server = stack.enter_context(way(Path(folder), name))
                client = stack.enter_context(ProcessPoolExecutor(1, mp_context=get_context("spawn")))
                client.submit(ask, server.port, 1, 0.1, False).result()
                print(measure(client, server, players, chosen.seconds, has_pages=has_pages), flush=True)


if __name__ == "__main__":
    main()
