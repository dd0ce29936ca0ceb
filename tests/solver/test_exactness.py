"""The solver against two searches that leave nothing out; see tests/bench/solver_differential.py for the long runs."""

import random

import pytest

from app.game.law import legal_moves
from app.game.rules import rule_set
from app.solver.solving import solve
from tests.solver import brute_force, plain_search
from tests.solver.positions import locked_position, played_position, small_position

SPLIT = ("standard-1", "standard-3", "vegas-1", "vegas-3", "castle-3", "open-1", "open-3", "standard-3-limited")
WHOLE = tuple(
    f"{key}+wholeruns" for key in ("standard-1", "standard-3", "vegas-1", "vegas-3", "open-1", "free-castle-3")
)


@pytest.mark.parametrize("key", SPLIT + WHOLE)
def test_small_positions_have_the_verdict_of_a_search_by_the_letter(key: str, caplog: pytest.LogCaptureFixture) -> None:
    rules = rule_set(key)
    random_ = random.Random(f"small {key}")
    lost = 0
    for _ in range(80):
        position = (
            small_position(random_, rules, random_.randint(6, 16))
            if random_.random() < 0.5
            else locked_position(random_, rules)
        )
        verdict = solve(position, rules, budget=4_000).verdict
        # A win is proven by its line, which the law has replayed; a loss needs the other search.
        if verdict == "unwinnable":
            truth = brute_force.can_win(position, rules, limit=300)
            assert truth is not True, position.text
            lost += truth is False
    assert lost >= 5
    assert not caplog.records, "every way that is found can be played"


@pytest.mark.parametrize("key", SPLIT)
def test_middle_games_have_the_verdict_of_a_search_without_reductions(key: str) -> None:
    rules = rule_set(key)
    random_ = random.Random(f"middle {key}")
    lost = 0
    for number in range(60):
        position = played_position(random_, rules, random_.choice((40, 80, 120)), str(number))
        if solve(position, rules, budget=1_500).verdict == "unwinnable":
            truth = plain_search.can_win(position, rules, limit=2_000)
            assert truth is not True, position.text
            lost += truth is False
    assert lost >= 1


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "open-1", "vegas-1+wholeruns"])
def test_the_search_by_the_letter_knows_the_moves_of_the_law(key: str) -> None:
    rules = rule_set(key)
    random_ = random.Random(key)
    for number in range(40):
        position = played_position(random_, rules, random_.randint(0, 120), str(number))
        table = brute_force.table_of(position, rules)
        ours = [name for name, _ in brute_force.successors(table, rules.draw, rules.partial_runs)]
        assert sorted(ours) == sorted(move.text for move in legal_moves(position, rules)), position.text
