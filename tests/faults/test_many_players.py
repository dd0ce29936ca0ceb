"""Many at once on SQLite (case 77); ``tests/bench/bench_moves.py`` measures the same for longer."""

import asyncio
import signal

from tests.bench.light_client import Player, drive
from tests.faults.serving import Server

PLAYERS = 50
MOVES = 15


def test_fifty_players_at_five_moves_a_second_get_no_error(server: Server):
    async def play(number: int) -> list[int]:
        player = await Player.open(server.port)
        await player.deal("standard-1", str(number))
        loop = asyncio.get_running_loop()
        start = loop.time() + number / 250
        statuses = []
        for move in range(MOVES):
            await asyncio.sleep(start + move / 5 - loop.time())
            statuses.append((await player.play("draw")).status)
        return statuses

    async def together() -> list[list[int]]:
        return await asyncio.gather(*(play(number) for number in range(PLAYERS)))

    statuses = drive(together())
    assert {status for each in statuses for status in each} == {200}
    rows = server.rows("SELECT version FROM games")
    assert [row["version"] for row in rows] == [MOVES] * PLAYERS
    assert server.stop() in (0, -signal.SIGTERM)
    assert server.errors == ""
