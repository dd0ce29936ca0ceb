"""Games that ended before there were statistics are counted by the migration, as if each had been at its end."""

import random

import pytest
from sqlalchemy import Connection

from app.store import games, tallies, vegas
from app.store.migrate import downgrade, in_transaction, migrate
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter, winning_line

TABLES = ("tallies", "tally_steps", "vegas_ledger", "vegas_sums")
# The columns that games had before anything was counted.
OLD = (
    "INSERT INTO games (id, player_id, rules, deal, practice, ranked, position, version, score, ticks, moves,"
    " gain_base, emptied, undo_depth, redo_depth, helped, kept, status, clock_ms, created_at, started_at,"
    " ended_at, end_reason)"
    " VALUES ('{id}', '{player}', '{rules}', '', false, false, '', {moves}, {score}, 0, {moves}, 0, 0, 0, 0,"
    " {helped}, 0, '{status}', {clock}, 1, {started}, {ended}, {reason})"
)


def old_game(number: int, rules: str, status: str, player: str = "ada", **more: object) -> str:
    values = {"id": f"g{number:03}", "player": player, "rules": rules, "status": status, "score": 100, "moves": 90}
    values |= {"clock": 60_000, "helped": 0, "started": 2, "ended": "NULL" if status == "playing" else 1000 + number}
    values |= {"reason": {"won": "'won'", "lost": "'left'", "playing": "NULL"}[status]} | more
    return OLD.format(**values)


def put(url: str, statements: list[str]) -> None:
    def work(conn: Connection) -> None:
        for statement in statements:
            conn.exec_driver_sql(statement)

    in_transaction(url, work)


def test_an_old_database_has_its_statistics_after_the_upgrade(empty_database_url: str) -> None:
    migrate(empty_database_url, "0003")
    rows = [
        old_game(1, "standard-1", "lost"),
        old_game(2, "standard-1", "won", score=700, clock=125_000, moves=120),
        old_game(3, "standard-1", "won", score=650, clock=95_000, moves=140, helped=1),
        old_game(4, "standard-1", "playing"),
        old_game(5, "standard-1", "lost", started="NULL"),
        old_game(6, "standard-1", "won", player="bob"),
        old_game(7, "standard-3+untimed", "won"),
        old_game(8, "vegas-3", "lost", score=-2),
        old_game(9, "daily-vegas-1", "won", score=208),
        old_game(10, "free-castle-2", "won"),
    ]
    put(empty_database_url, rows)
    migrate(empty_database_url)
    running = Running(empty_database_url)
    found = {one.rules: one for one in running.read(tallies.of, "ada")}
    # rules, games, won, helped, best and sum of milliseconds, of points, of moves, wins in a row now and at most
    assert found["standard-1"] == ("standard-1", 3, 2, 1, 95_000, 220_000, 700, 1350, 120, 260, 2, 2)
    assert set(found) == {"standard-1", "standard-3+untimed", "vegas-3", "daily-vegas-1", "free-castle-2"}
    assert running.read(tallies.distributions, "ada") == {
        "standard-1": {1: 1, 2: 1},
        "vegas-3": {2: 1},
        "daily-vegas-1": {8: 1},
    }
    assert running.read(vegas.sums, "ada") == [(1, 208, 1, 208, 1, None), (3, -2, 1, -2, 1, None)]
    assert [one.won for one in running.read(tallies.of, "bob")] == [1]
    running.close()


def some_games(database: Running) -> None:
    chance = random.Random(11)
    rules = ["standard-1", "standard-3", "vegas-1", "vegas-3", "standard-3+untimed"]
    for number in range(40):
        key = chance.choice(rules)
        row = deal(database, f"g{number:02}", key, chance.choice(["ada", "bob"]))
        is_won = key != "vegas-1" and chance.random() < 0.5
        line = winning_line(f"daily-{key.partition('+')[0]}") if is_won else ["draw", "resign"]
        row = enter(database, row, *line[:-1]).row
        enter(database, row, line[-1], now=NOON + number * 2_000_000 + chance.randrange(1_500_000))
    enter(database, deal_daily(database, "daily", "vegas-3"), "draw", "resign")
    left = enter(database, deal(database, "left"), "draw").row
    database.write(games.leave, left.id, "ada", NOON + 10**9, TERMS)


def counted(database: Running) -> list[list[tuple[object, ...]]]:
    return [sorted(database.rows(f"SELECT * FROM {table}"), key=str) for table in TABLES]


def test_the_migration_counts_as_the_ends_of_games_do(database: Running) -> None:
    some_games(database)
    before = counted(database)
    database.execute("DELETE FROM vegas_ledger WHERE draw = 1")
    for table in ("tallies", "tally_steps", "vegas_sums"):
        database.execute(f"DELETE FROM {table}")
    again(database)
    assert counted(database) == before


def test_games_that_were_counted_already_are_counted_once_and_a_reset_stays(database: Running) -> None:
    enter(database, deal(database, "a", "vegas-1"), "draw", "resign")
    database.write(vegas.reset, "ada", NOON + 5)
    enter(database, deal(database, "b", "vegas-1"), "T4-F", "resign", now=NOON + 9)
    before = counted(database)
    again(database)
    assert counted(database) == before
    assert database.read(vegas.sums, "ada") == [(1, -47, 1, -99, 2, NOON + 5)]


def again(database: Running) -> None:
    downgrade(database.url, "0009")
    migrate(database.url)


@pytest.mark.parametrize(("results", "row"), [("wwlwww", (3, 3)), ("wwwl", (0, 3)), ("l", (0, 0)), ("lw", (1, 1))])
def test_wins_in_a_row_are_those_up_to_the_last_game(
    empty_database_url: str, results: str, row: tuple[int, int]
) -> None:
    migrate(empty_database_url, "0009")
    won = {"w": "won", "l": "lost"}
    put(empty_database_url, [old_game(number, "standard-1", won[letter]) for number, letter in enumerate(results)])
    migrate(empty_database_url)
    running = Running(empty_database_url)
    (found,) = running.read(tallies.of, "ada")
    assert (found.streak, found.longest) == row
    running.close()
