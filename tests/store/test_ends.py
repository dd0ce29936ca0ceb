"""The ranked place, the result, the board and the running sum (R5.2, R7.2–R7.4)."""

import sqlite3
from zoneinfo import ZoneInfo

import pytest

from app.config import Terms
from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import boards, daily_games, games, shared_deals, tallies, vegas, win_counts
from app.store.games import Attempt, NewGame
from tests.databases import Running
from tests.store.play import (
    DAY,
    EVENING,
    HOUR,
    MORNING,
    NOON,
    TERMS,
    deal,
    deal_daily,
    enter,
    play,
    stored,
    winning_line,
)

RESULTS = "SELECT game_id, player_id, day, board, won, score, seconds_ms, moves, finished_at FROM results"


def results(database: Running) -> list[tuple[object, ...]]:
    return database.rows(RESULTS)


def test_a_won_ranked_game_enters_its_board(database: Running) -> None:
    line = winning_line("daily-standard-3")
    row = play(database, deal_daily(database, board="standard-3"), line, step=1000)
    seconds = len(line) - 1
    assert (row.status, row.end_reason, row.clock_ms) == ("won", "won", seconds * 1000)
    assert row.score > 700_000 // seconds
    finished = NOON + seconds * 1000
    assert results(database) == [
        ("game", "ada", DAY, "standard-3", True, row.score, seconds * 1000, len(line), finished)
    ]
    assert [line.game_id for line in database.read(boards.page, DAY, "standard-3", 10, 0)] == ["game"]
    assert database.read(boards.size, DAY, "standard-3") == 1


def test_a_vegas_win_stands_at_its_balance(database: Running) -> None:
    row = play(database, deal_daily(database, board="vegas-3"), winning_line("daily-vegas-3"))
    assert (row.status, row.score) == ("won", 208)
    assert [values[5] for values in results(database)] == [208]
    assert database.rows("SELECT draw, balance FROM vegas_ledger") == [(3, 208)], "it is a Vegas game like any other"


@pytest.mark.parametrize(("seconds", "bonus"), [(30, 0), (31, 22580), (100, 7000)])
def test_the_winning_request_sent_twice_pays_once(database: Running, seconds: int, bonus: int) -> None:
    line = winning_line("daily-standard-1")
    row = play(database, deal_daily(database), line[:-1])
    call = (games.append, Attempt(row.id, row.player_id, row.version, line[-1:], NOON + seconds * 1000), TERMS)
    answers = database.write_all(call, call, call)
    assert sorted(answer.taken for answer in answers) == [0, 0, 1]
    plain = max(row.score - 2 * (seconds // 10), 0) + 10
    assert {answer.row.score for answer in answers} == {plain + bonus}
    assert [values[5] for values in results(database)] == [plain + bonus]
    assert database.rows("SELECT level, results FROM rank_counts ORDER BY level") == [(level, 1) for level in range(5)]


def test_a_ranked_game_given_up_is_on_the_board_as_lost(database: Running) -> None:
    row = play(database, deal_daily(database), ["T4-F", "resign"])
    assert row.score == 15
    assert results(database) == [("game", "ada", DAY, "standard-1", False, 15, 0, 1, NOON)]


def test_the_first_started_game_is_the_ranked_one(database: Running) -> None:
    first, second = deal_daily(database, "first"), deal_daily(database, "second")
    assert first.ranked
    assert second.ranked
    second = enter(database, second, "draw").row
    first = enter(database, first, "draw").row
    assert (second.ranked, second.practice) == (True, False)
    assert (first.ranked, first.practice) == (False, True)
    assert database.read(games.ranked_game, "ada", DAY, "standard-1") == second
    enter(database, first, "resign")
    assert results(database) == [], "practice does not count"
    enter(database, second, "resign")
    assert [values[0] for values in results(database)] == ["second"]


def test_of_many_first_moves_at_once_one_game_is_ranked(database: Running) -> None:
    rows = [deal_daily(database, f"game {number}") for number in range(12)]
    answers = database.write_all(*((games.append, Attempt(row.id, "ada", 0, ["draw"], NOON), TERMS) for row in rows))
    assert all(answer.taken == 1 for answer in answers)
    assert sorted(answer.row.ranked for answer in answers) == [False] * 11 + [True]
    assert all(answer.row.ranked is not answer.row.practice for answer in answers)
    [(game_id,)] = database.rows("SELECT game_id FROM ranked_games")
    assert [answer.row.id for answer in answers if answer.row.ranked] == [game_id]


def test_boards_days_and_players_each_have_a_place(database: Running) -> None:
    ids = [("a", {}), ("b", {"board": "standard-3"}), ("c", {"player": "bob"})]
    for game_id, more in ids:
        assert enter(database, deal_daily(database, game_id, **more), "draw").row.ranked
    tomorrow = deal_daily(database, "d", day="2026-11-30")
    assert enter(database, tomorrow, "draw", now=EVENING).row.ranked


def test_practice_stays_practice(database: Running) -> None:
    row = enter(database, deal_daily(database, practice=True), "draw", "resign").row
    assert (row.practice, row.ranked) == (True, False)
    assert results(database) == []
    assert database.read(daily_games.ranked_games, "ada", DAY, ["standard-1"]) == {}


@pytest.mark.parametrize(
    ("first", "ranked"),
    [(MORNING - 1, False), (MORNING, True), (EVENING - 1, True), (EVENING, False), (EVENING + 24 * HOUR, False)],
)
def test_the_first_move_must_be_on_the_day(database: Running, first: int, ranked: bool) -> None:
    row = enter(database, deal_daily(database), "draw", now=first).row
    assert (row.ranked, row.practice) == (ranked, not ranked)
    enter(database, row, "resign", now=first + 1)
    assert len(results(database)) == ranked


@pytest.mark.parametrize(("finish", "counts"), [(EVENING, 1), (EVENING + 24 * HOUR - 1, 1), (EVENING + 24 * HOUR, 0)])
def test_a_finish_counts_for_a_day_after_the_day(database: Running, finish: int, counts: int) -> None:
    row = enter(database, deal_daily(database), "draw", now=EVENING - 1).row
    row = enter(database, row, "resign", now=finish).row
    assert row.ended_at == finish
    assert len(results(database)) == counts


def test_the_day_is_the_installations(database: Running) -> None:
    berlin = Terms(ZoneInfo("Europe/Berlin"), least_ms=0)  # an hour ahead of UTC in November
    row = enter(database, deal_daily(database), "draw", now=MORNING - HOUR, terms=berlin).row
    assert row.ranked
    row = enter(database, row, "resign", now=EVENING - HOUR + 24 * HOUR, terms=berlin).row
    assert results(database) == []
    late = enter(database, deal_daily(database, "late", player="bob"), "draw", now=EVENING - HOUR, terms=berlin).row
    assert late.practice


def test_a_vegas_game_goes_into_the_running_sum_however_it_ends(database: Running) -> None:
    won = play(database, deal(database, "won", "vegas-3"), winning_line("daily-vegas-3"))
    enter(database, deal(database, "given up", "vegas-1"), "T4-F", "resign")
    left = enter(database, deal(database, "left", "vegas-1", player="bob"), "draw").row
    database.write(games.leave, left.id, "bob", NOON, TERMS)
    enter(database, deal(database, "running", "vegas-1"), "draw")
    enter(database, deal(database, "other table", "standard-1"), "draw", "resign")
    assert won.score == 208
    assert database.rows("SELECT game_id, player_id, draw, balance FROM vegas_ledger ORDER BY game_id") == [
        ("given up", "ada", 1, -47),
        ("left", "bob", 1, -52),
        ("won", "ada", 3, 208),
    ]


def test_a_win_answered_is_a_win_kept(database: Running) -> None:
    """Case 56: looked at by somebody else at once, while the server still has the file open."""
    row = play(database, deal_daily(database), winning_line("daily-standard-1"))
    assert stored(database, row).status == "won"
    if database.kind == "sqlite":
        with sqlite3.connect(database.url.removeprefix("sqlite:///")) as other:
            assert other.execute("SELECT won FROM results").fetchall() == [(1,)]
        other.close()


def test_a_game_played_on_leaves_nothing_behind(database: Running) -> None:
    line = winning_line("daily-vegas-3")
    new = NewGame("on", "ada", rule_set("vegas-3"), deal_from_code("1"), "1", clock_ms=90_000, difficulty=1)
    row = database.write(games.create_played, new, line[:-1], NOON, TERMS)
    assert (row.practice, row.is_played_on, row.clock_ms) == (True, True, 90_000)
    row = enter(database, row, line[-1], now=NOON + 1000).row
    assert (row.status, row.clock_ms) == ("won", 91_000)
    assert database.read(tallies.of, "ada") == []
    assert database.read(vegas.sums, "ada") == []
    assert database.read(win_counts.by_difficulty) == [(0, 0)] * 3
    assert database.read(shared_deals.played, "1", "vegas-3") == []
    database.write(tallies.join, "bob", "ada")
    assert database.read(tallies.of, "ada") == [], "nor when two devices become one player's"
