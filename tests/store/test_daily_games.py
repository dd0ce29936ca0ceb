"""Which game a player sits down to on a board of the day."""

import pytest

from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import dailies, daily_games, games
from app.store.games import Attempt, NewGame
from app.store.rows import GameRow
from tests.databases import Running
from tests.store.play import TERMS

DAY = "2026-11-29"
NOON = 1_795_953_600_000  # of that day
BOARDS = ["standard-1", "standard-3", "vegas-1", "vegas-3"]


def sit_down(
    database: Running, game_id: str, player: str = "ada", board: str = "standard-3", day: str = DAY
) -> GameRow:
    new = NewGame(game_id, player, rule_set(f"daily-{board}"), deal_from_code("1"), day=day, board=board)
    return database.write(daily_games.sit_down, new, NOON)


def enter(database: Running, row: GameRow, *texts: str) -> GameRow:
    return database.write(games.append, Attempt(row.id, row.player_id, row.version, texts, NOON + 1000), TERMS).row


def test_an_untouched_game_is_used_again(database):
    first = sit_down(database, "a")
    assert (first.id, first.ranked, first.practice) == ("a", True, False)
    assert sit_down(database, "b") == first


def test_the_game_that_counts_is_gone_on_with_until_it_ends(database):
    row = enter(database, sit_down(database, "a"), "draw")
    assert sit_down(database, "b").id == "a"
    enter(database, row, "resign")
    after = sit_down(database, "c")
    assert (after.id, after.ranked, after.practice) == ("c", False, True)


def test_practice_is_gone_on_with_too(database):
    enter(database, sit_down(database, "a"), "draw", "resign")
    practice = sit_down(database, "b")
    assert sit_down(database, "c") == practice
    practice = enter(database, practice, "draw")
    assert sit_down(database, "d") == practice
    enter(database, practice, "resign")
    assert sit_down(database, "e").id == "e"


def test_a_second_deal_that_would_have_counted_is_not_offered_after_the_first_has_begun(database):
    stray = NewGame("stray", "ada", rule_set("daily-standard-3"), deal_from_code("1"), day=DAY, board="standard-3")
    row = sit_down(database, "a")
    database.write(games.create, stray, NOON + 5)
    enter(database, row, "draw")
    assert sit_down(database, "b").id == "a"
    enter(database, games_row(database, "a"), "resign")
    assert sit_down(database, "c").practice
    assert sit_down(database, "d").id == "c"


def games_row(database: Running, game_id: str) -> GameRow:
    row = database.read(games.load, game_id, "ada")
    assert row is not None
    return row


@pytest.mark.parametrize(
    ("player", "board", "day"),
    [("bob", "standard-3", DAY), ("ada", "vegas-3", DAY), ("ada", "standard-3", "2026-11-30")],
)
def test_other_players_boards_and_days_have_games_of_their_own(database, player, board, day):
    enter(database, sit_down(database, "a"), "draw")
    other = sit_down(database, "b", player, board, day)
    assert (other.id, other.practice) == ("b", False)


def test_the_games_that_count_are_found_by_their_board(database):
    assert database.read(daily_games.ranked_games, "ada", DAY, BOARDS) == {}
    sit_down(database, "untouched", board="vegas-1")
    running = enter(database, sit_down(database, "a"), "draw")
    ended = enter(database, sit_down(database, "b", board="vegas-3"), "draw", "resign")
    enter(database, sit_down(database, "c", player="bob"), "draw")
    enter(database, sit_down(database, "practice", board="vegas-3"), "draw")
    found = database.read(daily_games.ranked_games, "ada", DAY, BOARDS)
    assert found == {"standard-3": running, "vegas-3": ended}


def test_the_first_day_is_the_first_with_a_deal(database):
    assert database.read(daily_games.first_day) is None
    for day in ("2026-11-29", "2026-11-27", "2026-12-02"):
        database.write(dailies.create, day, deal_from_code("1").text, "0", NOON)
    assert database.read(daily_games.first_day) == "2026-11-27"
