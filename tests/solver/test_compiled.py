"""The compiled search is the same search."""

import random
from pathlib import Path

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import engine
from app.solver.encoding import encode
from app.solver.whole_runs import lying_high
from tests.solver.positions import played_position

pytest.importorskip("numba")


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    engine.warm(wait=True)
    yield
    # Other tests are to see plain Python, whatever order they run in.
    engine._compiled = None
    engine._was_tried = False


@pytest.mark.slow
@pytest.mark.parametrize(
    "key",
    [
        *("standard-1", "standard-3", "vegas-1", "vegas-3", "castle-2", "open-3"),
        *("standard-1+wholeruns", "standard-3+wholeruns", "vegas-1+wholeruns", "free-castle-3+wholeruns"),
    ],
)
def test_both_forms_take_the_same_way_with_the_same_number_of_nodes(key: str) -> None:
    rules = rule_set(key)
    random_ = random.Random(key)
    for number in range(30):
        position = (
            deal_position(deal_from_code(str(number)), rules)
            if number % 2
            else played_position(random_, rules, random_.randint(0, 120), str(number))
        )
        encoded = encode(position, rules)
        high = lying_high(position)

        def search(encoded=encoded, high=high) -> engine.Ending:
            if rules.partial_runs:
                return engine.run(encoded, 6_000, None)
            return engine.run_whole(encoded, high, 6_000, None)

        fast = search()
        compiled, engine._compiled = engine._compiled, None
        try:
            plain = search()
        finally:
            engine._compiled = compiled
        assert (fast.code, fast.nodes) == (plain.code, plain.nodes), position.text
        assert [tuple(frame) for frame in fast.trail] == [tuple(frame) for frame in plain.trail]


def test_compiled_code_is_kept_on_disk_and_only_that_of_this_text_is_taken() -> None:
    import numba

    from app.solver import compiled, whole_compiled

    solver = Path(engine.__file__).parent
    searched = {"kernel", "masks", "frames", "reserve", "tables", "compiled_tables"}
    searched |= {"settling", "bounds", "candidates", "arrangements"}
    assert {Path(file or "").stem for file in compiled._FILES} == searched | {"compiled"}
    assert {path.stem for path in solver.glob("whole_*.py")} - {"whole_runs"} == {
        Path(file or "").stem for file in set(whole_compiled._FILES) - set(compiled._FILES)
    }
    texts = compiled._FILES
    assert compiled._text_of(*texts) == compiled._TEXT
    assert len({compiled._text_of(*texts[:number]) for number in range(len(texts) + 1)}) == len(texts) + 1
    place = Path(engine.__file__).parent / "__pycache__"
    kept = list(place.glob("kernel.kernel_search*.nbi")) or list(Path(numba.config.CACHE_DIR or ".").rglob("*.nbi"))
    assert any(compiled._TEXT in file.name for file in kept)
