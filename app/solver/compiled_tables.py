"""The tables of :mod:`app.solver.tables` as numba compiles them: arrays in which a key is looked for from its hash on.

Keys of one number have a form of their own, since the search for split runs does little else than look them up.
"""

from typing import Any, Final

import numpy as np

from app.solver.tables import FAR

#: Odd numbers whose multiples spread over the upper bits.
HASH: Final = -7046029254386353131
OTHER_HASH: Final = -4417276706812531889


def free_slot(keys: Any, slot: int) -> int:
    """Return the first empty slot from ``slot`` on, once round."""
    slot &= len(keys) - 1
    while keys[slot] != 0:
        slot = (slot + 1) & (len(keys) - 1)
    return slot


def new_table() -> Any:
    """Return an empty table: keys, moments, how many."""
    return np.zeros(8192, np.int64), np.empty(8192, np.int32), np.zeros(1, np.int64)


def grown(table: Any, nodes: int) -> Any:
    """Return the table with room for another ``nodes`` entries, at most half full."""
    keys, moments, count = table
    size = len(keys)
    if (count[0] + nodes) * 2 <= size:
        return table
    size *= 4
    larger: Any = np.zeros(size, np.int64)
    later: Any = np.empty(size, np.int32)
    for at in range(len(keys)):
        if keys[at] != 0:
            slot = free_slot(larger, keys[at] * HASH >> 20)
            larger[slot] = keys[at]
            later[slot] = moments[at]
    return larger, later, count


def is_known(table: Any, key: int, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one; note it if not."""
    keys, moments, count = table
    # Zero marks an empty slot.
    mark = key + 1
    size = len(keys)
    slot = (mark * HASH >> 20) & (size - 1)
    while keys[slot] != 0:
        if keys[slot] == mark:
            if moments[slot] <= moment:
                return True
            moments[slot] = moment
            return False
        slot = (slot + 1) & (size - 1)
    keys[slot] = mark
    moments[slot] = moment
    count[0] += 1
    return False


def is_noted(table: Any, key: int, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one."""
    keys, moments, _ = table
    slot = ((key + 1) * HASH >> 20) & (len(keys) - 1)
    while keys[slot] != 0:
        if keys[slot] == key + 1:
            return moments[slot] <= moment  # type: ignore[no-any-return]
        slot = (slot + 1) & (len(keys) - 1)
    return False


def forget(table: Any, key: int) -> None:
    """Take a state out of the table."""
    keys, moments, _ = table
    slot = ((key + 1) * HASH >> 20) & (len(keys) - 1)
    while keys[slot] != 0:
        if keys[slot] == key + 1:
            # Its slot stays taken: others may lie behind it.
            moments[slot] = FAR
        slot = (slot + 1) & (len(keys) - 1)


def new_pairs() -> Any:
    """Return an empty table of pairs: their first numbers, their second ones, moments, how many."""
    return np.zeros(8192, np.int64), np.empty(8192, np.int64), np.empty(8192, np.int32), np.zeros(1, np.int64)


def slot_of(key: int, lies: int) -> int:
    """Return where to look for a pair first."""
    mixed = key * HASH + lies * OTHER_HASH
    return (mixed ^ mixed >> 31) >> 8


def pairs_grown(pairs: Any, nodes: int) -> Any:
    """Do what :func:`grown` does for a table of pairs."""
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
            slot = free_slot(larger, slot_of(keys[at], others[at]))
            larger[slot] = keys[at]
            wider[slot] = others[at]
            later[slot] = moments[at]
    return larger, wider, later, count


def is_pair_known(pairs: Any, pair: tuple[int, int], moment: int) -> bool:
    """Do what :func:`is_known` does for a table of pairs."""
    key, lies = pair
    keys, others, moments, count = pairs
    # Zero marks an empty slot.
    mark = key + 1
    size = len(keys)
    slot = slot_of(mark, lies) & (size - 1)
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


def is_pair_noted(pairs: Any, pair: tuple[int, int], moment: int) -> bool:
    """Do what :func:`is_noted` does for a table of pairs."""
    key, lies = pair
    keys, others, moments, _ = pairs
    slot = slot_of(key + 1, lies) & (len(keys) - 1)
    while keys[slot] != 0:
        if keys[slot] == key + 1 and others[slot] == lies:
            return moments[slot] <= moment  # type: ignore[no-any-return]
        slot = (slot + 1) & (len(keys) - 1)
    return False


def forget_pair(pairs: Any, pair: tuple[int, int]) -> None:
    """Do what :func:`forget` does for a table of pairs."""
    key, lies = pair
    keys, others, moments, _ = pairs
    slot = slot_of(key + 1, lies) & (len(keys) - 1)
    while keys[slot] != 0:
        if keys[slot] == key + 1 and others[slot] == lies:
            # Its slot stays taken: others may lie behind it.
            moments[slot] = FAR
        slot = (slot + 1) & (len(keys) - 1)
