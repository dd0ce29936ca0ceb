"""A copy made while moves come in is whole, and can be put back: on both databases, and from one to the other."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from app.game.record import replay
from app.store import games, players, tokens
from app.store.backup import backup, restore
from app.store.copying import copy_database
from app.store.errors import NotEmptyError
from app.store.games import Attempt
from app.store.migrate import downgrade, migrate
from app.store.schema import METADATA
from tests.databases import Postgres, Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter, play, stored, winning_line

Rows = dict[str, list[tuple[Any, ...]]]


def everything(conn: Connection) -> Rows:
    tables = METADATA.sorted_tables
    return {table.name: sorted(map(tuple, conn.execute(select(table))), key=repr) for table in tables}


def contents(url: str) -> Rows:
    running = Running(url)
    found = running.read(everything)
    running.close()
    return found


def furnish(database: Running) -> None:
    """Something in most of the tables: games under way, won and lost, results, a name, a token, a running sum."""
    play(database, deal_daily(database, "won daily"), winning_line("daily-standard-1"), step=1000)
    enter(database, deal(database, "lost", "vegas-3", player="bob"), "draw", "resign")
    enter(database, deal(database, "under way", player="Zoë"), "draw", "undo")
    database.write(players.set_name, "Zoë", "Zoë 🂡", NOON)
    database.write(tokens.make, "bob", "robot", NOON)


@pytest.fixture
def served(database: Running) -> Running:
    furnish(database)
    return database


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that has nothing in it, not even tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new' / 'klondaily.db'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        yield server.address(server.create())


def test_a_copy_made_while_serving_is_one_moment_and_goes_into_a_new_place(
    served: Running, new_place: str, tmp_path: Path
):
    rows = [deal(served, str(number), player=f"player {number}") for number in range(8)]
    copy = tmp_path / "copy.db"

    async def serve_on() -> None:
        async def one(row: games.GameRow) -> None:
            version = 0
            while not copying.done():
                await served.database.write(
                    games.append, Attempt(row.id, row.player_id, version, ["draw"], NOON), TERMS
                )
                version += 1
                if version == 24:
                    break

        copying = asyncio.ensure_future(asyncio.to_thread(backup, served.url, copy))
        await asyncio.gather(copying, *(one(row) for row in rows))

    served.run(serve_on())
    restore(new_place, copy)
    assert contents(new_place) == contents(f"sqlite:///{copy}")
    again = Running(new_place)
    for row in rows:
        kept = stored(again, row)
        assert replay(again.read(games.record, kept)).state == games.state_of(kept)
    assert enter(again, kept, "resign").taken == 1
    again.close()


def test_nothing_is_lost_from_one_database_to_the_other(served: Running, new_place: str):
    before = served.read(everything)
    counts = copy_database(served.url, new_place)
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert counts["results"] == counts["tokens"] == 1
    assert contents(new_place) == before


def test_and_back(served: Running, new_place: str):
    before = served.read(everything)
    copy_database(served.url, new_place)
    copy_database(new_place, served.url, force=True)
    assert served.read(everything) == before


def test_what_is_there_is_not_written_over_unless_forced(served: Running, tmp_path: Path):
    copy = tmp_path / "copy.db"
    backup(served.url, copy)
    before = served.read(everything)
    enter(served, deal(served, "later"), "draw")
    later = served.read(everything)
    with pytest.raises(NotEmptyError):
        restore(served.url, copy)
    with pytest.raises(NotEmptyError):
        copy_database(f"sqlite:///{copy}", served.url)
    assert served.read(everything) == later
    url = served.url
    served.run(served.database.close())
    restore(url, copy, force=True)
    assert contents(url) == before


def test_a_file_that_is_there_is_not_written_over_unless_forced(served: Running, tmp_path: Path):
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(FileExistsError):
        backup(served.url, copy)
    assert copy.read_text() == "precious"
    backup(served.url, copy, force=True)
    assert contents(f"sqlite:///{copy}") == served.read(everything)
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def damage(file: Path) -> None:
    with file.open("r+b") as pages:
        pages.seek(3 * 4096)
        pages.write(bytes(range(256)) * 48)


def drop_a_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("DROP TABLE tokens")
        conn.commit()


def become_anothers(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("CREATE TABLE a (b)")
        conn.commit()


@pytest.mark.parametrize("spoil", [damage, drop_a_table, become_anothers])
def test_the_copy_of_the_day_before_stays_where_the_database_is_not_whole(tmp_path: Path, spoil):
    url = f"sqlite:///{tmp_path / 'klondaily.db'}"
    migrate(url)
    copy = tmp_path / "night.db"
    backup(url, copy)
    before = copy.read_bytes()
    spoil(tmp_path / "klondaily.db")
    with pytest.raises((ValueError, OSError)):
        backup(url, copy, force=True)
    assert copy.read_bytes() == before
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_copy_of_an_older_version_gets_the_newest_tables(served: Running, new_place: str, tmp_path: Path):
    copy = tmp_path / "copy.db"
    backup(served.url, copy)
    downgrade(f"sqlite:///{copy}", "0004")
    restore(new_place, copy)
    assert {row[0] for row in contents(new_place)["games"]} == {"won daily", "lost", "under way"}


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"x" * 5000])
def test_what_is_no_database_of_ours_is_not_put_back(served: Running, tmp_path: Path, content: bytes):
    before = served.read(everything)
    copy = tmp_path / "copy.db"
    copy.write_bytes(content)
    with pytest.raises(ValueError, match="not a database"):
        restore(served.url, copy, force=True)
    assert served.read(everything) == before


def test_a_copy_of_a_newer_version_is_not_put_back(served: Running, tmp_path: Path):
    copy = tmp_path / "copy.db"
    backup(served.url, copy)
    running = Running(f"sqlite:///{copy}")
    running.execute("UPDATE alembic_version SET version_num = '9999'")
    running.close()
    with pytest.raises(ValueError, match="another version"):
        restore(served.url, copy, force=True)


def test_a_database_of_an_older_version_is_not_copied(served: Running, new_place: str):
    served.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(ValueError, match="migrate it first"):
        copy_database(served.url, new_place)


def test_no_half_copy_is_left(tmp_path: Path):
    source = tmp_path / "source.db"
    with pytest.raises(ValueError, match="there is no database"):
        backup(f"sqlite:///{source}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []
    source.write_text("nothing that can be copied " * 40)
    with pytest.raises(OSError, match="cannot copy"):
        backup(f"sqlite:///{source}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == [source]


def test_no_table_numbers_its_rows_by_itself():
    """Such a counter would have to be copied as well."""
    assert not [table.name for table in METADATA.sorted_tables if table.autoincrement_column is not None]
