"""A result enters its board only if the record comes to it, on both databases."""

import pytest

from app.store import boards, castles
from app.store.ends import why_kept_off
from app.store.ready_deals import ReadyDeal
from tests.databases import Running
from tests.store.play import DAY, NOON, TERMS, deal_daily, enter, stored, winning_line

LINE = winning_line("daily-standard-1")


def on_board(database: Running) -> list[tuple[str, int]]:
    return [(line.game_id, line.score) for line in database.read(boards.page, DAY, "standard-1", 10)]


@pytest.mark.parametrize("texts", [LINE, ["draw", "resign"], ["draw", "undo", "redo", "hint", "T4-F", "resign"]])
def test_whatever_was_played_is_borne_out(database: Running, texts: list[str]) -> None:
    row = deal_daily(database)
    for number, text in enumerate(texts):
        row = enter(database, row, text, now=NOON + 1500 * number).row
    assert on_board(database) == [("game", row.score)]


@pytest.mark.parametrize(
    "change",
    ["score = score + 500", "moves = moves - 3", "position = (SELECT position FROM games WHERE id = 'other')"],
)
def test_a_row_that_somebody_has_changed_is_no_result(database: Running, change: str) -> None:
    """No score comes from anywhere but the moves."""
    enter(database, deal_daily(database, "other", player="bob"), "draw")
    row = enter(database, deal_daily(database), *LINE[:-1]).row
    database.execute(f"UPDATE games SET {change} WHERE id = 'game'")
    row = enter(database, stored(database, row), "resign").row
    assert row.status == "lost"
    assert on_board(database) == []
    assert database.read(why_kept_off, row, TERMS) == "record"


def test_entries_that_break_the_rules_are_no_result(database: Running) -> None:
    row = enter(database, deal_daily(database), *LINE[:-1]).row
    database.execute("UPDATE entries SET text = 'redeal' WHERE game_id = 'game' AND number = 0")
    row = enter(database, row, LINE[-1]).row
    assert row.status == "won"
    assert on_board(database) == []
    assert database.read(why_kept_off, row, TERMS) == "record"


def test_a_level_of_the_castles_counts_what_its_record_comes_to(database: Running) -> None:
    for player, added in (("ada", 0), ("bob", 5000)):
        database.write(castles.begin, f"run of {player}", player, NOON)
        level = database.write(castles.open_level, player, f"level of {player}", ReadyDeal("1", 1), NOON)
        level = enter(database, level, "draw").row
        database.execute(f"UPDATE games SET score = score + {added} WHERE id = '{level.id}'")
        enter(database, stored(database, level), "resign")
    assert sorted(database.rows("SELECT player_id, points FROM castle_runs")) == [("ada", 0), ("bob", 0)]
