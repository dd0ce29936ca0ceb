"""Which form of the search runs: compiled where numba is installed and warm, plain Python otherwise.

Either is loaded at its first use: a server's own process, which asks others to search, never needs one.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from app.solver.encoding import Encoded

log = logging.getLogger(__name__)


class Cancel:
    """A switch that stops the searches it was given to, from any thread."""

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = bytearray(1)

    def set(self) -> None:
        """Stop them; each ends within about a thousand nodes."""
        self.flag[0] = 1

    def is_set(self) -> bool:
        """Tell whether they were stopped."""
        return self.flag[0] != 0


class Ending(NamedTuple):
    """How a search ended: one of the kernel's codes, the nodes, and the frames on the way to a win."""

    code: int
    nodes: int
    trail: list[tuple[int, ...]]


_compiled: Callable[..., Any] | None = None
_compiled_whole: Callable[..., Any] | None = None
_loading = threading.Lock()
_was_tried = False


def is_compiled() -> bool:
    """Tell whether searches run compiled."""
    return _compiled is not None


def warm(*, wait: bool = False) -> None:
    """Load, and the first time on a machine compile, the fast search in the background; harmless without numba.

    Until it is there searches run in plain Python. ``wait`` returns only when it is there.
    """
    thread = threading.Thread(target=_load, name="warm the solver", daemon=True)
    thread.start()
    if wait:
        thread.join()


def _load() -> None:
    global _compiled, _compiled_whole, _was_tried
    with _loading:
        if _was_tried:
            return
        _was_tried = True
        try:
            from app.solver import compiled, whole_compiled
        except ImportError:
            log.info("numba is not installed: the solver runs in plain Python")
            return
        in_turns = compiled.build()
        _compiled = compiled.load(in_turns)
        _compiled_whole = whole_compiled.load(in_turns)


def run(encoded: Encoded, budget: int, cancel: Cancel | None) -> Ending:
    """Search ``encoded`` for at most ``budget`` nodes."""
    flag = cancel.flag if cancel is not None else bytearray(1)
    compiled = _compiled
    if compiled is not None and encoded.fits_word:
        return Ending(*compiled(encoded, budget, flag))
    from app.solver import kernel

    return Ending(*kernel.search_in_turns(encoded.state, encoded.layout, encoded.rules, budget, flag, {}))


def run_whole(encoded: Encoded, lies: int, budget: int, cancel: Cancel | None) -> Ending:
    """Search ``encoded`` with whole runs only; ``lies`` are the cards on the higher of their parents."""
    flag = cancel.flag if cancel is not None else bytearray(1)
    # Taken once: what tests switch off is the other one.
    search = _compiled_whole if _compiled is not None and encoded.fits_word else None
    if search is not None:
        return Ending(*search(encoded, lies, budget, flag))
    from app.solver import whole_kernel

    state = (*encoded.state, lies)
    return Ending(*whole_kernel.search_whole(state, encoded.layout, encoded.rules, budget, flag, {}))
