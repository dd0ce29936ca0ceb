"""PostgreSQL is restarted under load: clean 503 meanwhile, then all goes on, and nothing answered is lost."""

import asyncio
from collections import Counter
from collections.abc import Callable

from tests.bench.light_client import Connection, Player, Reply, drive
from tests.databases import Postgres
from tests.faults.serving import Server, down, up

PLAYERS = 10


async def play(player: Player, counts: Counter[int], over: asyncio.Event) -> None:
    moves = 0
    while not over.is_set():
        reply = await player.play("redeal" if player.version % 25 == 24 else "draw")
        counts[reply.status] += 1
        check(reply)
        # What failed is tried again with the version that was seen last; where the commit was made after all and
        # only the answer failed, the present table comes back.
        if reply.status == 409:
            player.version += 1
        moves += reply.status == 200
        await asyncio.sleep(0.01 if reply.status == 200 else 0.1)


async def more(counts: Counter[int], status: int, number: int) -> None:
    """Wait for so many further answers of a status."""
    wanted = counts[status] + number
    while counts[status] < wanted:
        await asyncio.sleep(0.01)


def check(reply: Reply) -> None:
    assert reply.status in (200, 409, 503), reply
    if reply.status == 503:
        assert b"retry-after" in reply.head.lower()


def test_postgresql_is_restarted_under_load(make_server: Callable[..., Server], postgres: Postgres, postgres_url: str):
    server = make_server(postgres_url, PREPARE="yes")
    server.start()
    counts: Counter[int] = Counter()

    async def run() -> list[Player]:
        players = [await Player.open(server.port) for _ in range(PLAYERS)]
        for number, player in enumerate(players):
            await player.deal("standard-1", str(number))
        probe = await Connection.open(server.port)
        for _ in range(2):
            over = asyncio.Event()
            async with asyncio.timeout(240), asyncio.TaskGroup() as tasks:
                for player in players:
                    tasks.create_task(play(player, counts, over))
                await more(counts, 200, 100)
                await asyncio.to_thread(down, postgres)
                await more(counts, 503, PLAYERS)
                assert (await probe.ask("GET", "/readyz")).status == 503
                assert (await probe.ask("GET", "/healthz")).status == 200
                await asyncio.to_thread(up, postgres)
                await more(counts, 200, 100)
                assert (await probe.ask("GET", "/readyz")).status == 200
                over.set()
        return players

    try:
        players = drive(run())
    finally:
        up(postgres)
    versions = {row["id"]: row["version"] for row in server.rows("SELECT id, version FROM games")}
    assert versions == {player.game: player.version for player in players}
