"""The tables of states that a search knows to be lost: key to the earliest moment (S7) that was searched from.

A key is a number, or with whole runs a pair of them. :mod:`app.solver.compiled_tables` has the same for compiled
code.
"""

from typing import Any, Final

#: Later than any moment.
FAR: Final = 1 << 30


def new_table() -> Any:
    """Return an empty table of states with one number for a key."""
    return {}


def new_pairs() -> Any:
    """Return an empty table of states with two numbers for a key."""
    return {}


def grown(table: Any, nodes: int) -> Any:
    """Return the table with room for another ``nodes`` entries."""
    return table


def is_known(table: Any, key: Any, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one; note it if not."""
    if table.get(key, FAR) <= moment:
        return True
    table[key] = moment
    return False


def is_noted(table: Any, key: Any, moment: int) -> bool:
    """Tell whether the state was searched from this moment or an earlier one."""
    return table.get(key, FAR) <= moment  # type: ignore[no-any-return]


def forget(table: Any, key: Any) -> None:
    """Take a state out of the table."""
    table.pop(key, None)
