"""Updating one server after the other: old and new versions side by side, on tables that the new one has widened."""

import asyncio
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from app.config import MIGRATIONS
from app.store.errors import UnfitError
from app.store.migrate import LOCK, bring_up, in_transaction
from tests.bench.light_client import Connection, Player, drive
from tests.databases import Postgres
from tests.faults.serving import ROOT, Server
from tests.faults.test_many_servers import same_player

MakeServer = Callable[..., Server]

#: What the next version might bring: everything that expands, nothing that contracts.
NEXT = '''
"""What is to come"""

import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("note", sa.Text(), nullable=True))
    op.add_column("players", sa.Column("stars", sa.Integer(), server_default="0", nullable=False))
    op.create_table("to_come", sa.Column("id", sa.Text(), primary_key=True))
    op.create_index("ix_games_note", "games", ["note"])
    op.execute("SELECT pg_sleep(0.5)")
'''
#: A program whose migrations are those of a folder.
MIGRATE = """
import sys
from pathlib import Path
from app.store import migrate
migrate.MIGRATIONS = Path(sys.argv[1])
migrate.migrate(sys.argv[2])
"""


def next_version(folder: Path) -> Path:
    """The migrations of this version and one more."""
    made = shutil.copytree(MIGRATIONS, folder / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    head = max(file.name[:4] for file in (made / "versions").glob("0*.py"))
    (made / "versions" / "9000_what_is_to_come.py").write_text(NEXT.format(head=head), encoding="utf-8")
    return made


async def migrate_further(folder: Path, url: str) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", MIGRATE, str(folder), url, cwd=ROOT)
    assert await process.wait() == 0


def test_a_server_plays_on_while_another_process_migrates_further(
    make_server: MakeServer, postgres_url: str, tmp_path: Path
):
    old = make_server(postgres_url)
    old.start()
    restarted = make_server(postgres_url)
    folder = next_version(tmp_path)
    over = asyncio.Event()

    async def play(number: int) -> tuple[Player, int]:
        player = await Player.open(old.port)
        await player.deal("standard-1", str(number))
        moves = 0
        while not over.is_set() or moves < 30:
            reply = await player.play("redeal" if moves % 25 == 24 else "draw")
            assert reply.status == 200, reply
            moves += 1
            await asyncio.sleep(0.02)
        return player, moves

    async def run() -> None:
        playing = asyncio.gather(*(play(number) for number in range(8)))
        await asyncio.sleep(0.3)
        await migrate_further(folder, postgres_url)
        await asyncio.sleep(0.3)
        over.set()
        played = await playing
        # The old version can be started again too, in the middle of the update, and takes the same games on.
        await asyncio.to_thread(restarted.start)
        for player, moves in played:
            assert player.version == moves
            other = await same_player(player, restarted)
            assert (await other.play("undo")).status == 200

    drive(run())
    assert old.rows("SELECT version_num FROM alembic_version") == [{"version_num": "9000"}]


def test_what_an_old_version_cannot_work_on_stops_its_start_with_one_line(make_server: MakeServer, postgres_url: str):
    run_sql(postgres_url, "UPDATE alembic_version SET version_num = '9001'")
    run_sql(postgres_url, "ALTER TABLE games ADD COLUMN note text, ADD COLUMN stars int NOT NULL DEFAULT 0")
    assert bring_up(postgres_url)
    for change, back, misfit in (
        ("ALTER COLUMN stars DROP DEFAULT", "ALTER COLUMN stars SET DEFAULT 0", "games.stars has to be filled"),
        ("RENAME TO gone", "", "there is no table games"),
    ):
        run_sql(postgres_url, f"ALTER TABLE games {change}")
        with pytest.raises(UnfitError, match=misfit):
            bring_up(postgres_url)
        run_sql(postgres_url, f"ALTER TABLE games {back}" if back else "ALTER TABLE gone RENAME TO games")
    run_sql(postgres_url, "ALTER TABLE games RENAME COLUMN score TO points")
    server = make_server(postgres_url)
    server.begin()
    assert server.wait() == 1
    assert server.errors.count("\n") == 1
    assert "from a newer version, and there is no column games.score" in server.errors


def run_sql(url: str, sql: str) -> None:
    in_transaction(url, lambda conn: conn.exec_driver_sql(sql))


def test_while_the_tables_are_brought_up_to_date_a_server_lives_but_is_not_ready(
    make_server: MakeServer, postgres: Postgres, tmp_path: Path
):
    url = postgres.address(postgres.create())
    server = make_server(url)

    async def run() -> None:
        holder = await asyncpg.connect(url)
        # Another process migrates, and this one has to wait for it.
        await holder.execute(f"SELECT pg_advisory_lock({LOCK})")
        port = free_port()
        server.begin("--port", str(port))
        while True:
            try:
                asking = await Connection.open(port)
                break
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)
        ready = await asking.ask("GET", "/readyz")
        assert (ready.status, b"retry-after" in ready.head.lower()) == (503, True)
        for path, status in (("/healthz", 200), ("/", 503)):
            asking = await Connection.open(port)
            assert (await asking.ask("GET", path)).status == status
        await holder.close()
        await asyncio.to_thread(server.wait_until_ready)
        asking = await Connection.open(port)
        assert (await asking.ask("GET", "/readyz")).status == 200

    drive(run())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
