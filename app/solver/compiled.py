"""The search of :mod:`app.solver.kernel` compiled by numba, where that is installed.

The same text is compiled; only what leans on Python's own dictionaries is replaced, here and in
:mod:`app.solver.compiled_tables`. Compiled code is kept on disk by numba, beside the source or in its cache folder, so
that only the first start pays for it. numba looks only at the file of a function, not at those of what it calls: so
the names say which text was compiled.
"""

from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import (
    arrangements,
    bounds,
    candidates,
    compiled_tables,
    frames,
    kernel,
    masks,
    reserve,
    settling,
    tables,
)
from app.solver.encoding import Encoded, encode


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing_context: Any, number: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero = context.get_constant(types.boolean, False)
        return builder.cttz(arguments[0], zero)

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, number: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _index_of(card: int) -> int:
    return _trailing_zeros(card)  # type: ignore[no-any-return]


def _ones(mask: int) -> int:
    return _population(mask)  # type: ignore[no-any-return]


def _reach(order: Any, memo: Any, stock: int, waste: int, draw: int, again: bool) -> tuple[int, int]:
    now = 0
    later = 0
    place = 0
    last = 0
    for card in order:
        if card & stock:
            place += 1
            last = card
            if place >= waste and (place - waste) % draw == 0 and place > 0:
                now |= card
            if again and place % draw == 0:
                later |= card
    if waste < place:
        now |= last
    return now, later


def _no_bound(state: Any, layout: Any, budget: int, flag: Any, dead: Any) -> Any:
    return frames.OUT_OF_BUDGET, 0, dead


#: The table of lost states in its compiled form, each function after those it calls.
_TABLES = (
    compiled_tables.free_slot,
    compiled_tables.new_table,
    compiled_tables.grown,
    compiled_tables.is_known,
    compiled_tables.is_noted,
    compiled_tables.forget,
)
#: The functions that are compiled as they stand, each after those it calls.
_PARTS = (
    bounds.is_due,
    bounds.drop,
    bounds.is_cut,
    masks.look,
    masks.parents,
    masks.wanted,
    reserve.tops,
    reserve.free_tops,
    reserve.tag_of,
    settling.safe_card,
    settling.put_up,
    candidates.push_rooted,
    candidates.end_of,
    candidates.push_stock,
    candidates.push_waiting,
    candidates.push_helpers,
    candidates.push_edge,
    candidates.push_awaited,
    arrangements.reversible,
    arrangements.push_after_reversible,
    kernel.forget_way,
    kernel.has_lost_before,
)


def _text_of(*files: str | None) -> str:
    """Return what tells one state of the search's text from every other."""
    return sha256(b"".join(Path(file).read_bytes() for file in files if file)).hexdigest()[:12]


#: Every file whose text is compiled here.
_FILES = (
    *(__file__, compiled_tables.__file__, frames.__file__, bounds.__file__, masks.__file__, reserve.__file__),
    *(tables.__file__, settling.__file__, candidates.__file__, arrangements.__file__, kernel.__file__),
)
_TEXT = _text_of(*_FILES)


def _compile(function: Any, name: str, names: dict[str, Any]) -> Any:
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, name)
    # numba files compiled code under the qualified name: copies of one function need one each, and so do changes.
    copy.__qualname__ = f"{name}_{_TEXT}"
    copy.__module__ = function.__module__
    return numba.njit(cache=True, nogil=True, error_model="numpy")(copy)


def _bound(state: Any, layout: Any, budget: int, flag: Any, dead: Any) -> Any:
    # The dictionary of the plain form is of no use here; any array stands for it.
    start = state[:4] + (0, 0) + state[6:8]  # noqa: RUF005
    ending = search(start, layout, (1, -1, True, 0), budget, flag, flag, dead, dead, False)  # type: ignore[name-defined]  # noqa: F821
    return ending[0], ending[1], ending[3]


def build() -> Any:
    """Return the search in turns, to be given to :func:`load`; nothing is compiled before its first run."""
    names: dict[str, Any] = {}
    for function in (_index_of, _ones, *_TABLES, _reach):
        name = function.__name__.removeprefix("_")
        names[name] = _compile(function, f"kernel_{name}", names)
    names["kept_up"] = _compile(masks.kept_up_by_heights, "kernel_kept_up", names)
    for part in _PARTS:
        names[part.__name__] = _compile(part, f"kernel_{part.__name__}", names)
    # The bound is a second copy of the search, without a bound of its own.
    no_bound = _compile(_no_bound, "kernel_no_bound", names)
    cut_nothing = _compile(kernel.cut_lost, "kernel_cut_nothing", {**names, "bound": no_bound})
    easy = _compile(kernel.search, "kernel_search_easy", {**names, "cut_lost": cut_nothing})
    bound = _compile(_bound, "kernel_bound", {**names, "search": easy})
    cut = _compile(kernel.cut_lost, "kernel_cut_lost", {**names, "bound": bound})
    whole = _compile(kernel.search, "kernel_search", {**names, "cut_lost": cut})
    return _compile(kernel.search_in_turns, "kernel_search_in_turns", {**names, "search": whole})


def load(search: Any) -> Any:
    """Return what :func:`build` made as a function of Python's, compiled or loaded from disk by a first small run."""

    def run(encoded: Encoded, budget: int, flag: bytearray) -> tuple[int, int, list[tuple[int, ...]]]:
        arrays = tuple(np.array(part, np.int64) for part in encoded.layout[:5])
        stop = np.frombuffer(flag, np.uint8)
        layout = arrays + encoded.layout[5:]
        return search(encoded.state, layout, encoded.rules, budget, stop, stop)  # type: ignore[no-any-return]

    rules = rule_set("standard-3")
    run(encode(deal_position(deal_from_code("1"), rules), rules), 1, bytearray(1))
    return run
