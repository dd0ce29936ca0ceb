"""A leaderboard whose day has a million results: its top, a page in the middle, one's own rank.

Run: ``python -m tests.bench.bench_boards``. The results are written straight into the tables.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, text

from app.store import boards
from app.store.database import Database
from app.store.migrate import migrate
from app.store.ranks import prefixes, rank_key
from app.store.schema import GAMES, RANK_COUNTS, RESULTS
from tests.bench.bench_store import postgresql

DAY, BOARD = "2026-11-29", "standard-3"
BATCH = 5000


def finishes(total: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(1)
    for number in range(total):
        won = chance.random() < 0.25
        clock_ms = int(chance.lognormvariate(12.8, 0.6)) if won else int(chance.expovariate(1 / 200_000))
        score = 745 + 700_000_000 // max(clock_ms, 31_000) if won else 5 * chance.randrange(90)
        moves = chance.randrange(90, 250) if won else chance.randrange(1, 200)
        yield {
            "game_id": f"game{number:018}",
            "player_id": f"player{number}",
            "day": DAY,
            "board": BOARD,
            "won": won,
            "score": score,
            "seconds_ms": clock_ms,
            "moves": moves,
            "finished_at": number,
            "rank_key": rank_key(won=won, score=score, clock_ms=clock_ms, moves=moves, wins_count=True),
        }


GAME = {
    **{column.name: 0 for column in GAMES.c},
    **{"rules": "daily-standard-3", "deal": "", "position": "", "status": "lost", "end_reason": None},
    **{"practice": False, "ranked": True, "code": None, "day": DAY, "board": BOARD},
}


def put(conn: Connection, batch: list[dict[str, Any]]) -> None:
    conn.execute(insert(GAMES), [{**GAME, "id": row["game_id"], "player_id": row["player_id"]} for row in batch])
    conn.execute(insert(RESULTS), batch)


def put_counts(conn: Connection, counts: Counter[tuple[int, int]]) -> None:
    rows = [
        {"day": DAY, "board": BOARD, "level": level, "prefix": prefix, "results": results}
        for (level, prefix), results in counts.items()
    ]
    for start in range(0, len(rows), BATCH):
        conn.execute(insert(RANK_COUNTS), rows[start : start + BATCH])


def analyze(conn: Connection) -> None:
    conn.execute(text("ANALYZE"))


async def fill(database: Database, total: int) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    batch: list[dict[str, Any]] = []
    for row in finishes(total):
        counts.update(prefixes(row["rank_key"]))
        batch.append(row)
        if len(batch) == BATCH:
            await database.write(put, batch)
            batch = []
    if batch:
        await database.write(put, batch)
    await database.write(put_counts, counts)


def timed(conn: Connection, work: Callable[[Connection, int], object], times: int) -> tuple[list[float], list[float]]:
    chance = random.Random(2)
    took, cpu = [], []
    for _ in range(times):
        number = chance.randrange(10**9)
        began, spent = time.perf_counter(), time.thread_time()
        work(conn, number)
        took.append((time.perf_counter() - began) * 1000)
        cpu.append((time.thread_time() - spent) * 1000)
    return sorted(took), sorted(cpu)


async def measure(url: str, total: int, *, analyzed: bool) -> None:
    name = url.partition(":")[0]
    async with Database(url) as database:
        await fill(database, total)
        if analyzed:
            await database.write(analyze)
        ways: dict[str, Callable[[Connection, int], object]] = {
            "top 20": lambda conn, _: boards.page(conn, DAY, BOARD, 20),
            "20 in the middle": lambda conn, number: boards.page(conn, DAY, BOARD, 20, number % total),
            "own rank": lambda conn, number: boards.own_rank(conn, DAY, BOARD, f"player{number % total}"),
            "size": lambda conn, _: boards.size(conn, DAY, BOARD),
        }
        for way, work in ways.items():
            took, cpu = await database.read(timed, work, 200)
            print(f"| {name} | {way} | {took[100]:.2f} | {took[198]:.2f} | {cpu[100]:.2f} |", flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--results", type=int, default=1_000_000)
    options.add_argument("--only", choices=["sqlite", "postgresql"])
    chosen = options.parse_args()
    print("| database | what | p50 ms | p99 ms | CPU ms |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.only != "postgresql":
            url = f"sqlite:///{folder / 'bench.db'}"
            migrate(url)
            asyncio.run(measure(url, chosen.results, analyzed=False))
        if chosen.only != "sqlite":
            with postgresql(folder) as (url, _):
                migrate(url)
                asyncio.run(measure(url, chosen.results, analyzed=True))


if __name__ == "__main__":
    sys.exit(main())
