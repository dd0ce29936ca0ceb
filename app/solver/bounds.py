"""When a state on the way is searched in an easier form, too, and what comes of that (S8, W4).

A way is (the frames on it, at how many nodes each was taken up, how many its subtree may have until then).
"""

from typing import Any, Final

from app.solver.frames import DEPTH, FREE, LOST, REVERSIBLE, WAIT

#: More than any node count.
NEVER: Final = 1 << 60

#: So many times the nodes of its subtree are spent on a state, and again when that has grown so many times.
BOUND_SHARE: Final = 4
BOUND_AGAIN: Final = 4


def is_due(way: Any, level: int, nodes: int) -> bool:
    """Tell whether the subtree of the state at ``level`` has grown large, ``nodes`` being those of all so far."""
    trail, since, due = way
    return nodes - since[level] >= due[level] and trail[level][WAIT] == FREE  # type: ignore[no-any-return]


def is_cut(stack: Any, way: Any, level: int, result: int, is_open: bool) -> bool:
    """Drop the state at ``level`` if it is lost, tell whether it was; else set when it is due again if ``is_open``."""
    due = way[2]
    due[level] = due[level] * BOUND_AGAIN if is_open else NEVER
    if result == LOST:
        drop(stack, level)
        return True
    return False


def drop(stack: Any, level: int) -> None:
    """Take everything that is still to be tried from the state at ``level`` of the way off the stack."""
    while len(stack) > 0 and (
        stack[-1][DEPTH] > level or (stack[-1][DEPTH] == level and stack[-1][WAIT] == REVERSIBLE)
    ):
        stack.pop()
