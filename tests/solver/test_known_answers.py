"""Other programs' verdicts on 200 deals; every line of ours is replayed by the law on the way."""

from collections import Counter

import pytest

from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import engine
from app.solver.solving import solve
from tests.solver.known import known_answers

KEYS = ("standard-1", "standard-3", "vegas-1", "vegas-3", "castle-2", "castle-3", "castle-4")


@pytest.mark.parametrize("key", KEYS)
def test_it_never_contradicts_a_known_answer(key: str) -> None:
    rules = rule_set(key)
    decided = 0
    for deal, verdicts in known_answers():
        verdict = solve(deal_position(deal, rules), rules, budget=600).verdict
        if verdict != "unknown":
            decided += 1
            assert verdict == verdicts.get(key, verdict), deal.text
    assert decided >= {"standard-1": 150, "standard-3": 100}.get(key, 10)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_it_decides_every_known_deal_and_agrees(key: str) -> None:
    engine.warm(wait=True)
    if not engine.is_compiled():
        pytest.skip("takes too long in plain Python")
    rules = rule_set(key)
    found: Counter[str] = Counter()
    for deal, verdicts in known_answers():
        verdict = solve(deal_position(deal, rules), rules, budget=20_000_000).verdict
        assert verdict == verdicts.get(key, verdict), deal.text
        found[verdict] += 1
    assert found["unknown"] == 0, found
