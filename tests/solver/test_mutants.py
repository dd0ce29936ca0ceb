"""Each condition of the solver, broken, must be noticed.

``data/mutants.json`` holds for each broken condition positions on which it gives another answer than the
whole solver; random positions were searched for them.
"""

import json
from pathlib import Path

import pytest

from app.game.position import parse_position
from app.game.rules import rule_set
from tests.solver.mutants import MUTANTS, Mutant, broken, verdict_of, whole

NOTICED = json.loads((Path(__file__).parent / "data" / "mutants.json").read_text())


def test_the_whole_solver_is_right_on_all_of_them() -> None:
    form = whole()
    for cases in NOTICED.values():
        for text, key, verdict in cases:
            assert verdict_of(form, parse_position(text), rule_set(key), 20_000) == verdict, text


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_broken_condition_is_noticed(mutant: Mutant) -> None:
    form = broken(mutant)
    for text, key, verdict in NOTICED[mutant.name]:
        try:
            answer = verdict_of(form, parse_position(text), rule_set(key), 20_000)
        except Exception:  # noqa: BLE001 (a crash is noticed, too)
            return
        if answer not in (verdict, "unknown"):
            return
    pytest.fail("no test would notice")
