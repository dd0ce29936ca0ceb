"""What was answered is kept, whenever the process ends. ``python -m tests.faults.kills`` kills fifty times."""

import asyncio
import signal
import socket
import time

import pytest

from tests.bench.light_client import Player, drive
from tests.faults.load import Load, add_daily, begin_daily, check_records, kill_under_load, today
from tests.faults.serving import Server
from tests.waiting import HANGS, is_within, slowness, until
from tests.web.playing import WON_LINE

KILLS = 4
#: Seconds from the start of the process until it is ready.
UP_AGAIN = 2.0
SLOW = (
    "GET /leaderboard/{}/vegas-3/live HTTP/1.1\r\nhost: a\r\n\r\n",
    "POST /games HTTP/1.1\r\nhost: a\r\n",
    "POST /games HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nrules=",
)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_answered_move_survives_a_kill_under_load(make_server, request: pytest.FixtureRequest, kind: str) -> None:
    server: Server = make_server("" if kind == "sqlite" else request.getfixturevalue("postgres_url"))
    server.start()
    killed = kill_under_load(server, KILLS)
    assert killed.answers > KILLS * 20
    # In seconds of the processor, as the machine may do much else meanwhile.
    assert is_within(max(each.cpu for each in killed.up_again), UP_AGAIN)


def test_a_win_that_was_answered_is_on_the_board_after_a_kill(make_server):
    # Case 56, on a ranked game: game, result and board are one transaction.
    server: Server = make_server()
    server.start()
    add_daily(server, today())
    drive(win_daily(server))
    server.kill()
    (game,) = server.rows("SELECT * FROM games WHERE board IS NOT NULL")
    assert (game["status"], game["version"], game["score"]) == ("won", len(WON_LINE), 208)
    (result,) = server.rows("SELECT * FROM results")
    assert (result["won"], result["score"], result["board"]) == (1, 208, "vegas-3")
    server.start()
    page = drive(board_page(server, today()))
    assert "+208" in page
    assert "dealt anew" not in page


async def win_daily(server: Server) -> None:
    player = await Player.open(server.port)
    await begin_daily(player, "vegas-3")
    for entry in WON_LINE:
        assert (await player.play(entry)).status == 200
    server.process.kill()


async def board_page(server: Server, day: str) -> str:
    player = await Player.open(server.port)
    reply = await player.ask("GET", f"/leaderboard/{day}/vegas-3")
    assert reply.status == 200
    return reply.text


@pytest.mark.parametrize("workers", ["", "2"])
def test_it_ends_within_five_seconds_of_being_asked_and_keeps_what_it_answered(
    make_server, request: pytest.FixtureRequest, workers: str
):
    server: Server = make_server(request.getfixturevalue("postgres_url") if workers else "", WORKERS=workers)
    server.start()
    add_daily(server, today())
    load = Load()

    async def stopped_under_load() -> None:
        playing = asyncio.create_task(load.run(server, 10**6))
        await until(lambda: sum(load.answered.values()) >= 60)
        # A browser keeps its connection, a watcher its stream, and slow clients do not come to an end.
        await Player.open(server.port)
        others = [socket.create_connection(("127.0.0.1", server.port)) for _ in SLOW]
        for text, other in zip(SLOW, others, strict=True):
            other.sendall(text.format(today()).encode())
        await asyncio.sleep(0.2)
        slow, began = slowness(), time.perf_counter()
        server.process.terminate()
        await asyncio.wait_for(playing, HANGS)
        assert await asyncio.to_thread(server.wait) in (0, -signal.SIGTERM)
        assert is_within(time.perf_counter() - began, 5, slow)
        for other in others:
            other.close()

    drive(stopped_under_load())
    check_records(server, load)


def test_several_processes_are_gone_soon_after_the_first_one_was_killed(make_server, postgres_url: str):
    server: Server = make_server(postgres_url, WORKERS="2")
    server.start()

    async def played() -> Player:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        assert (await player.play("draw")).status == 200
        return player

    player = drive(played())
    slow, began = slowness(), time.perf_counter()
    # Returns when nobody holds its standard output any more.
    server.kill()
    assert is_within(time.perf_counter() - began, 6, slow)
    server.start("--port", str(server.port))
    assert server.rows("SELECT version FROM games WHERE id = ?", player.game) == [{"version": 1}]
