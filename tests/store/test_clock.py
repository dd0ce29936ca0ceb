"""The game clock (R4.5): the server's, starting with the first move, never falling."""

import pytest

from app.store import games
from app.store.clock import elapsed, is_paused
from app.store.games import Attempt
from app.store.rows import GameRow
from tests.databases import Running
from tests.store.play import NOON, deal, deal_daily, enter, play, stored

SECOND = 1000
MINUTE = 60 * SECOND


def clocks(database: Running, row: GameRow) -> list[int]:
    return [entry.clock_ms for entry in database.read(games.record, row).entries]


def pause(database: Running, row: GameRow, now: int) -> bool:
    return database.write(games.pause, row.id, row.player_id, now)


def resume(database: Running, row: GameRow, now: int) -> bool:
    return database.write(games.resume, row.id, row.player_id, now)


def test_the_clock_starts_with_the_first_move_not_with_the_deal(database: Running) -> None:
    row = deal(database, now=NOON)
    assert elapsed(row, NOON + MINUTE) == 0
    row = enter(database, row, "draw", now=NOON + MINUTE).row
    assert elapsed(row, NOON + MINUTE) == 0
    assert elapsed(row, NOON + MINUTE + 1234) == 1234
    row = enter(database, row, "draw", now=NOON + MINUTE + 1234).row
    assert clocks(database, row) == [0, 1234]


def test_a_hint_before_the_first_move_does_not_start_it(database: Running) -> None:
    row = enter(database, deal(database), "hint").row
    assert row.clock_at is None
    assert not is_paused(row)
    row = enter(database, row, "draw", now=NOON + MINUTE).row
    row = enter(database, row, "draw", now=NOON + MINUTE + SECOND).row
    assert clocks(database, row) == [0, 0, SECOND]


def test_a_pause_is_not_counted(database: Running) -> None:
    row = enter(database, deal(database), "draw").row
    assert pause(database, row, NOON + 7 * SECOND)
    row = stored(database, row)
    assert is_paused(row)
    assert elapsed(row, NOON + 5 * MINUTE) == 7 * SECOND
    assert not pause(database, row, NOON + 9 * SECOND), "it stands already"
    assert resume(database, row, NOON + 5 * MINUTE)
    assert not resume(database, row, NOON + 6 * MINUTE), "it runs already"
    row = enter(database, stored(database, row), "draw", now=NOON + 5 * MINUTE + SECOND).row
    assert clocks(database, row) == [0, 8 * SECOND]


def test_a_move_on_a_paused_game_lets_it_run_on(database: Running) -> None:
    row = enter(database, deal(database), "draw").row
    pause(database, row, NOON + 7 * SECOND)
    row = enter(database, row, "draw", now=NOON + 5 * MINUTE).row
    assert not is_paused(row)
    assert clocks(database, row) == [0, 7 * SECOND]
    assert elapsed(row, NOON + 5 * MINUTE + SECOND) == 8 * SECOND


def test_an_untouched_game_can_be_neither_paused_nor_resumed(database: Running) -> None:
    row = deal(database)
    assert not pause(database, row, NOON)
    assert not resume(database, row, NOON)
    assert stored(database, row) == row


def test_a_ranked_clock_runs_on(database: Running) -> None:
    row = enter(database, deal_daily(database), "draw").row
    assert row.ranked
    assert not pause(database, row, NOON + SECOND)
    assert not resume(database, row, NOON + SECOND)
    row = enter(database, row, "draw", now=NOON + 5 * MINUTE).row
    assert clocks(database, row) == [0, 5 * MINUTE]


def test_pausing_takes_no_move_back(database: Running) -> None:
    """The pause of a page that is being left often comes together with its last move."""
    row = enter(database, deal(database), "draw").row
    for number in range(1, 6):
        move = (games.append, Attempt(row.id, row.player_id, row.version, ["draw"], NOON + number * SECOND), None)
        stop = (games.pause, row.id, row.player_id, NOON + number * SECOND)
        answers = database.write_all(*([move, stop] if number % 2 else [stop, move]))
        assert all(not isinstance(answer, Exception) for answer in answers), answers
        row = stored(database, row)
        assert row.version == number + 1
        assert elapsed(row, NOON + number * SECOND) == number * SECOND
        resume(database, row, NOON + number * SECOND)


@pytest.mark.parametrize("back", [1, 10 * MINUTE, NOON - 1])
def test_a_server_clock_that_is_set_back_never_makes_seconds_fall(database: Running, back: int) -> None:
    row = play(database, deal(database), ["draw", "draw"], step=5 * SECOND)
    now = NOON + 5 * SECOND - back
    assert elapsed(row, now) == 5 * SECOND
    row = enter(database, row, "draw", now=now).row
    row = enter(database, row, "draw", now=now + 2 * SECOND).row
    assert clocks(database, row) == [0, 5 * SECOND, 5 * SECOND, 7 * SECOND]
    pause(database, row, now - MINUTE)
    assert stored(database, row).clock_ms == 7 * SECOND


def test_an_end_is_never_before_its_start(database: Running) -> None:
    row = enter(database, deal(database), "draw").row
    row = enter(database, row, "resign", now=NOON - MINUTE).row
    assert row.ended_at == row.started_at == NOON


def test_ticks_and_bonus_come_from_the_servers_clock(database: Running) -> None:
    row = enter(database, deal(database), "T4-F").row
    assert row.score == 15
    row = enter(database, row, "draw", now=NOON + 29 * SECOND).row
    assert (row.score, row.ticks) == (11, 2)


def test_a_levels_time_that_is_over_ends_the_game(database: Running) -> None:
    row = enter(database, deal(database, rules="castle-5"), "draw").row
    late = enter(database, row, "draw", now=NOON + 300 * SECOND + 1)
    assert (late.taken, late.stale) == (0, False)
    assert late.error is not None
    assert (late.row.status, late.row.end_reason, late.row.clock_ms) == ("lost", "time", 300 * SECOND)
    assert late.row == stored(database, row)
    assert enter(database, late.row, "draw", now=NOON).error is not None, "nothing brings it back"


def test_the_last_moment_of_a_level_still_counts(database: Running) -> None:
    row = enter(database, deal(database, rules="castle-5"), "draw").row
    assert enter(database, row, "draw", now=NOON + 300 * SECOND).taken == 1
