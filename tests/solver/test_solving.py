"""Verdicts, budgets, cancelling and lines."""

import threading
import time

import pytest

from app.game.deal import deal_from_code
from app.game.law import play
from app.game.moves import parse_move
from app.game.position import deal_position, parse_position
from app.game.proof import wins
from app.game.rules import ALL_KEYS, rule_set
from app.solver import engine, solving, whole_kernel
from app.solver.engine import Cancel
from app.solver.lines import BrokenLineError
from app.solver.shorten import shorten
from app.solver.solving import solve
from tests.solver.positions import LOST_TABLE
from tests.waiting import is_within

KING_LEFT = "//KKKQ/|KS////// 1"


def test_it_plays_the_last_king() -> None:
    verdict = solve(parse_position(KING_LEFT), rule_set("standard-1"))
    assert verdict.verdict == "winnable"
    assert [move.text for move in verdict.moves] == ["T1-F"]


def test_a_won_game_needs_no_move() -> None:
    verdict = solve(parse_position("//KKKK/////// 1"), rule_set("vegas-1"))
    assert (verdict.verdict, verdict.moves) == ("winnable", ())


@pytest.mark.parametrize("key", ALL_KEYS)
def test_every_rule_set_has_lines_that_the_law_accepts(key: str) -> None:
    rules = rule_set(key)
    found = 0
    for number in range(30):
        position = deal_position(deal_from_code(str(number)), rules)
        verdict = solve(position, rules, budget=1_500)
        if verdict.verdict == "winnable":
            found += 1
            assert wins(position, rules, verdict.moves)
            redeals = sum(move.kind == "redeal" for move in verdict.moves)
            assert rules.passes is None or redeals < rules.passes
    assert found


def test_a_budget_that_ends_says_unknown_and_keeps_to_its_nodes() -> None:
    rules = rule_set("standard-3")
    for number in range(40):
        verdict = solve(deal_position(deal_from_code(str(number)), rules), rules, budget=500)
        assert verdict.nodes <= 2_000
        if verdict.verdict == "unknown":
            return
    pytest.fail("no deal needed more than 500 nodes")


#: A deal that keeps the search busy for tens of millions of nodes, with draw 3.
HARD_CODE = "40007521"


def test_a_cancelled_search_ends_soon_and_says_unknown() -> None:
    rules = rule_set("standard-3")
    position = deal_position(deal_from_code(HARD_CODE), rules)
    cancel = Cancel()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    verdict = solve(position, rules, budget=1 << 40, cancel=cancel)
    assert verdict.verdict == "unknown"
    assert is_within(time.monotonic() - started, 5)


def test_a_pass_limit_is_kept_in_mid_game() -> None:
    # The ace lies under the waste's top: it needs one more pass.
    text = "/AC2C/-KKK/3C|4C/5C|6C/7C|8C/9C|TC/JC|QC/|KC/ {}"
    for pass_number, expected in ((1, "winnable"), (3, "winnable")):
        position = parse_position(text.format(pass_number))
        assert solve(position, rule_set("vegas-3"), 10_000).verdict == expected


def test_no_way_is_a_proof() -> None:
    verdict = solve(parse_position(LOST_TABLE), rule_set("standard-1"))
    assert verdict.verdict == "unwinnable"
    assert verdict.moves == ()


def test_a_line_that_cannot_be_played_is_not_believed(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    def fail(*_: object) -> None:
        raise BrokenLineError

    monkeypatch.setattr(solving, "real_line", fail)
    assert solve(parse_position(KING_LEFT), rule_set("standard-1")).verdict == "unknown"
    assert "cannot be played" in caplog.text


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "vegas-3", "standard-1+wholeruns"])
def test_a_shortened_line_wins_with_no_more_entries(key: str) -> None:
    rules = rule_set(key)
    saved = 0
    for number in range(12):
        position = deal_position(deal_from_code(str(number)), rules)
        verdict = solve(position, rules, budget=1_500)
        if verdict.verdict == "winnable":
            line = shorten(position, rules, verdict.moves)
            assert wins(position, rules, line)
            assert len(line) <= len(verdict.moves)
            saved += len(verdict.moves) - len(line)
    assert saved > 0


def test_a_loop_is_cut_from_a_line() -> None:
    rules = rule_set("standard-1")
    position = parse_position("/KC/QKKK/////// 1")
    loop = ("W-T1", "T1-T2", "T2-T1", "T1-F")
    moves = tuple(parse_move(text) for text in loop)
    here = position
    for move in moves:
        here = play(here, rules, move).position
    assert here.is_won
    assert len(shorten(position, rules, moves)) <= 2


def test_whole_runs_are_tried_in_several_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal whose win the plain order buries deeply."""
    rules = rule_set("standard-3+wholeruns")
    position = deal_position(deal_from_code("70000007"), rules)
    # The compiled search, which another test may have loaded, has its number of orders built in.
    monkeypatch.setattr(engine, "_compiled", None)
    assert solve(position, rules, budget=12_000).verdict == "winnable"
    monkeypatch.setattr(whole_kernel, "ORDERS", 1)
    assert solve(position, rules, budget=12_000).verdict == "unknown"


def test_a_search_for_whole_runs_can_be_cancelled() -> None:
    rules = rule_set("standard-3+wholeruns")
    cancel = Cancel()
    cancel.set()
    verdict = solve(deal_position(deal_from_code("70000007"), rules), rules, budget=12_000, cancel=cancel)
    assert (verdict.verdict, verdict.nodes <= 2_048) == ("unknown", True)
