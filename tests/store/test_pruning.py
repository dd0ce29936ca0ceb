"""Deals without a move go after a day, and nothing else does; a record has an end."""

from sqlalchemy import Connection, insert, update

from app.game.errors import IllegalMoveError
from app.store import pruning
from app.store.entering import MOST_ENTRIES
from app.store.schema import ENTRIES, GAMES
from tests.databases import Running
from tests.store.play import HOUR, NOON, deal, deal_daily, enter

DAY_LATER = NOON + 24 * HOUR + 1


def ids(database: Running) -> list[str]:
    return sorted(row[0] for row in database.rows("SELECT id FROM games"))


def test_only_untouched_deals_older_than_a_day_go(database: Running):
    deal(database, "untouched")
    deal_daily(database, "untouched daily")
    enter(database, deal(database, "with a hint"), "hint")
    enter(database, deal(database, "given up"), "resign")
    enter(database, deal(database, "played"), "draw")
    enter(database, deal(database, "lost", player="bob"), "draw", "resign")
    deal(database, "young", now=NOON + 1)
    assert database.write(pruning.untouched_deals, DAY_LATER - 1) == 0
    assert database.write(pruning.untouched_deals, DAY_LATER) == 4
    assert ids(database) == ["lost", "played", "young"]
    assert {row[0] for row in database.rows("SELECT game_id FROM entries")} == {"lost", "played"}
    assert database.write(pruning.untouched_deals, DAY_LATER) == 0


def test_one_round_takes_no_more_than_its_share(database: Running, monkeypatch):
    monkeypatch.setattr(pruning, "MOST_AT_ONCE", 3)
    for number in range(5):
        deal(database, f"game {number}")
    assert [database.write(pruning.untouched_deals, DAY_LATER) for _ in range(3)] == [3, 2, 0]


def test_old_games_go_with_their_records_and_what_was_counted_of_them_stays(database: Running):
    for name in ("old", "older"):
        enter(database, deal(database, name, rules="vegas-1"), "draw", "resign")
    enter(database, deal_daily(database, "daily"), "draw", "resign")
    enter(database, deal_daily(database, "practice"), "draw", "resign")
    enter(database, deal(database, "young"), "draw", "resign", now=NOON + 2)
    enter(database, deal(database, "under way"), "draw")
    enter(database, deal(database, "another's", player="bob"), "draw", "resign")
    counted = database.rows("SELECT * FROM tallies ORDER BY 1, 2"), database.rows("SELECT * FROM vegas_sums")
    assert database.write(pruning.old_games, NOON) == 0
    assert database.write(pruning.old_games, NOON + 1) == 3
    assert ids(database) == ["daily", "practice", "under way", "young"]
    assert {row[0] for row in database.rows("SELECT game_id FROM entries")} == set(ids(database))
    assert database.rows("SELECT * FROM vegas_ledger") == []
    after = database.rows("SELECT * FROM tallies ORDER BY 1, 2"), database.rows("SELECT * FROM vegas_sums")
    assert after == counted
    assert counted[0]
    assert counted[1]


def test_a_slice_of_old_games_is_short_in_games_and_in_entries(database: Running, monkeypatch):
    monkeypatch.setattr(pruning, "OLD_AT_ONCE", 3)
    monkeypatch.setattr(pruning, "MOST_ENTRIES_AT_ONCE", 10)
    for number in range(4):
        enter(database, deal(database, f"game {number}"), "draw", "resign", now=NOON + number)
    long = enter(database, deal(database, "long"), *["draw"] * 12, "resign", now=NOON + 9)
    assert long.row.status == "lost"
    enter(database, deal(database, "last"), "draw", "resign", now=NOON + 10)
    went = [database.write(pruning.old_games, NOON + HOUR) for _ in range(5)]
    assert went == [3, 1, 1, 1, 0]


def _lengthen(conn: Connection, game_id: str, entries: int) -> None:
    conn.execute(update(GAMES).where(GAMES.c.id == game_id).values(version=entries))
    rows = [{"game_id": game_id, "number": n, "text": "hint", "clock_ms": 0} for n in range(1, entries)]
    conn.execute(insert(ENTRIES), rows)


def test_a_full_record_takes_only_its_end(database: Running):
    row = enter(database, deal(database), "draw").row
    database.write(_lengthen, row.id, MOST_ENTRIES - 1)
    outcome = enter(database, row, "draw", "draw", "draw", version=MOST_ENTRIES - 1)
    assert outcome.taken == 1
    assert isinstance(outcome.error, IllegalMoveError)
    assert outcome.error.reason == "record_full"
    for text in ("hint", "undo", "finish", "draw"):
        refused = enter(database, outcome.row, text)
        assert refused.taken == 0
        assert isinstance(refused.error, IllegalMoveError)
        assert refused.error.reason == "record_full"
    ended = enter(database, outcome.row, "resign")
    assert (ended.taken, ended.row.status, ended.row.version) == (1, "lost", MOST_ENTRIES + 1)
