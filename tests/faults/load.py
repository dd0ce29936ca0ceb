"""Players without a pause, and what must hold after the server they play at was killed."""

import asyncio
import random
import sqlite3
import time
from datetime import UTC, datetime
from typing import NamedTuple

import asyncpg

from app.game.deal import Deal, deal_from_code
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from tests.bench.light_client import Player, drive, header
from tests.faults.serving import Server
from tests.web.playing import WON_CODE

PLAYERS = 12
#: Players who begin the game of the day, give it up, and are somebody new.
RANKED = 3


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def add_daily(server: Server, day: str) -> None:
    """Keep a deal for the day that :data:`tests.web.playing.WON_LINE` wins."""
    values = (day, deal_from_code(WON_CODE).text, "0", 0)
    if server.url.startswith("sqlite"):
        conn = sqlite3.connect(server.file)
        conn.execute("INSERT INTO dailies (day, deal, salt, created_at) VALUES (?, ?, ?, ?)", values)
        conn.commit()
        conn.close()
        return

    async def add() -> None:
        conn = await asyncpg.connect(server.url)
        await conn.execute("INSERT INTO dailies (day, deal, salt, created_at) VALUES ($1, $2, $3, $4)", *values)
        await conn.close()

    asyncio.run(add())


async def begin_daily(player: Player, board: str) -> None:
    reply = await player.ask("POST", f"/daily/{board}")
    assert reply.status == 303, reply
    player.game, player.version = header(reply.head, b"location").rpartition("/")[2], 0
    player.cookie = header(reply.head, b"set-cookie").partition(";")[0]


class Load:
    """Players who draw and turn over without a pause, until the server is gone."""

    def __init__(self) -> None:
        # Game id to the version that an answer has named, and to its player's cookie.
        self.answered: dict[str, int] = {}
        self.cookies: dict[str, str] = {}
        #: Games of the day of which an answer has said that they are over.
        self.over: set[str] = set()
        self._left = 0

    async def run(self, server: Server, enough: int) -> None:
        """Deal or go on with the games, and kill the server after ``enough`` answers."""
        rows = await asyncio.to_thread(server.rows, "SELECT id, version FROM games")
        versions = {row["id"]: row["version"] for row in rows}
        players = [await Player.open(server.port) for _ in range(PLAYERS)]
        games = list(self.answered)
        for number, player in enumerate(players):
            if number < len(games):
                player.game, player.cookie = games[number], self.cookies[games[number]]
                player.version = versions[player.game]
            else:
                await player.deal("standard-1", str(number))
                self.cookies[player.game] = player.cookie
            self.answered[player.game] = player.version
        self._left = enough
        await asyncio.gather(
            *(self._play(player, server) for player in players), *(self._rank(server) for _ in range(RANKED))
        )

    def _is_last(self, server: Server) -> bool:
        self._left -= 1
        if self._left == 0:
            server.process.kill()
        return self._left <= 0

    async def _play(self, player: Player, server: Server) -> None:
        while self._left > 0:
            try:
                reply = await player.play("redeal" if player.version % 25 == 24 else "draw")
            except ConnectionResetError:
                return
            assert reply.status == 200, reply
            self.answered[player.game] = player.version
            self._is_last(server)

    async def _rank(self, server: Server) -> None:
        while self._left > 0:
            try:
                player = await Player.open(server.port)
                await begin_daily(player, "vegas-3")
                for entry in ("draw", "resign"):
                    reply = await player.play(entry)
                    assert reply.status == 200, reply
            except (ConnectionError, OSError):
                return
            self.over.add(player.game)
            self._is_last(server)
            player.close()


def check_records(server: Server, load: Load) -> None:
    """Each game holds what was answered, at most the one move more that was on its way, and nothing half or twice."""
    for row in server.rows("SELECT * FROM games"):
        answered = load.answered.get(row["id"])
        if answered is not None:
            assert answered <= row["version"] <= answered + 1
        found = server.rows("SELECT * FROM entries WHERE game_id = ? ORDER BY number", row["id"])
        assert [entry["number"] for entry in found] == list(range(row["version"]))
        entries = tuple(Entry(entry["text"], entry["clock_ms"]) for entry in found)
        state = replay(Record(rule_set(row["rules"]), Deal.parse(row["deal"]), entries)).state
        assert (state.position.text, state.score, state.status) == (row["position"], row["score"], row["status"])
    ended = {row["id"] for row in server.rows("SELECT id FROM games WHERE status <> 'playing'")}
    results = [row["game_id"] for row in server.rows("SELECT game_id FROM results")]
    assert load.over <= ended
    assert sorted(results) == sorted(ended)
    counted = server.rows("SELECT sum(results) AS results FROM rank_counts WHERE level = 0")
    assert (counted[0]["results"] or 0) == len(results)


async def play_on(server: Server, load: Load) -> int:
    """Let every player make a move more; return how many could."""
    rows = await asyncio.to_thread(server.rows, "SELECT id, version FROM games")
    versions = {row["id"]: row["version"] for row in rows}
    taken = 0
    for game, cookie in load.cookies.items():
        player = await Player.open(server.port)
        player.game, player.cookie, player.version = game, cookie, versions[game]
        taken += (await player.play("redeal" if player.version % 25 == 24 else "draw")).status == 200
    return taken


class UpAgain(NamedTuple):
    """How long a server's start took; ``cpu`` is what it takes where nothing else runs."""

    seconds: float
    cpu: float


class Killed(NamedTuple):
    """What was found: how many answers had come, and for each kill how soon the server was up again."""

    answers: int
    up_again: list[UpAgain]


def kill_under_load(server: Server, kills: int, seed: int = 9) -> Killed:
    """Kill the server so often, each time in the middle of its players' moves, and look at what is left."""
    add_daily(server, today())
    chance = random.Random(seed)
    load = Load()
    up_again = []
    for _ in range(kills):
        drive(load.run(server, chance.randrange(20, 120)))
        server.kill()
        check_records(server, load)
        began = time.perf_counter()
        server.start()
        up_again.append(UpAgain(time.perf_counter() - began, server.cpu_seconds()))
    assert drive(play_on(server, load)) == PLAYERS
    return Killed(sum(load.answered.values()) + len(load.over), up_again)
