"""Each condition of the solver, broken, must be noticed.

``data/mutants.json`` and ``data/whole_mutants.json`` hold for each broken condition positions on which it gives
another answer than the whole solver; random positions were searched for them.
"""

import json
from pathlib import Path
from types import ModuleType

import pytest

from app.game.position import parse_position
from app.game.rules import rule_set
from tests.solver import mutants, whole_mutants
from tests.solver.mutants import Mutant

DATA = Path(__file__).parent / "data"
#: Both searches, each with the positions that notice.
SEARCHES = (
    (mutants, json.loads((DATA / "mutants.json").read_text())),
    (whole_mutants, json.loads((DATA / "whole_mutants.json").read_text())),
)
ALL = [(search, mutant, noticed) for search, noticed in SEARCHES for mutant in search.MUTANTS]


@pytest.mark.parametrize(("search", "noticed"), SEARCHES, ids=["split", "whole"])
def test_the_whole_solver_is_right_on_all_of_them(search: ModuleType, noticed: dict[str, list[list[str]]]) -> None:
    form = search.whole()
    for cases in noticed.values():
        for text, key, verdict in cases:
            assert search.verdict_of(form, parse_position(text), rule_set(key), 20_000) == verdict, text


@pytest.mark.parametrize(("search", "mutant", "noticed"), ALL, ids=lambda value: getattr(value, "name", ""))
def test_a_broken_condition_is_noticed(search: ModuleType, mutant: Mutant, noticed: dict[str, list[list[str]]]) -> None:
    form = search.broken(mutant)
    for text, key, verdict in noticed[mutant.name]:
        try:
            answer = search.verdict_of(form, parse_position(text), rule_set(key), 20_000)
        except NameError:
            # It breaks the text, not a condition.
            raise
        except Exception:  # noqa: BLE001 (a crash is noticed, too)
            return
        if answer not in (verdict, "unknown"):
            return
    pytest.fail("no test would notice")
