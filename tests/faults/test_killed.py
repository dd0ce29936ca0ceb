"""What was answered is kept, whenever the process ends."""

import asyncio
import random
import signal
import sqlite3
import time
import zlib
from datetime import UTC, datetime

from app.game.deal import Deal, deal_from_code
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from tests.bench.light_client import Player, drive, header
from tests.faults.serving import Server
from tests.web.playing import WON_CODE, WON_LINE

PLAYERS = 12
KILLS = 10


class Load:
    """Players who draw and turn over without a pause, until the server is gone."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        # Game id to the version that an answer has named.
        self.answered: dict[str, int] = {}
        self.cookies: dict[str, str] = {}

    async def run(self, server: Server, enough: int) -> None:
        """Deal or go on with the games, and kill the server after ``enough`` answers."""
        players = [await Player.open(server.port) for _ in range(PLAYERS)]
        games = list(self.answered)
        for number, player in enumerate(players):
            if number < len(games):
                player.game, player.cookie = games[number], self.cookies[games[number]]
                player.version = server.rows("SELECT version FROM games WHERE id = ?", player.game)[0]["version"]
            else:
                await player.deal("standard-1", str(number))
                self.cookies[player.game] = player.cookie
            self.answered[player.game] = player.version
        self._left = enough
        await asyncio.gather(*(self._play(player, server) for player in players))

    async def _play(self, player: Player, server: Server) -> None:
        while self._left > 0:
            try:
                reply = await player.play("redeal" if player.version % 25 == 24 else "draw")
            except ConnectionResetError:
                return
            assert reply.status == 200, reply
            self.answered[player.game] = player.version
            self._left -= 1
            if self._left == 0:
                server.process.kill()


def test_every_answered_move_survives_a_kill_under_load(server: Server):
    chance = random.Random(9)
    load = Load()
    for _ in range(KILLS):
        drive(load.run(server, chance.randrange(20, 120)))
        server.kill()
        check_records(server, load.answered)
        server.start()
    assert drive(play_on(server, load)) == PLAYERS


def check_records(server: Server, answered: dict[str, int]) -> None:
    """Each game holds all that was answered, at most the one move more that was on its way, and nothing half."""
    for row in server.rows("SELECT * FROM games"):
        assert answered[row["id"]] <= row["version"] <= answered[row["id"]] + 1
        found = server.rows("SELECT * FROM entries WHERE game_id = ? ORDER BY number", row["id"])
        assert [entry["number"] for entry in found] == list(range(row["version"]))
        entries = tuple(Entry(entry["text"], entry["clock_ms"]) for entry in found)
        state = replay(Record(rule_set(row["rules"]), Deal.parse(row["deal"]), entries)).state
        assert (state.position.text, state.score) == (row["position"], row["score"])


async def play_on(server: Server, load: Load) -> int:
    taken = 0
    for game, cookie in load.cookies.items():
        player = await Player.open(server.port)
        player.game, player.cookie = game, cookie
        player.version = server.rows("SELECT version FROM games WHERE id = ?", game)[0]["version"]
        taken += (await player.play("redeal" if player.version % 25 == 24 else "draw")).status == 200
    return taken


def test_a_win_that_was_answered_is_on_the_board_after_a_kill(tmp_path):
    # Case 56, on a ranked game: game, result and board are one transaction.
    server = Server(tmp_path)
    server.start()
    today = datetime.now(UTC).date().isoformat()
    add_daily(server, today)
    drive(win_daily(server))
    server.kill()
    (game,) = server.rows("SELECT * FROM games WHERE board IS NOT NULL")
    assert (game["status"], game["version"], game["score"]) == ("won", len(WON_LINE), 208)
    (result,) = server.rows("SELECT * FROM results")
    assert (result["won"], result["score"], result["board"]) == (1, 208, "vegas-3")
    server.start()
    page = drive(board_page(server, today))
    assert "+208" in page
    assert "dealt anew" not in page
    server.close()


def add_daily(server: Server, day: str) -> None:
    conn = sqlite3.connect(server.file)
    values = (day, deal_from_code(WON_CODE).text, "0", 0)
    conn.execute("INSERT INTO dailies (day, deal, salt, created_at) VALUES (?, ?, ?, ?)", values)
    conn.commit()
    conn.close()


async def win_daily(server: Server) -> None:
    player = await Player.open(server.port)
    reply = await player.ask("POST", "/daily/vegas-3")
    assert reply.status == 303, reply
    player.game = header(reply.head, b"location").rpartition("/")[2]
    player.cookie = header(reply.head, b"set-cookie").partition(";")[0]
    for entry in WON_LINE:
        assert (await player.play(entry)).status == 200
    server.process.kill()


async def board_page(server: Server, day: str) -> str:
    player = await Player.open(server.port)
    reply = await player.ask("GET", f"/leaderboard/{day}/vegas-3")
    assert reply.status == 200
    return (zlib.decompress(reply.body, wbits=31) if b"gzip" in reply.head else reply.body).decode()


def test_it_ends_within_five_seconds_of_being_asked_and_keeps_what_it_answered(server: Server):
    load = Load()

    async def stopped_under_load() -> None:
        playing = asyncio.create_task(load.run(server, 10**6))
        while sum(load.answered.values()) < 60:
            await asyncio.sleep(0.01)
        # A browser keeps its connection; that must keep nobody waiting.
        await Player.open(server.port)
        began = time.perf_counter()
        server.process.terminate()
        await asyncio.wait_for(playing, 20)
        assert await asyncio.to_thread(server.wait, 20) in (0, -signal.SIGTERM)
        assert time.perf_counter() - began < 5

    drive(stopped_under_load())
    check_records(server, load.answered)
