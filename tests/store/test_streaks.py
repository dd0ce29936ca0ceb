"""Streaks, the marks of the calendar and what wins pay (R7.6, R7.7), on both databases."""

from datetime import date

import pytest
from sqlalchemy import Connection

from app.store import coins, games, players, streaks
from app.store.errors import NotEnoughCoinsError
from app.store.games import Attempt, GameRow, Outcome
from tests.databases import Running
from tests.store.play import DAY, EVENING, HOUR, MORNING, NOON, TERMS, deal_daily, enter, play, winning_line

TODAY = date(2026, 11, 29)
A_DAY = 24 * HOUR


def win(database: Running, now: int, day: str = DAY, board: str = "standard-1", **more: object) -> GameRow:
    game_id = f"{day} {board} {more.get('player', 'ada')} {now}"
    row = deal_daily(database, game_id, board, day=day, now=now, **more)
    won = enter(database, row, *winning_line(f"daily-{board}"), now=now).row
    assert won.status == "won"
    return won


def lose(database: Running, now: int, day: str = DAY, board: str = "standard-1", **more: object) -> GameRow:
    row = deal_daily(database, f"lost {day} {board} {now}", board, day=day, now=now, **more)
    return enter(database, row, "draw", "resign", now=now).row


def purse(database: Running, player: str = "ada") -> int:
    found = database.read(players.get, player)
    return found.coins if found else 0


def test_just_before_and_just_after_midnight_make_two_days(database: Running) -> None:
    """Case 61."""
    win(database, EVENING - 2 * 60_000)
    win(database, EVENING + 3 * 60_000, "2026-11-30")
    assert database.read(streaks.streak, "ada", date(2026, 11, 30)) == (2, 2, True)
    assert purse(database) == 11 + 12


def test_a_win_within_the_grace_counts_for_the_day_of_its_deal(database: Running) -> None:
    row = deal_daily(database, "begun in time", now=EVENING - 1000)
    row = enter(database, row, "draw", "undo", now=EVENING - 1000).row
    play(database, row, winning_line("daily-standard-1"), now=EVENING + HOUR)
    assert database.read(streaks.streak, "ada", TODAY) == (1, 1, True)
    assert database.read(streaks.marks, "ada", TODAY, TODAY) == {TODAY: "won"}


def test_several_boards_of_a_day_are_one_day_and_pay_one_by_one(database: Running) -> None:
    for board in ("standard-1", "standard-3", "vegas-3"):
        win(database, NOON, board=board)
    assert database.read(streaks.streak, "ada", TODAY) == (1, 1, True)
    assert purse(database) == 3 * 11
    assert database.read(coins.paid, "ada", DAY, "vegas-3") == (11, 1)


def test_the_streak_adds_ten_at_most(database: Running) -> None:
    paid = []
    for number in range(12):
        day = date.fromordinal(TODAY.toordinal() + number).isoformat()
        row = win(database, NOON + number * A_DAY, day)
        found = database.read(coins.paid_for_game, row)
        assert found is not None
        paid.append(found.coins)
    assert paid == [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20, 20]
    assert purse(database) == sum(paid)


def test_practice_and_past_days_pay_nothing_and_lengthen_no_streak(database: Running) -> None:
    lose(database, NOON)
    practice = win(database, NOON + HOUR)
    past = win(database, NOON, "2026-11-28", practice=True)
    assert (practice.practice, past.practice) == (True, True)
    assert database.read(coins.paid_for_game, practice) is None
    assert purse(database) == 0
    assert database.read(streaks.streak, "ada", TODAY) == (0, 0, False)
    marks = database.read(streaks.marks, "ada", date(2026, 11, 1), TODAY)
    assert marks == {TODAY: "later", date(2026, 11, 28): "later"}


def test_each_day_has_the_best_mark_of_its_games(database: Running) -> None:
    lose(database, NOON)
    row = deal_daily(database, "running", "vegas-1", day="2026-11-28", now=NOON - A_DAY)
    enter(database, row, "draw", now=NOON - A_DAY)
    deal_daily(database, "untouched", day="2026-11-27")
    win(database, MORNING - 3 * A_DAY, "2026-11-26", "standard-3")
    lose(database, MORNING - 3 * A_DAY, "2026-11-26")
    win(database, NOON, player="bob")
    marks = database.read(streaks.marks, "ada", date(2026, 11, 26), TODAY)
    assert marks == {TODAY: "played", date(2026, 11, 28): "playing", date(2026, 11, 26): "won"}
    assert database.read(streaks.marks, "ada", date(2026, 11, 27), date(2026, 11, 27)) == {}


def test_two_winning_requests_at_once_pay_once(database: Running) -> None:
    """Case 25 and 61: the last move sent twice, from two devices."""
    line = winning_line("daily-standard-1")
    row = play(database, deal_daily(database), line[:-1])
    calls = [(enter_raw, row, line[-1:]) for _ in range(8)]
    outcomes = database.write_all(*calls)
    assert sum(outcome.taken for outcome in outcomes) == 1
    assert purse(database) == 11
    assert database.rows("SELECT coins, streak FROM coins_ledger") == [(11, 1)]
    assert database.rows("SELECT games, won FROM tallies") == [(1, 1)]


def enter_raw(conn: Connection, row: GameRow, texts: list[str]) -> Outcome:
    return games.append(conn, Attempt(row.id, row.player_id, row.version, texts, NOON), TERMS)


def test_what_is_bought_is_paid_once_and_never_on_credit(database: Running) -> None:
    win(database, NOON)
    win(database, NOON, board="vegas-3")
    assert database.write(coins.buy, "ada", "back-koi", 15, NOON) is True
    assert purse(database) == 7
    assert database.write(coins.buy, "ada", "back-koi", 15, NOON) is False
    assert purse(database) == 7
    with pytest.raises(NotEnoughCoinsError):
        database.write(coins.buy, "ada", "cloth-night", 15, NOON)
    assert database.read(coins.owned, "ada") == {"back-koi"}
    with pytest.raises(NotEnoughCoinsError):
        database.write(coins.buy, "nobody", "back-koi", 15, NOON)


def test_two_purchases_at_once_never_overdraw(database: Running) -> None:
    win(database, NOON)
    bought = database.write_all(*[(coins.buy, "ada", f"item {number}", 11, NOON) for number in range(5)])
    assert sum(answer is True for answer in bought) == 1
    assert purse(database) == 0
    assert len(database.read(coins.owned, "ada")) == 1
