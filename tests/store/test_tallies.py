"""Statistics and the running sum of Vegas, on both databases."""

import random
from typing import Any

import pytest
from sqlalchemy import Connection

from app.game.rules import rule_set
from app.store import games, tallies, vegas
from app.store.games import Attempt, GameRow
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter, stored, winning_line


def won(database: Running, game_id: str, rules: str = "standard-1", seconds: int = 0, **more: Any) -> GameRow:
    row = deal(database, game_id, rules, **more)
    line = winning_line(f"daily-{rules.partition('+')[0]}")
    row = enter(database, row, *line[:-1]).row
    return enter(database, row, line[-1], now=NOON + seconds * 1000).row


def lost(database: Running, game_id: str, rules: str = "standard-1", **more: Any) -> GameRow:
    return enter(database, deal(database, game_id, rules, **more), "draw", "resign").row


def tally(database: Running, rules: str = "standard-1", player: str = "ada") -> tallies.Tally:
    (found,) = [one for one in database.read(tallies.of, player) if one.rules == rules]
    return found


def test_a_deal_without_a_move_does_not_count_and_a_game_left_counts_as_lost_once(database: Running) -> None:
    """Case 55."""
    deal(database, "untouched")
    enter(database, deal(database, "given up at once"), "resign")
    untouched = deal(database, "left untouched")
    database.write(games.leave, untouched.id, "ada", NOON, TERMS)
    assert database.read(tallies.of, "ada") == []
    left = enter(database, deal(database, "left"), "draw").row
    database.write_all(*[(games.leave, left.id, "ada", NOON, TERMS)] * 3)
    assert stored(database, left).end_reason == "left"
    assert (tally(database).games, tally(database).won) == (1, 0)


def test_every_rule_set_has_its_own_line(database: Running) -> None:
    """Case 22."""
    keys = ["standard-1", "standard-3", "vegas-1", "vegas-3", "standard-1+untimed", "open-1"]
    for number, key in enumerate(keys):
        lost(database, str(number), key)
    enter(database, deal_daily(database, "daily"), "draw", "resign")
    lost(database, "of another", "standard-1", player="bob")
    assert [(one.rules, one.games) for one in database.read(tallies.of, "ada")] == [
        (key, 1) for key in sorted([*keys, "daily-standard-1"])
    ]


def test_wins_have_a_best_and_a_sum(database: Running) -> None:
    first = won(database, "slow", seconds=400)
    second = won(database, "fast", seconds=100)
    lost(database, "lost")
    found = tally(database)
    assert (found.games, found.won, found.helped) == (3, 2, 0)
    assert (found.best_ms, found.won_ms) == (100_000, 500_000)
    assert (found.best_score, found.won_score) == (second.score, first.score + second.score)
    assert (found.fewest_moves, found.won_moves) == (first.moves, 2 * first.moves)
    assert database.read(tallies.distributions, "ada") == {"standard-1": {6: 1, 1: 1}}


def test_wins_in_a_row_end_with_a_loss(database: Running) -> None:
    for number, is_win in enumerate([True, True, False, True]):
        (won if is_win else lost)(database, str(number))
    assert (tally(database).streak, tally(database).longest) == (1, 2)


def test_a_game_with_an_undo_or_a_hint_is_marked(database: Running) -> None:
    """Case 16."""
    enter(database, deal(database, "undone", "free-castle-1"), "draw", "undo", "resign")
    enter(database, deal(database, "hinted", "free-castle-1"), "draw", "hint", "resign")
    enter(database, deal(database, "alone", "free-castle-1"), "draw", "resign")
    found = tally(database, "free-castle-1")
    assert (found.games, found.helped) == (3, 2)


@pytest.mark.parametrize(
    ("minutes", "step"), [(0, 0), (1, 1), (5.99, 5), (6, 6), (7.99, 6), (19, 9), (20, 10), (600, 10)]
)
def test_a_win_falls_on_one_step_of_the_distribution(database: Running, minutes: float, step: int) -> None:
    row = deal(database)._replace(status="won", clock_ms=int(minutes * 60_000))
    assert tallies.step_of(row, rule_set("standard-1")) == step
    assert tallies.step_of(row, rule_set("standard-1+untimed")) is None
    assert tallies.step_of(row._replace(status="lost"), rule_set("standard-1")) is None


@pytest.mark.parametrize(("balance", "step"), [(-52, 0), (-32, 0), (-27, 1), (3, 2), (203, 7), (208, 8)])
def test_a_vegas_game_falls_on_a_step_by_its_cards(database: Running, balance: int, step: int) -> None:
    row = deal(database, rules="vegas-1")._replace(status="lost", score=balance)
    assert tallies.step_of(row, rule_set("vegas-1")) == step


def test_the_running_sum_goes_on_after_other_games(database: Running) -> None:
    """Case 23."""
    enter(database, deal(database, "a", "vegas-1"), "T4-F", "resign")
    lost(database, "between")
    won(database, "b", "vegas-3")
    enter(database, deal_daily(database, "c", "vegas-1"), "draw", "resign")
    assert [one[:3] for one in database.read(vegas.sums, "ada")] == [(1, -47 - 52, 2), (3, 208, 1)]
    assert {line.balance for line in database.read(vegas.last_lines, "ada", 10)} == {-47, 208, -52}


def test_a_reset_keeps_the_history(database: Running) -> None:
    lost(database, "a", "vegas-1")
    database.write(vegas.reset, "ada", NOON + 5)
    lost(database, "b", "vegas-1")
    lost(database, "of another", "vegas-1", player="bob")
    database.write(vegas.reset, "bob", NOON + 6)
    assert database.read(vegas.sums, "ada") == [(1, -52, 1, -104, 2, NOON + 5)]
    assert len(database.read(vegas.last_lines, "ada", 10)) == 2


@pytest.mark.parametrize("edge", [2**31 - 1, -(2**31), 2**53 + 1, -(2**62)])
def test_sums_are_whole_numbers_beyond_any_edge(database: Running, edge: int) -> None:
    """Case 59's kind."""
    lost(database, "a", "vegas-1")
    database.execute(f"UPDATE vegas_sums SET balance = {edge}, all_balance = {edge}")
    won(database, "b", "vegas-3")
    lost(database, "c", "vegas-1")
    assert [one.balance for one in database.read(vegas.sums, "ada")] == [edge - 52, 208]
    assert database.read(vegas.sums, "ada")[0].all_balance == edge - 52


def test_the_counts_are_those_of_the_games_themselves(database: Running) -> None:
    """A hundred games of two players at two tables, ended at once in bunches."""
    chance = random.Random(7)
    rows = [
        deal(database, str(n), chance.choice(["standard-1", "vegas-3"]), chance.choice(["ada", "bob"]))
        for n in range(40)
    ]
    calls = []
    for row in rows:
        line = winning_line(f"daily-{row.rules}")
        texts = line if chance.random() < 0.5 else ["draw", "resign"]
        calls.append((_enter, row, texts))
    for answer in database.write_all(*calls):
        assert not isinstance(answer, BaseException), answer
    counted = database.rows(
        "SELECT player_id, rules, count(*), sum(CASE WHEN status = 'won' THEN 1 ELSE 0 END) FROM games"
        " GROUP BY player_id, rules ORDER BY player_id, rules"
    )
    assert database.rows("SELECT player_id, rules, games, won FROM tallies ORDER BY player_id, rules") == counted
    assert database.rows("SELECT player_id, balance FROM vegas_sums ORDER BY player_id") == [
        (player, int(total))
        for player, total in database.rows(
            "SELECT player_id, sum(balance) FROM vegas_ledger GROUP BY player_id ORDER BY player_id"
        )
    ]


def _enter(conn: Connection, row: GameRow, texts: list[str]) -> GameRow:
    return games.append(conn, Attempt(row.id, row.player_id, 0, texts, NOON), TERMS).row
