"""The operator's own commands while players play: a copy holds nobody up, is one moment, and goes into a new place."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.light_client import Player, drive
from tests.databases import Postgres
from tests.faults.load import Load, add_daily, check_records, today
from tests.faults.serving import ROOT, Server
from tests.store.test_backup import contents
from tests.waiting import HANGS, is_within

MakeServer = Callable[..., Server]


def klondaily(server: Server, *arguments: str) -> None:
    """Run a command with the server's settings."""
    command = [sys.executable, "-m", "app", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=server.environ, capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert done.returncode == 0, done.stderr


async def play(player: Player, over: asyncio.Event) -> None:
    while not over.is_set():
        reply = await player.play("redeal" if player.version % 25 == 24 else "draw")
        assert reply.status == 200, reply
        # The database must be free again before a move would be given up.
        assert is_within(reply.seconds, 4)


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_copy_made_under_load_goes_into_a_new_place_of_the_other_kind(
    make_server: MakeServer, postgres: Postgres, tmp_path: Path, kind: str, other: str
):
    urls = {"sqlite": "", "postgresql": postgres.address(postgres.create(postgres.template))}
    server, new = make_server(urls[kind]), make_server(urls[other])
    server.start()
    add_daily(server, today())
    copies = [str(tmp_path / f"{number}.db") for number in range(2)]

    async def run() -> list[Player]:
        players = [await Player.open(server.port) for _ in range(6)]
        for number, player in enumerate(players):
            await player.deal("standard-1", str(number))
        over = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(play(player, over))
            await asyncio.to_thread(klondaily, server, "backup", copies[0])
            over.set()
        return players

    players = drive(run())
    klondaily(server, "backup", copies[1])
    klondaily(new, "restore", copies[0])
    # One moment of every game, whole, and none of them further than it is now.
    check_records(new, Load())
    now = {player.game: player.version for player in players}
    then = {row["id"]: row["version"] for row in new.rows("SELECT id, version FROM games")}
    assert then.keys() == now.keys()
    assert all(then[game] <= now[game] for game in now)
    klondaily(new, "restore", copies[1], "--force")
    assert contents(new.url) == contents(server.url)
    new.environ["KLONDAILY_SECRET"] = server.environ.get("KLONDAILY_SECRET") or (server.folder / "secret").read_text()
    new.start()

    async def go_on() -> None:
        for player in players:
            again = await Player.open(new.port)
            again.cookie, again.game, again.version = player.cookie, player.game, player.version
            assert (await again.play("undo")).status == 200

    drive(go_on())
