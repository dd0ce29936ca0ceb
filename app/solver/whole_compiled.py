"""The search of :mod:`app.solver.whole_kernel` compiled by numba; see :mod:`app.solver.compiled`."""

from typing import Any

import numpy as np

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import compiled, compiled_tables, frames, whole_candidates, whole_kernel, whole_places, whole_returns
from app.solver.encoding import Encoded, encode

#: The functions that are compiled as they stand, each after those it calls.
_PARTS = (
    whole_kernel.split,
    whole_places.low_parent,
    whole_places.covered,
    whole_places.children,
    whole_places.places_for,
    whole_places.settled,
    whole_places.wanted_places,
    whole_candidates.push_rooted,
    whole_candidates.push_stock,
    whole_candidates.push_landing,
    whole_candidates.push_all,
    whole_candidates.push_awaited,
    whole_returns.is_new,
    whole_returns.push_after_returns,
    whole_kernel.shuffle,
    whole_kernel.forget_way,
)
#: What they call that the search for split runs was compiled with.
_SHARED = (
    *("index_of", "ones", "kept_up", "parents", "tops", "tag_of", "free_tops", "safe_card", "put_up"),
    *("new_table", "is_noted", "free_slot", "is_due", "is_cut", "search"),
)
#: Every file whose text is compiled here, those of the search for split runs among them.
_FILES = (
    *compiled._FILES,
    __file__,
    *(module.__file__ for module in (whole_places, whole_candidates, whole_returns, whole_kernel)),
)
_TEXT = compiled._text_of(*_FILES)


def _not_eased(state: Any, layout: Any, budget: int, flag: Any, memo: Any, tables: Any) -> Any:
    return frames.OUT_OF_BUDGET, 0, tables


def _build(in_turns: Any) -> Any:
    # The compiled search for split runs knows everything that it was compiled with.
    split = in_turns.py_func.__globals__["search"]
    names = {**split.py_func.__globals__, "search": split}
    shared = {name: names[name] for name in _SHARED}
    shared["slot_of"] = compiled._compile(compiled_tables.slot_of, f"whole_slot_of_{_TEXT}", shared)
    # What the text calls by these names are tables of pairs here.
    for name, function in (
        ("new_pairs", compiled_tables.new_pairs),
        ("grown", compiled_tables.pairs_grown),
        ("is_known", compiled_tables.is_pair_known),
        ("is_pair_noted", compiled_tables.is_pair_noted),
        ("forget", compiled_tables.forget_pair),
    ):
        shared[name] = compiled._compile(function, f"whole_{name}_{_TEXT}", shared)
    for part in _PARTS:
        shared[part.__name__] = compiled._compile(part, f"whole_{part.__name__}_{_TEXT}", shared)
    # The bound is a second copy of the search, without a bound of its own but for split runs.
    for name, bound, copy in (("easy", _not_eased, ""), ("whole", whole_kernel.eased, "easy")):
        names = {**shared, "search_in_order": shared.get(copy)}
        names["eased"] = compiled._compile(bound, f"whole_bound_{name}_{_TEXT}", names)
        names["cut_lost"] = compiled._compile(whole_kernel.cut_lost, f"whole_cut_lost_{name}_{_TEXT}", names)
        shared[name] = compiled._compile(whole_kernel.search_in_order, f"whole_search_{name}_{_TEXT}", names)
    return compiled._compile(
        whole_kernel.search_whole, f"whole_search_{_TEXT}", {**shared, "search_in_order": shared["whole"]}
    )


def load(in_turns: Any) -> Any:
    """Return the compiled search, given that for split runs; compiled or loaded from disk by a first small run."""
    search = _build(in_turns)

    def run(encoded: Encoded, lies: int, budget: int, flag: bytearray) -> tuple[int, int, list[tuple[int, ...]]]:
        arrays = tuple(np.array(part, np.int64) for part in encoded.layout[:5])
        stop = np.frombuffer(flag, np.uint8)
        layout = arrays + encoded.layout[5:]
        return search((*encoded.state, lies), layout, encoded.rules, budget, stop, stop)  # type: ignore[no-any-return]

    rules = rule_set("standard-3+wholeruns")
    run(encode(deal_position(deal_from_code("1"), rules), rules), 0, 1, bytearray(1))
    return run
