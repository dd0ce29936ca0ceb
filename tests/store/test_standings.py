"""Points of weeks, months and all time, on both databases."""

from datetime import date
from importlib import import_module

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import dailies, games, own_data, standings
from app.store.castle_runs import periods
from app.store.games import NewGame
from app.store.inserting import add_to_counts
from app.store.ranks import prefixes
from app.store.schema import RANK_COUNTS, RESULTS
from tests.databases import Running
from tests.store.play import DAY, NOON, deal_daily, enter

BOARDS = ["standard-1", "vegas-1"]


def lose(database: Running, player: str, seconds: int, day: str = DAY, board: str = "standard-1") -> None:
    row = deal_daily(database, f"{player} {day} {board}", board, day=day, player=player, now=_noon(day))
    row = enter(database, row, "draw", now=_noon(day)).row
    enter(database, row, "resign", now=_noon(day) + seconds * 1000)


def _noon(day: str) -> int:
    return NOON + (date.fromisoformat(day) - date.fromisoformat(DAY)).days * 24 * 3_600_000


def points(database: Running, period: str) -> list[tuple[int, str, int, int]]:
    return [(one.rank, one.player_id, one.points, one.days) for one in database.read(standings.page, period, 50)]


def test_the_best_rank_of_a_day_counts(database: Running) -> None:
    lose(database, "ada", 1)
    lose(database, "bob", 2)
    lose(database, "cyd", 3)
    lose(database, "cyd", 1, board="vegas-1")
    assert database.write(standings.settle, DAY, BOARDS)
    for period in periods(date.fromisoformat(DAY)):
        assert sorted(points(database, period)) == [(1, "ada", 100, 1), (1, "cyd", 100, 1), (3, "bob", 99, 1)]


def test_days_add_up_in_their_own_week_and_month(database: Running) -> None:
    for day in ("2026-11-29", "2026-11-30", "2026-12-01"):
        lose(database, "ada", 2 if day == "2026-11-30" else 1, day)
        lose(database, "bob", 1 if day == "2026-11-30" else 2, day)
        database.write(standings.settle, day, BOARDS)
    assert points(database, "all") == [(1, "ada", 299, 3), (2, "bob", 298, 3)]
    assert points(database, "2026-W48") == [(1, "ada", 100, 1), (2, "bob", 99, 1)]
    assert sorted(points(database, "2026-W49")) == [(1, "ada", 199, 2), (1, "bob", 199, 2)]
    assert points(database, "2026-12") == [(1, "ada", 100, 1), (2, "bob", 99, 1)]


def test_a_day_is_settled_once_by_however_many(database: Running) -> None:
    lose(database, "ada", 1)
    done = database.write_all(*[(standings.settle, DAY, BOARDS)] * 4)
    assert sorted(done) == [False, False, False, True]
    assert points(database, "all") == [(1, "ada", 100, 1)]


def test_what_waits_to_be_settled_is_found(database: Running) -> None:
    for day in ("2026-11-26", "2026-11-27", "2026-11-28"):
        database.write(dailies.create, day, "deal", "0", 0)
    database.write(standings.settle, "2026-11-26", BOARDS)
    assert database.read(standings.unsettled, date(2026, 11, 27)) == ["2026-11-27"]
    assert database.read(standings.unsettled, date(2026, 11, 30), 1) == ["2026-11-27"]


def test_only_a_hundred_ranks_have_points_and_shared_ones_share_them(database: Running) -> None:
    database.write(_many, 205)
    database.write(standings.settle, DAY, BOARDS)
    found = {one.player_id: one.points for one in database.read(standings.page, "all", 300)}
    assert len(found) == 101, "the hundredth rank is shared by two"
    assert (found["p000"], found["p098"], found["p099"], found["p100"]) == (100, 2, 1, 1)
    assert database.read(standings.size, "all") == 101
    own = database.read(standings.own, "all", "p098")
    assert own is not None
    assert (own.rank, own.points) == (99, 2)
    assert database.read(standings.own, "all", "p150") is None
    assert [one.rank for one in database.read(standings.page, "all", 3, 98)] == [99, 100, 100]


def test_pages_of_any_size_follow_each_other_where_very_many_have_as_many_points(database: Running) -> None:
    for day in ("2026-11-29", "2026-11-30"):
        for number in range(12):
            # The first three alone, then three times three that share a rank.
            lose(database, f"p{number:02}", number if number < 3 else number // 3 * 3, day)
        database.write(standings.settle, day, BOARDS)
    whole = database.read(standings.page, "all", 50)
    assert [one.rank for one in whole] == [1, 2, 3, 4, 4, 4, 7, 7, 7, 10, 10, 10]
    assert {one.days for one in whole} == {2}
    for size in (1, 2, 5):
        found = [one for start in range(0, 13, size) for one in database.read(standings.page, "all", size, start)]
        assert found == whole


def _many(conn: Connection, count: int) -> None:
    """Results of so many players, the hundredth and the one after it sharing a rank."""
    for number in range(count):
        player, key = f"p{number:03}", number if number < 100 else number - 1
        new = NewGame(player, player, rule_set("daily-standard-1"), deal_from_code("1"), day=DAY, board="standard-1")
        games.create(conn, new, NOON)
        conn.execute(
            RESULTS.insert().values(
                game_id=player,
                player_id=player,
                day=DAY,
                board="standard-1",
                won=True,
                score=0,
                seconds_ms=0,
                moves=1,
                finished_at=NOON + number,
                rank_key=key,
            )
        )
        places = [{"day": DAY, "board": "standard-1", "level": level, "prefix": part} for level, part in prefixes(key)]
        add_to_counts(conn, RANK_COUNTS, [{**place, "results": 1} for place in places], "results")


def counts(database: Running) -> list[tuple[object, ...]]:
    return database.rows("SELECT * FROM rank_counts WHERE board = 'points' AND results <> 0 ORDER BY 1, 3, 4")


def test_who_has_how_many_points_is_counted_as_the_days_settle_and_players_go(database: Running) -> None:
    for day in ("2026-11-29", "2026-11-30", "2026-12-01"):
        for seconds, player in enumerate(("ada", "bob", "cyd")):
            lose(database, player, seconds + (3 * (player == "ada") if day == "2026-12-01" else 0), day)
        database.write(standings.settle, day, BOARDS)
    assert [database.read(standings.size, period) for period in ("all", "2026-W48", "2026-11")] == [3, 3, 3]
    database.write(own_data.forget, "bob")
    assert [database.read(standings.size, period) for period in ("all", "2026-W48", "2026-11")] == [2, 2, 2]
    assert points(database, "all") == [(1, "ada", 298, 3), (2, "cyd", 295, 3)]
    own = database.read(standings.own, "all", "cyd")
    assert own is not None
    assert own.rank == 2
    kept = counts(database)
    database.execute("DELETE FROM rank_counts WHERE board = 'points'")
    database.write(_migrate_counts)
    assert counts(database) == kept


def _migrate_counts(conn: Connection) -> None:
    migration = import_module("migrations.versions.0014_how_many_have_so_many_points")
    with Operations.context(MigrationContext.configure(conn)):
        migration.upgrade()
