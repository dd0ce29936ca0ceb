"""A commit that fails is never answered as done, and leaves nothing half (one request, one transaction)."""

import asyncio
import resource
import sqlite3

import pytest

from tests.bench.light_client import Player, drive
from tests.faults.serving import Server


async def players_on_a_table(server: Server) -> tuple[Player, Player]:
    """One who has begun and one whose first move is still to come."""
    begun, fresh = await Player.open(server.port), await Player.open(server.port)
    await begun.deal("standard-1", "1")
    await fresh.deal("vegas-3", "2")
    assert (await begun.play("draw")).status == 200
    return begun, fresh


async def refused(begun: Player, fresh: Player) -> None:
    """By the fragment's route, the page's and the other ones that write: 503, and nothing else."""
    path = f"/game/{fresh.game}/play"
    replies = await asyncio.gather(begun.play("draw"), fresh.ask("POST", path, "version=0&entry=draw"))
    replies += [await begun.ask("POST", f"/game/{begun.game}/give-up")]
    for reply in replies:
        assert reply.status == 503, reply
        assert b"retry-after" in reply.head.lower()
        assert "<h1>" in reply.text
        assert "data-card" not in reply.text


def check_nothing_half(server: Server, begun: Player, fresh: Player) -> None:
    versions = {row["id"]: (row["version"], row["status"]) for row in server.rows("SELECT * FROM games")}
    assert versions == {begun.game: (1, "playing"), fresh.game: (0, "playing")}
    assert [row["game_id"] for row in server.rows("SELECT * FROM entries")] == [begun.game]
    assert len(server.rows("SELECT * FROM players")) == 1


async def played_on(begun: Player, fresh: Player) -> None:
    """The same moves with the same versions, once the database can write again."""
    assert (await begun.play("draw")).status == 200
    assert (await fresh.play("draw")).status == 200


def test_a_database_locked_by_another_program_answers_503(server: Server):
    async def run() -> None:
        begun, fresh = await players_on_a_table(server)
        other = sqlite3.connect(server.file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await refused(begun, fresh)
        check_nothing_half(server, begun, fresh)
        # Looking at the table needs no writing.
        reply = await begun.ask("GET", f"/game/{begun.game}")
        assert reply.status == 200
        other.execute("ROLLBACK")
        other.close()
        await played_on(begun, fresh)

    drive(run())


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can be set on Linux only")
def test_a_full_disk_answers_503(server: Server):
    async def run() -> None:
        begun, fresh = await players_on_a_table(server)
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        # From now on no file of the server may grow or change: what a full disk does, at every write.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
        assert (await begun.ask("GET", "/readyz")).status == 200, "nothing was written yet"
        await refused(begun, fresh)
        for _ in range(3):
            assert (await begun.ask("GET", "/readyz")).status == 503
        assert (await begun.ask("GET", "/healthz")).status == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        # Before anybody has played: a proxy sends nobody to a server that is not ready.
        assert (await begun.ask("GET", "/readyz")).status == 200
        check_nothing_half(server, begun, fresh)
        await played_on(begun, fresh)

    drive(run())
    server.kill()
    server.start()
    assert server.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]


def test_a_missing_table_is_an_error_and_not_a_success(server: Server):
    # Something that nobody foresaw: 500 with a number to name, never 200.
    async def run() -> None:
        begun, _ = await players_on_a_table(server)
        other = sqlite3.connect(server.file)
        other.execute("ALTER TABLE entries RENAME TO elsewhere")
        other.commit()
        reply = await begun.play("draw")
        assert reply.status in (500, 503)
        other.execute("ALTER TABLE elsewhere RENAME TO entries")
        other.commit()
        other.close()
        assert server.rows("SELECT version FROM games WHERE id = ?", begun.game) == [{"version": 1}]
        assert (await begun.play("draw")).status == 200

    drive(run())
