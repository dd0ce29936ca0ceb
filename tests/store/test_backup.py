"""A copy made while moves come in is whole, and can be put back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.game.record import replay
from app.store import games
from app.store.backup import backup, restore
from tests.databases import Running
from tests.store.play import NOON, UTC, deal, enter, play, stored


@pytest.fixture
def url(sqlite_template: Path, tmp_path: Path) -> str:
    file = tmp_path / "klondaily.db"
    file.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{file}"


@pytest.fixture
def served(url: str) -> Iterator[Running]:
    running = Running(url)
    yield running
    running.close()


def test_a_copy_made_while_serving_is_whole(served: Running, tmp_path: Path) -> None:
    rows = [deal(served, str(number), player=f"player {number}") for number in range(8)]
    copy = tmp_path / "copy.db"

    async def serve_on() -> None:
        async def one(row: games.GameRow) -> None:
            version = 0
            while not copying.done():
                await served.database.write(games.append, row.id, row.player_id, version, ["draw"], NOON, UTC)
                version += 1
                if version == 24:
                    break

        copying = asyncio.ensure_future(asyncio.to_thread(backup, served.url, copy))
        await asyncio.gather(copying, *(one(row) for row in rows))

    served.run(serve_on())
    copied = Running(f"sqlite:///{copy}")
    for row in rows:
        kept = stored(copied, row)
        assert replay(copied.read(games.record, kept)).state == games.state_of(kept)
    copied.close()


def test_a_copy_is_put_back(url: str, tmp_path: Path) -> None:
    served = Running(url)
    row = enter(served, deal(served), "draw").row
    copy = tmp_path / "copy.db"
    backup(url, copy)
    play(served, row, ["draw", "draw", "resign"])
    served.close()
    restore(url, copy)
    again = Running(url)
    assert stored(again, row) == row
    assert enter(again, row, "draw").taken == 1
    again.close()


def test_a_file_that_is_there_is_not_written_over(served: Running, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(FileExistsError):
        backup(served.url, copy)
    assert copy.read_text() == "precious"


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"x" * 5000])
def test_what_is_no_database_of_ours_is_not_put_back(served: Running, tmp_path: Path, content: bytes) -> None:
    row = deal(served)
    copy = tmp_path / "copy.db"
    copy.write_bytes(content)
    with pytest.raises(ValueError, match="not a database"):
        restore(served.url, copy)
    assert stored(served, row) == row


def test_postgresql_has_its_own_tools(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pg_dump"):
        backup("postgresql://localhost/x", tmp_path / "copy.db")
    with pytest.raises(ValueError, match="pg_dump"):
        restore("postgresql://localhost/x", tmp_path / "copy.db")


def test_no_half_copy_is_left(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot copy"):
        backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
