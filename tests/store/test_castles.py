"""Runs of the castles (R6): levels in their order, time kept by the server, points that stand, leaderboards."""

import itertools
from pathlib import Path

import pytest

from app.game.deal import Deal, deal_from_code
from app.game.errors import IllegalMoveError
from app.game.proof import Proof
from app.store import castle_boards, castle_runs, castles, games, ready_deals
from app.store.castle_runs import Run
from app.store.clock import LATE_MS, LOOK_MS, deadline, elapsed
from app.store.games import Attempt
from app.store.ready_deals import ReadyDeal
from app.store.rows import GameRow
from tests.databases import Running
from tests.store.play import DAY, NOON, TERMS, UTC, enter, play

SECOND = 1000
SOLVER = 4
LINES = {
    line.split()[0]: (line.split()[1], line.split()[2:])
    for line in Path(__file__).with_name("castle_lines.txt").read_text().splitlines()
}
PERIODS = ("all", "2026-11", "2026-W48")


def begin(database: Running, player: str = "ada", run_id: str = "run", now: int = NOON) -> Run:
    return database.write(castles.begin, run_id, player, now)


def open_level(database: Running, level: int, player: str = "ada", game_id: str = "", now: int = NOON) -> GameRow:
    deal = ReadyDeal(LINES[f"castle-{level}"][0], 1)
    row = database.write(castles.open_level, player, game_id or f"{player} {level}", deal, now)
    assert row is not None
    return row


def win(database: Running, level: int, player: str = "ada", now: int = NOON) -> GameRow:
    row = play(database, open_level(database, level, player, now=now), LINES[f"castle-{level}"][1], now=now)
    assert row.status == "won"
    return row


def run(database: Running, run_id: str = "run") -> Run:
    found = database.read(castle_runs.find, run_id)
    assert found is not None
    return found


def test_five_levels_won_are_a_run_done(database):
    begin(database)
    points = 0
    for level in range(1, 6):
        assert run(database).level == level
        points += win(database, level).score
        assert run(database).points == points
    after = run(database)
    assert (after.done, after.end_reason, after.ended_at) == (5, "done", NOON)
    assert database.read(castles.running, "ada") is None
    assert [level.level for level in database.read(castles.levels, "run")] == [1, 2, 3, 4, 5]
    for period in PERIODS:
        line = database.read(castle_boards.own_rank, period, "ada")
        assert (line.rank, line.points, line.done, line.run_id) == (1, points, 5, "run")


def test_there_is_one_run_at_a_time(database):
    first = begin(database)
    assert begin(database, run_id="other") == first
    assert begin(database, "bob", "other").id == "other"
    (one, two) = database.write_all(
        (castles.begin, "a", "cleo", NOON),
        (castles.begin, "b", "cleo", NOON),
    )
    assert one.id == two.id


def test_a_level_opened_twice_is_the_same_game(database):
    # Case 63: a reload, the way back or a second tab give no other deal.
    begin(database)
    row = enter(database, open_level(database, 1), "draw").row
    assert open_level(database, 1, game_id="another") == row
    made = database.write_all(*[(castles.open_level, "ada", f"tab {n}", ReadyDeal("7", 1), NOON) for n in range(3)])
    assert {one.id for one in made} == {row.id}


def test_two_tabs_that_open_a_level_at_once_get_one_game(database):
    begin(database)
    made = database.write_all(*[(castles.open_level, "ada", f"tab {n}", ReadyDeal("7", 1), NOON) for n in range(4)])
    assert len({one.id for one in made}) == 1


def test_a_deal_that_lies_ready_is_taken_and_without_one_nothing_is_dealt(database):
    begin(database)
    assert database.write(castles.open_level, "ada", "game", None, NOON) is None
    database.write(ready_deals.add, "castle-2", "5", 1, NOON)
    assert database.write(castles.open_level, "ada", "game", None, NOON) is None
    database.write(ready_deals.add, "castle-1", "32", 1, NOON)
    row = database.write(castles.open_level, "ada", "game", None, NOON)
    assert (row.rules, row.ranked, row.code, row.practice) == ("castle-1", True, None, False)
    assert database.read(ready_deals.counts) == {"castle-2": 1}


def proven(level: int, **changed: object) -> ReadyDeal:
    code, line = LINES[f"castle-{level}"]
    proof = Proof(f"castle-{level}", SOLVER, 3, 1, " ".join(line))
    return ReadyDeal(code, 1, proof._replace(**changed).text)


def test_the_proof_of_a_level_s_deal_is_kept_with_it_and_wins_it(database):
    begin(database)
    given = proven(1)
    row = database.write(castles.open_level, "ada", "game", given, NOON)
    kept = database.read(castles.proof, row.id)
    assert kept == given.proof
    proof = Proof.parse(kept)
    assert (proof.rules, proof.solver, proof.serial, proof.salt) == (row.rules, SOLVER, 3, 1)
    assert proof.wins(Deal.parse(row.deal))
    assert not proof.wins(deal_from_code("32"))
    assert play(database, row, proof.line.split()).status == "won"
    database.write(ready_deals.add, "castle-2", *proven(2)[:2], NOON, proven(2).proof)
    ready = database.write(castles.open_level, "ada", "next", None, NOON)
    assert database.read(castles.proof, ready.id) == proven(2).proof


@pytest.mark.parametrize(
    "changed",
    [{"line": "draw"}, {"line": "T1-T9"}, {"line": ""}, {"rules": "castle-2"}],
    ids=lambda changed: str(changed),
)
def test_a_deal_whose_proof_the_law_does_not_replay_is_never_dealt(database, caplog, changed):
    begin(database)
    assert database.write(castles.open_level, "ada", "game", proven(1, **changed), NOON) is None
    bad, good = proven(1, **changed), proven(1)
    database.write(ready_deals.add, "castle-1", bad.code, 1, NOON, bad.proof)
    database.write(ready_deals.add, "castle-1", "7", 1, NOON + 1, good.proof)
    database.write(ready_deals.add, "castle-1", "8", 1, NOON + 2, "{}")
    database.write(ready_deals.add, "castle-1", "9", 1, NOON + 3)
    row = database.write(castles.open_level, "ada", "game", None, NOON)
    assert row.deal == deal_from_code("9").text, "one from before proofs were kept is believed"
    assert caplog.text.count("cannot be replayed") == 3
    assert database.read(castles.proof, row.id) is None
    assert database.read(ready_deals.counts) == {}


def test_no_level_is_opened_without_a_run(database):
    assert database.write(castles.open_level, "ada", "game", ReadyDeal("32", 1), NOON) is None


def test_the_clock_starts_with_the_first_move(database):
    begin(database)
    row = enter(database, open_level(database, 1), "draw", now=NOON + 20 * SECOND).row
    assert elapsed(row, NOON + 25 * SECOND) == 5 * SECOND
    assert deadline(row) == NOON + 520 * SECOND


def test_or_thirty_seconds_after_the_deal_was_shown(database):
    begin(database)
    row = open_level(database, 1)
    assert elapsed(row, NOON + LOOK_MS) == 0
    assert elapsed(row, NOON + LOOK_MS + 12 * SECOND) == 12 * SECOND
    row = enter(database, row, "draw", now=NOON + LOOK_MS + 12 * SECOND).row
    assert row.clock_ms == 12 * SECOND
    assert elapsed(row, NOON + LOOK_MS + 13 * SECOND) == 13 * SECOND
    assert deadline(row) == NOON + LOOK_MS + 500 * SECOND


def test_it_cannot_be_paused(database):
    begin(database)
    row = enter(database, open_level(database, 1), "draw").row
    assert not database.write(games.pause, row.id, "ada", NOON + SECOND)


def test_the_last_card_in_the_last_second_wins_and_a_later_time_out_changes_nothing(database):
    # Case 30.
    begin(database)
    line = LINES["castle-1"][1]
    row = play(database, open_level(database, 1), line[:-1])
    won = enter(database, row, line[-1], now=NOON + 499 * SECOND + 999).row
    assert won.status == "won"
    late = NOON + 900 * SECOND
    assert database.write(games.expire, row.id, "ada", late, TERMS) == won
    assert database.write(castles.end_overdue, late, TERMS) == 0
    assert run(database).done == 1


def test_an_entry_after_the_time_is_refused_and_ends_the_run(database):
    begin(database)
    win(database, 1)
    row = enter(database, open_level(database, 2), "draw").row
    outcome = enter(database, row, "draw", now=NOON + 500 * SECOND + 1)
    assert isinstance(outcome.error, IllegalMoveError)
    assert outcome.error.reason == "time_over"
    assert (outcome.row.status, outcome.row.end_reason, outcome.row.clock_ms) == ("lost", "time", 500 * SECOND)
    after = run(database)
    assert (after.done, after.end_reason, after.ended_at) == (1, "time", NOON + 500 * SECOND)
    assert after.points == 4864 + outcome.row.score


@pytest.mark.parametrize("moves", [0, 1])
def test_a_level_left_open_is_ended_by_the_server_once(database, moves):
    begin(database)
    win(database, 1)
    row = open_level(database, 2)
    if moves:
        row = enter(database, row, "draw").row
    last = deadline(row)
    assert last == NOON + (500 * SECOND if moves else LOOK_MS + 500 * SECOND)
    assert database.write(castles.end_overdue, last + LATE_MS, TERMS) == 0
    assert database.write(castles.end_overdue, last + 3 * 24 * 3600 * SECOND, TERMS) == 1
    assert database.write(castles.end_overdue, last + 3 * 24 * 3600 * SECOND, TERMS) == 0
    after = run(database)
    # It ended when its time was over, not when somebody looked.
    assert (after.end_reason, after.ended_at, after.points) == ("time", last, 4864)
    assert database.read(castle_boards.own_rank, "2026-W48", "ada").points == 4864


def test_of_several_that_end_it_at_once_one_does(database):
    begin(database)
    row = enter(database, open_level(database, 1), "draw").row
    late = NOON + 600 * SECOND
    calls = [(games.expire, row.id, "ada", late, TERMS), (castles.end_overdue, late, TERMS)] * 2
    ended = database.write_all(*calls, (games.append, Attempt(row.id, "ada", 1, ["draw"], late), TERMS))
    assert not [one for one in ended if isinstance(one, Exception)]
    assert run(database).moves == 1
    assert database.read(castle_boards.size, "all") == 1


def test_giving_up_keeps_the_points_so_far(database):
    begin(database)
    win(database, 1)
    row = enter(database, open_level(database, 2), "draw").row
    given_up = database.write(castles.give_up, "ada", NOON + SECOND, TERMS)
    assert (given_up.end_reason, given_up.points) == ("resigned", 4864)
    assert database.read(games.load, row.id, "ada").end_reason == "resigned"
    assert database.write(castles.give_up, "ada", NOON + SECOND, TERMS) is None


def test_a_run_may_be_given_up_between_two_levels(database):
    begin(database)
    win(database, 1)
    assert database.write(castles.give_up, "ada", NOON + SECOND, TERMS).end_reason == "resigned"
    assert database.read(castle_boards.own_rank, "all", "ada").points == 4864


def test_a_run_without_a_move_is_on_no_leaderboard(database):
    begin(database)
    open_level(database, 1)
    database.write(castles.give_up, "ada", NOON, TERMS)
    assert [database.read(castle_boards.size, period) for period in PERIODS] == [0, 0, 0]


def finished(database: Running, player: str, points: int, now: int = NOON, number: itertools.count = itertools.count()):  # noqa: B008
    """A run that ended with so many points."""
    made = begin(database, player, f"run {next(number)}", now)
    database.write(castle_runs.save, made._replace(points=points, moves=9, ended_at=now, end_reason="time"), TERMS)
    return made.id


def test_a_leaderboard_has_each_players_best_run_and_pages(database):
    for player, points in {"ada": 50, "bob": 70, "cleo": 60, "dan": 60}.items():
        finished(database, player, points)
    finished(database, "ada", 90, NOON + 1)
    finished(database, "bob", 10, NOON + 1)
    lines = database.read(castle_boards.page, "all", 10)
    assert [(line.rank, line.player_id, line.points) for line in lines] == [
        (1, "ada", 90),
        (2, "bob", 70),
        (3, "cleo", 60),
        (3, "dan", 60),
    ]
    assert database.read(castle_boards.size, "all") == 4
    assert database.read(castle_boards.page, "all", 2, 2) == lines[2:]
    assert database.read(castle_boards.page, "all", 2, 4) == []
    for line in lines:
        assert database.read(castle_boards.own_rank, "all", line.player_id) == line


def test_months_and_weeks_have_boards_of_their_own(database):
    week = 7 * 24 * 3600 * SECOND
    finished(database, "ada", 50)
    finished(database, "ada", 20, NOON + week)
    assert castle_runs.periods(castle_runs.day_of(NOON + week, UTC)) == ("all", "2026-12", "2026-W49")
    assert [database.read(castle_boards.own_rank, period, "ada").points for period in PERIODS] == [50, 50, 50]
    assert database.read(castle_boards.own_rank, "2026-12", "ada").points == 20
    assert database.read(castle_boards.own_rank, "2026-W49", "ada").points == 20


def test_better_runs_leave_no_counts_behind(database):
    for points in (10, 20, 30, 5):
        finished(database, "ada", points)
    left = database.rows("SELECT day, level, sum(results) FROM rank_counts GROUP BY day, level")
    assert {count for _, _, count in left} == {1}
    assert database.read(castle_boards.own_rank, "all", "ada").rank == 1


def test_the_same_column_emptied_again_pays_nothing_and_cards_pay_no_more_than_there_are(database):
    # Cases 18 and 19, on what is stored: the level's points are those of the replayed record.
    begin(database)
    row = win(database, 1)
    assert row.score == games_score(database, row)
    assert DAY == "2026-11-29"


def games_score(database: Running, row: GameRow) -> int:
    from app.game.record import replay

    return replay(database.read(games.record, row)).state.score
