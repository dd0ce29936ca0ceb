"""A year of daily deals: each proven on every board, and every proof replayed by the law (R3.2, R7.1)."""

import json
from itertools import islice

import pytest

from app.game.law import play
from app.game.moves import parse_move
from app.game.position import deal_position
from app.game.rules import RULE_SETS, rule_set
from app.jobs.certify import BOARD_RULES, candidate, certify, is_proof, proof_of, prove
from app.solver import engine
from tests.jobs.year import DAYS, KEY, days, numbers


@pytest.fixture(scope="module", autouse=True)
def _as_fast_as_can_be() -> None:
    engine.warm(wait=True)


def test_the_boards_are_all_that_there_are() -> None:
    assert set(BOARD_RULES) == {key for key, rules in RULE_SETS.items() if rules.table == "daily"}


@pytest.mark.slow
def test_a_year_of_proofs_is_replayed_by_the_law() -> None:
    """Move by move as the stored text has them, with the cards of the day's candidate."""
    proven = 0
    for day, number in zip(days(), numbers(), strict=True):
        deal = candidate(KEY, day, number)
        lines = prove(deal)
        assert lines is not None, day
        proof = proof_of(lines)
        assert is_proof(deal, proof), day
        for key, line in json.loads(proof)["lines"].items():
            rules = rule_set(key)
            position = deal_position(deal, rules)
            for text in line.split():
                position = play(position, rules, parse_move(text)).position
            assert position.is_won, (day, key)
            assert rules.passes is None or position.pass_number <= rules.passes
            proven += 1
    assert proven == DAYS * len(BOARD_RULES)


@pytest.mark.slow
def test_a_day_s_deal_is_the_first_candidate_that_is_proven() -> None:
    found = list(islice(zip(days(), numbers(), strict=True), 0, DAYS, 60))
    assert [int(certify(KEY, day).salt) for day, _ in found] == [number for _, number in found]
    assert any(number > 0 for _, number in found)
