"""`klondaily solve` (formats.md)."""

import io
import json
import sys

import pytest

from app.cli.main import main
from app.game.deal import deal_from_code
from app.game.moves import parse_move
from app.game.position import deal_position, parse_position
from app.game.proof import wins
from app.game.rules import rule_set
from tests.solver.positions import LOST_TABLE


@pytest.fixture
def solve(monkeypatch, capsys):
    def run(lines: list[str], *options: str):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
        status = main(["solve", *options])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err.splitlines()

    return run


def test_it_answers_deals_in_their_order(solve) -> None:
    deals = [deal_from_code(str(number)) for number in range(5)]
    status, answers, errors = solve([deal.text for deal in deals], "--rules", "standard-1", "--budget", "2000")
    assert (status, errors, len(answers)) == (0, [], 5)
    rules = rule_set("standard-1")
    for deal, answer in zip(deals, answers, strict=True):
        assert set(answer) == {"verdict", "moves", "nodes", "seconds"}
        if answer["verdict"] == "winnable":
            moves = tuple(parse_move(text) for text in answer["moves"].split())
            assert wins(deal_position(deal, rules), rules, moves)
        else:
            assert answer["moves"] == ""


def test_it_reads_what_deal_prints(solve, capsys) -> None:
    main(["deal"])
    printed = capsys.readouterr().out
    status, answers, errors = solve([printed, printed.split()[0]], "--rules", "standard-1", "--budget", "200")
    assert (status, errors) == (0, [])
    assert answers[0] | {"seconds": 0} == answers[1] | {"seconds": 0}


def test_only_a_search_out_of_budget_says_more_nodes_than_that_as_its_help_tells(solve, capsys) -> None:
    deals = [deal_from_code(str(number)).text for number in range(20)]
    for budget in (10, 1000):
        answers = solve(deals, "--rules", "standard-3", "--budget", str(budget))[1]
        assert "unknown" in {answer["verdict"] for answer in answers}
        for answer in answers:
            assert (answer["verdict"] == "unknown") == (answer["nodes"] > budget)
            assert answer["nodes"] <= budget + 200
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    assert "a search ends with the step that is past it" in " ".join(capsys.readouterr().out.split())


def test_it_answers_positions(solve) -> None:
    lines = ["//KKKQ/|KS////// 1", LOST_TABLE]
    status, answers, _ = solve(lines, "--rules", "vegas-1", "--position")
    assert status == 0
    assert [answer["verdict"] for answer in answers] == ["winnable", "unwinnable"]
    assert answers[0]["moves"] == "T1-F"


def test_a_bad_line_costs_one_line_on_standard_error_and_the_rest_goes_on(solve) -> None:
    lines = ["nonsense", "//KKKQ/|KS////// 1", "//KKKQ/|KH////// 1"]
    status, answers, errors = solve(lines, "--rules", "standard-1", "--position")
    assert status == 1
    assert len(answers) == 1
    assert len(errors) == 2
    assert "Traceback" not in " ".join(errors)


@pytest.mark.parametrize(
    "options", [(), ("--rules", "standard-9"), ("--rules", "standard-1", "--budget", "0"), ("--rules",)]
)
def test_wrong_use_ends_with_status_2(solve, options) -> None:
    try:
        status, _, _ = solve([], *options)
    except SystemExit as ended:
        status = ended.code
    assert status == 2


def test_positions_are_text_that_the_law_reads() -> None:
    assert parse_position(LOST_TABLE).text == LOST_TABLE
