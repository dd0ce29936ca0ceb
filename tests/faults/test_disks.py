"""The disk under a SQLite file: full, read-only, or with permissions that are in the way."""

import itertools
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.light_client import Player, drive
from tests.cli.test_commands import klondaily
from tests.confined import held_to_permissions, on_read_only_disk, on_small_disk
from tests.faults.serving import Server

MakeServer = Callable[..., Server]
MB = 1_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a database and a secret."""
    data = tmp_path / "data"
    assert klondaily("migrate", KLONDAILY_DATA=str(data)).returncode == 0
    return data


def wrong(before: list[str], **given: str) -> list[str]:
    """What the doctor calls wrong, and what it says to mend it."""
    done = klondaily("doctor", before=before, **given)
    assert done.returncode == 1, done.stdout
    lines = done.stdout.splitlines()
    return [part.strip() for i, line in enumerate(lines) if line.startswith("WRONG") for part in lines[i : i + 2]]


def refused(before: list[str], said: str, **given: str) -> None:
    """What a server says, and whatever else brings the tables up to date."""
    for command in (("serve", "--port", "0"), ("migrate",)):
        done = klondaily(*command, before=before, **given)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"klondaily: cannot migrate the database: {said}\n"
    done = klondaily("players", "hide", "Ada", before=before, **given)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"klondaily: cannot hide the name: {said}\n"


def test_what_is_on_a_read_only_disk_is_not_served(folder: Path, tmp_path: Path):
    before = on_read_only_disk(folder)
    given = {"KLONDAILY_DATA": str(folder)}
    refused(before, f"{folder}: Read-only file system", **given)
    database = f"WRONG The database {folder / 'klondaily.db'} is on a disk that is read-only."
    assert wrong(before, **given) == [database, "Make that disk writable."]
    # With its database elsewhere, and the other way round.
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    said = f"WRONG The data folder {folder} is on a disk that is read-only."
    assert wrong(before, KLONDAILY_DATABASE_URL=elsewhere, **given) == [said, "Make that disk writable."]
    other = {"KLONDAILY_DATA": str(tmp_path / "other"), "KLONDAILY_DATABASE_URL": f"sqlite:///{folder}/klondaily.db"}
    refused(before, f"{folder}: Read-only file system", **other)
    assert wrong(before, **other) == [database, "Make that disk writable."]
    assert not (tmp_path / "other").exists()
    (folder / "klondaily.db").unlink()
    assert wrong(before, **given) == [said, "Make that disk writable."]
    done = klondaily("serve", "--port", "0", before=before, **given)
    assert done.stderr == (
        f"klondaily: cannot migrate the database: {folder / 'klondaily.db'}: Read-only file system\n"
    )


def test_what_may_not_be_written_is_not_served(folder: Path):
    before = held_to_permissions(folder.parent)
    given = {"KLONDAILY_DATA": str(folder)}
    file = folder / "klondaily.db"
    for place, mode, what in ((folder, 0o500, "The data folder"), (file, 0o400, "The database")):
        kept = place.stat().st_mode
        place.chmod(mode)
        refused(before, f"{place}: Permission denied", **given)
        said, mend = wrong(before, **given)
        assert said == f"WRONG {what} {place} cannot be written."
        assert mend.startswith("chown it to user ")
        place.chmod(kept)
    assert klondaily("doctor", before=before, **given).returncode == 0


@contextmanager
def unwritable(server: Server) -> Iterator[None]:
    """Nobody who asks from now on may write the files of the server."""
    places = [server.folder, *server.folder.glob("klondaily.db*")]
    modes = [(place, place.stat().st_mode) for place in places]
    for place, mode in modes:
        place.chmod(mode & 0o555)
    yield
    for place, mode in modes:
        place.chmod(mode)


def test_a_file_that_may_not_be_written_any_more_takes_no_move_until_it_may(make_server: MakeServer, tmp_path: Path):
    server = make_server(LOG_LEVEL="warning")
    server.before = held_to_permissions(tmp_path)
    server.start()

    async def run() -> None:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        assert (await player.play("draw")).status == 200
        # What is open stays so. A lock on which a write waits in vain makes the server open the file anew.
        other = sqlite3.connect(server.file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with unwritable(server):
            assert (await player.play("draw")).status == 503
            other.execute("ROLLBACK")
            for _ in range(2):
                reply = await player.play("draw")
                assert reply.status == 503
                assert "The cards cannot be reached" in reply.text or "Die Karten" in reply.text
                assert (await player.ask("GET", "/readyz")).status == 503
            # To look at the table needs no writing.
            assert (await player.ask("GET", f"/game/{player.game}")).status == 200
            assert server.rows("SELECT version FROM games") == [{"version": 1}]
        other.close()
        assert (await player.ask("GET", "/readyz")).status == 200
        assert (await player.play("draw")).status == 200

    drive(run())
    server.stop()
    assert "not ready: could not commit: attempt to write a readonly database" in server.errors


def test_a_disk_that_fills_makes_a_server_unready_before_a_move_is_lost(make_server: MakeServer):
    server = make_server(LOG_LEVEL="warning")
    server.before = on_small_disk(server.folder, 48)
    server.start()
    # As the server sees its folder.
    disk = Path(f"/proc/{server.process.pid}/root") / server.folder.relative_to("/")
    filler = disk / "filler"

    def leave(free: int) -> None:
        filler.write_bytes(bytes(shutil.disk_usage(disk).free - free))

    async def run() -> None:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        assert (await player.ask("GET", "/readyz")).status == 200
        leave(19 * MB)
        reply = await player.ask("GET", "/readyz")
        assert (reply.status, "has no room left" in reply.text) == (503, True)
        entries = itertools.cycle(("draw", "undo"))
        for _ in range(4):
            assert (await player.play(next(entries))).status == 200
        filler.unlink()
        assert (await player.ask("GET", "/readyz")).status == 200
        leave(0)
        # Until what SQLite has set aside is used up.
        for _ in range(5_000):
            entry = next(entries)
            if (reply := await player.play(entry)).status != 200:
                break
        assert reply.status == 503
        assert (await player.ask("GET", "/readyz")).status == 503
        filler.unlink()
        assert (await player.ask("GET", "/readyz")).status == 200
        assert (await player.play(entry)).status == 200

    drive(run())
    server.stop()
    assert f" MB are free where {server.file} is" in server.errors
