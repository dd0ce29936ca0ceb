"""The search of :mod:`app.solver.whole_kernel` compiled by numba; see :mod:`app.solver.compiled`."""

from typing import Any

import numpy as np

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver import compiled, kernel, whole_kernel
from app.solver.encoding import Encoded, encode


def _new_pairs() -> Any:
    return np.zeros(8192, np.int64), np.empty(8192, np.int64), np.empty(8192, np.int32), np.zeros(1, np.int64)


def _slot(key: int, lies: int) -> int:
    mixed = key * HASH + lies * OTHER_HASH
    return (mixed ^ mixed >> 31) >> 8


def _pairs_grown(pairs: Any, nodes: int) -> Any:
    keys, others, moments, count = pairs
    size = len(keys)
    if (count[0] + nodes) * 2 <= size:
        return pairs
    size *= 2
    larger: Any = np.zeros(size, np.int64)
    wider: Any = np.empty(size, np.int64)
    later: Any = np.empty(size, np.int32)
    for at in range(len(keys)):
        if keys[at] != 0:
            slot = _slot(keys[at], others[at]) & (size - 1)
            while larger[slot] != 0:
                slot = (slot + 1) & (size - 1)
            larger[slot] = keys[at]
            wider[slot] = others[at]
            later[slot] = moments[at]
    return larger, wider, later, count


def _is_pair_known(pairs: Any, key: int, lies: int, moment: int) -> bool:
    keys, others, moments, count = pairs
    # Zero marks an empty slot.
    mark = key + 1
    size = len(keys)
    slot = _slot(mark, lies) & (size - 1)
    while keys[slot] != 0:
        if keys[slot] == mark and others[slot] == lies:
            if moments[slot] <= moment:
                return True
            moments[slot] = moment
            return False
        slot = (slot + 1) & (size - 1)
    keys[slot] = mark
    others[slot] = lies
    moments[slot] = moment
    count[0] += 1
    return False


def _forget_pair(pairs: Any, key: int, lies: int) -> None:
    keys, others, moments, _ = pairs
    slot = _slot(key + 1, lies) & (len(keys) - 1)
    while keys[slot] != 0:
        if keys[slot] == key + 1 and others[slot] == lies:
            # Its slot stays taken: others may lie behind it.
            moments[slot] = kernel.FAR
        slot = (slot + 1) & (len(keys) - 1)


#: Odd numbers whose multiples spread over the upper bits.
HASH = -7046029254386353131
OTHER_HASH = -4417276706812531889

#: The functions that are compiled as they stand, each after those it calls.
_PARTS = (
    "split",
    "low_parent",
    "covered",
    "children",
    "settled",
    "wanted_places",
    "shuffle",
    "push_rooted",
    "push_stock",
    "push_landing",
    "push_all",
    "push_after_returns",
    "push_awaited",
    "search_in_order",
    "search_whole",
)
_TEXT = compiled._text_of(compiled.__file__, __file__, whole_kernel.__file__)


def _build(in_turns: Any) -> Any:
    # The compiled search for split runs knows everything that it was compiled with.
    split = in_turns.py_func.__globals__["search"]
    names = {**split.py_func.__globals__, "search": split}
    shared = {name: names[name] for name in ("index_of", "ones", "kept_up", "parents", "tops", "tag_of")}
    shared |= {name: names[name] for name in ("new_table", "is_noted", "search")}
    shared["_slot"] = compiled._compile(_slot, f"whole_slot_{_TEXT}", shared)
    for function in (_new_pairs, _pairs_grown, _is_pair_known, _forget_pair):
        name = function.__name__.removeprefix("_")
        shared[name] = compiled._compile(function, f"whole_{name}_{_TEXT}", shared)
    for name in _PARTS:
        shared[name] = compiled._compile(getattr(whole_kernel, name), f"whole_{name}_{_TEXT}", shared)
    return shared["search_whole"]


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
