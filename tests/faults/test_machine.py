"""The machine does what machines do: its clock is set, its disk is full under the log, a process of it is killed."""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from app.store import castles
from app.store.clock import LOOK_MS
from app.store.database import run_once
from app.store.ready_deals import ReadyDeal
from tests.bench.light_client import Connection, Player, drive
from tests.faults.serving import Server
from tests.waiting import HANGS, until

MakeServer = Callable[..., Server]


def test_a_clock_that_is_set_back_an_hour_stops_no_game_and_lengthens_no_level(make_server: MakeServer):
    server = make_server()
    server.module = "tests.faults.shifted"
    server.start()

    async def run() -> tuple[Player, Player]:
        player, later = await Player.open(server.port), await Player.open(server.port)
        await player.deal("standard-1", "1")
        assert (await player.play("draw")).status == 200
        await asyncio.to_thread(begin_level, server, 1_000)
        server.process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(0.6)
        assert (await player.play("draw")).status == 200
        await later.deal("standard-1", "2")
        assert (await later.play("draw")).status == 200
        await asyncio.sleep(2)
        assert (await player.ask("GET", "/game/level")).status == 200
        return player, later

    player, later = drive(run())
    times = [row["clock_ms"] for row in server.rows("SELECT clock_ms FROM entries ORDER BY clock_ms")]
    assert times[-1] - times[-2] >= 500
    starts = {row["id"]: row["started_at"] for row in server.rows("SELECT id, started_at FROM games")}
    assert starts[later.game] > starts[player.game]
    # With the clock set back it would have had an hour more.
    assert server.rows("SELECT end_reason FROM castle_runs") == [{"end_reason": "time"}]


def begin_level(server: Server, left_ms: int) -> None:
    """Let the one player there is have a level of the castles with so much of its 500 seconds left."""
    (player,) = server.rows("SELECT id FROM players")
    now = time.time_ns() // 1_000_000
    run_once(server.url, castles.begin, "run", player["id"], now)
    run_once(server.url, castles.open_level, player["id"], "level", ReadyDeal("32", 1), now)
    conn = sqlite3.connect(server.file)
    conn.execute("UPDATE games SET created_at = ? WHERE id = 'level'", (now - LOOK_MS - 500_000 + left_ms,))
    conn.commit()
    conn.close()


def test_a_disk_that_is_full_under_the_log_breaks_no_connection(make_server: MakeServer):
    server = make_server(LOG_LEVEL="info")
    with Path("/dev/full").open("w") as full:
        server.stderr = full
        server.start()

        async def run() -> None:
            player = await Player.open(server.port)
            await player.deal("standard-1", "1")
            for _ in range(24):
                assert (await player.play("draw")).status == 200
            # What is logged otherwise as well: a database that does not answer.
            other = sqlite3.connect(server.file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            assert (await player.play("redeal")).status == 503
            other.execute("ROLLBACK")
            other.close()
            assert (await player.play("redeal")).status == 200

        drive(run())
        assert server.stop() in (0, -signal.SIGTERM)


def solvers(server: Server) -> list[int]:
    """The processes in which the server's solver works."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        if parent == server.process.pid and "spawn_main" in command:
            found.append(int(folder.name))
    return found


def test_a_solver_that_is_killed_at_its_work_is_started_again_and_answers(server: Server):
    async def run() -> int:
        killed = 0
        player, asking = await Player.open(server.port), await Connection.open(server.port)
        await player.deal("standard-1", "12345")
        asking.cookie = player.cookie
        for _ in range(3):
            assert (await player.play("draw")).status == 200
            answer = asking.ask("GET", f"/game/{player.game}/verdict")
            # At the first question it starts, at later ones it may be at work or done.
            while not answer.done() and not solvers(server):
                await asyncio.sleep(0.001)
            found = set(solvers(server))
            for process in found:
                os.kill(process, signal.SIGKILL)
                killed += 1
            # A busy machine takes a moment for that.
            await until(lambda found=found: not found & set(solvers(server)))
            # Moves wait for no solver.
            assert (await player.play("draw")).status == 200
            reply = await asyncio.wait_for(answer, HANGS)
            assert reply.status == 200, reply
            assert b"data-verdict" in reply.body
        return killed

    assert drive(run()) == 3
