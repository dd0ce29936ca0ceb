"""Several servers on one PostgreSQL, no request bound to any of them."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from app.game.deal import Deal, deal_from_code
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from app.jobs.daily import DAYS_AHEAD
from app.store import castles, dailies
from app.store.database import run_once
from app.store.ready_deals import ReadyDeal
from tests.bench.light_client import Player, drive, header
from tests.databases import Postgres
from tests.faults.serving import Server
from tests.waiting import HANGS, is_within, slowness, wait_until
from tests.web.playing import WON_CODE, WON_LINE

MakeServer = Callable[..., Server]
#: The connections by which processes hear of each other, once they have said what they want to hear.
LISTENING = (
    "SELECT query FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = 'klondaily signals' AND state = 'idle' AND query ~* '^(listen|select)'"
)


def two(make_server: MakeServer, url: str, **settings: str) -> tuple[Server, Server]:
    """Two servers that are started at once, and hear of each other."""
    servers = make_server(url, **settings), make_server(url, **settings)
    for server in servers:
        server.begin()
    for server in servers:
        server.wait_until_ready()
    wait_until(lambda: len(servers[0].rows(LISTENING)) == 2)
    return servers


async def same_player(player: Player, server: Server) -> Player:
    """The player's connection to another server."""
    other = await Player.open(server.port)
    other.cookie, other.game, other.version = player.cookie, player.game, player.version
    return other


def test_the_moves_of_one_game_alternate_between_two_servers(make_server: MakeServer, postgres_url: str):
    first, second = two(make_server, postgres_url)

    async def play(number: int) -> None:
        here = await Player.open(first.port)
        await here.deal("standard-3", str(number))
        there = await same_player(here, second)
        for move in range(24):
            player, other = (here, there) if move % 2 else (there, here)
            reply = await player.play("redeal" if move % 9 == 8 else "draw")
            assert reply.status == 200, reply
            other.version = player.version
        # Both at once with the same version: one of them is taken, the other is shown the table as it is then.
        statuses = [reply.status for reply in await asyncio.gather(here.play("draw"), there.play("draw"))]
        assert sorted(statuses) == [200, 409]

    async def together() -> None:
        await asyncio.gather(*(play(number) for number in range(6)))

    drive(together())
    rows = first.rows("SELECT * FROM games")
    assert [row["version"] for row in rows] == [25] * 6
    for row in rows:
        found = first.rows("SELECT * FROM entries WHERE game_id = ? ORDER BY number", row["id"])
        entries = tuple(Entry(entry["text"], entry["clock_ms"]) for entry in found)
        state = replay(Record(rule_set(row["rules"]), Deal.parse(row["deal"]), entries)).state
        assert (state.position.text, state.score) == (row["position"], row["score"])


def test_whoever_watches_a_board_at_one_server_sees_what_is_finished_at_another(
    make_server: MakeServer, postgres_url: str
):
    today = datetime.now(UTC).date().isoformat()
    run_once(postgres_url, dailies.create, today, deal_from_code(WON_CODE).text, "0", 0)
    first, second = two(make_server, postgres_url)

    async def run() -> tuple[float, float]:
        reader, writer = await asyncio.open_connection("127.0.0.1", second.port)
        writer.write(f"GET /leaderboard/{today}/vegas-3/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
        await reader.readuntil(b"retry: 5000\n\n")
        player = await Player.open(first.port)
        reply = await player.ask("POST", "/daily/vegas-3")
        player.game = header(reply.head, b"location").rpartition("/")[2]
        player.cookie = header(reply.head, b"set-cookie").partition(";")[0]
        for entry in WON_LINE[:-1]:
            assert (await player.play(entry)).status == 200
        slow, began = slowness(), time.perf_counter()
        assert (await player.play(WON_LINE[-1])).status == 200
        await asyncio.wait_for(reader.readuntil(b"data: 1\n\n"), HANGS)
        waited = time.perf_counter() - began
        # Nobody waits for its stream to end before a server may stop.
        second.process.terminate()
        await asyncio.wait_for(reader.read(), HANGS)
        writer.close()
        return waited, slow

    waited, slow = drive(run())
    assert is_within(waited, 1, slow)


def test_two_servers_start_at_once_on_an_empty_database(make_server: MakeServer, postgres: Postgres):
    servers = two(make_server, postgres.address(postgres.create()), LOG_LEVEL="info")

    async def run() -> None:
        for server in servers:
            player = await Player.open(server.port)
            await player.deal("standard-1", "1")
            assert (await player.play("draw")).status == 200

    drive(run())
    assert servers[0].rows("SELECT count(*) AS games FROM games") == [{"games": 2}]


def test_days_levels_and_old_deals_are_seen_to_once(make_server: MakeServer, postgres_url: str):
    now = time.time_ns() // 1_000_000
    for number in range(20):
        run_once(postgres_url, castles.begin, f"run {number}", f"player {number}", now - 10**7)
        run_once(
            postgres_url, castles.open_level, f"player {number}", f"level {number}", ReadyDeal("32", 1), now - 10**7
        )
    servers = two(make_server, postgres_url, PREPARE="yes", LOG_LEVEL="info")

    today = datetime.now(UTC).date()
    wanted = {(today + timedelta(ahead)).isoformat() for ahead in range(DAYS_AHEAD + 1)}

    # Without a compiled solver, and with much else to do, days take their time.
    wait_until(lambda: {row["day"] for row in servers[0].rows("SELECT day FROM dailies")} >= wanted, 4 * HANGS)
    left = "SELECT count(*) AS open FROM castle_runs WHERE ended_at IS NULL"
    wait_until(lambda: servers[0].rows(left) == [{"open": 0}])
    # What was done is said after it is seen.
    time.sleep(0.2 * slowness())
    lines = []
    for server in servers:
        server.stop()
        lines += [json.loads(line)["event"] for line in server.errors.splitlines()]
    made = [found[1] for line in lines if (found := re.match(r"the deal of (\S+) is made", line))]
    assert sorted(made) == sorted(wanted)
    ended = [int(found[1]) for line in lines if (found := re.match(r"levels of the castles .* time: (\d+)", line))]
    assert sum(ended) == 20


def test_a_client_that_floods_both_servers_gets_the_rate_of_one(make_server: MakeServer, postgres_url: str):
    rate, burst, seconds = 20, 20, 6.0
    servers = two(make_server, postgres_url, RATE=str(rate), RATE_BURST=str(burst))

    async def flood(server: Server, until: float) -> int:
        client, answered = await Player.open(server.port), 0
        while time.monotonic() < until:
            answered += (await client.ask("GET", "/rules")).status == 200
        return answered

    async def run() -> int:
        until = time.monotonic() + seconds
        return sum(await asyncio.gather(*(flood(server, until) for server in servers)))

    answered = drive(run())
    # A burst at each, and a second until they have told each other; apart they would answer 280.
    assert answered <= 2 * burst + 2 * rate + rate * (seconds - 1)
    assert answered >= burst + rate
