"""The daily's deal is proven on all four boards under their own rules (R3.2, R7.1)."""

import json
from datetime import date

import pytest

from app.game.deal import Deal
from app.game.law import play
from app.game.moves import parse_move
from app.game.position import deal_position
from app.game.rules import rule_set
from app.jobs.certify import BOARD_RULES, Certified, candidate, certify, is_proof, prove
from app.solver import engine

KEY = b"a key of this test, 32 bytes ..."
DAY = date(2026, 11, 29)


@pytest.fixture(scope="module")
def made() -> Certified:
    engine.warm(wait=True)
    return certify(KEY, DAY)


def test_the_same_key_and_day_give_the_same_proven_deal(made):
    assert made == certify(KEY, DAY)
    assert made.deal == candidate(KEY, DAY, int(made.salt)).text
    assert is_proof(Deal.parse(made.deal), made.proof)


def test_another_key_or_day_gives_another_deal():
    deals = {candidate(key, day, 0).text for key in (KEY, b"another") for day in (DAY, date(2026, 11, 30))}
    assert len(deals) == 4


def test_a_proof_keeps_to_the_passes_of_its_board_case_41(made):
    lines = json.loads(made.proof)["lines"]
    assert set(lines) == set(BOARD_RULES)
    redeals = {key: line.split().count("redeal") for key, line in lines.items()}
    assert redeals["daily-vegas-1"] == 0
    assert redeals["daily-vegas-3"] <= 2
    for key, line in lines.items():
        rules = rule_set(key)
        position = deal_position(Deal.parse(made.deal), rules)
        for text in line.split():
            position = play(position, rules, parse_move(text)).position
        assert position.is_won, key


def test_a_line_of_another_board_or_deal_is_no_proof(made):
    proof = json.loads(made.proof)
    other = candidate(KEY, DAY, int(made.salt) + 1)
    assert not is_proof(other, made.proof)
    proof["lines"]["daily-vegas-1"] = proof["lines"]["daily-standard-3"]
    assert not is_proof(Deal.parse(made.deal), json.dumps(proof))
    del proof["lines"]["daily-vegas-1"]
    assert not is_proof(Deal.parse(made.deal), json.dumps(proof))


def test_a_candidate_whose_proof_the_law_does_not_replay_is_passed_over(made, monkeypatch, caplog):
    def spoiled(deal):
        lines = prove(deal)
        return lines and {**lines, "daily-vegas-1": lines["daily-vegas-1"].rpartition(" ")[0]}

    monkeypatch.setattr("app.jobs.certify.prove", lambda deal: (spoiled if deal.text == made.deal else prove)(deal))
    other = certify(KEY, DAY)
    assert int(other.salt) > int(made.salt)
    assert "cannot be replayed" in caplog.text
