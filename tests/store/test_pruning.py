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
