"""Waiting for a state and not for a time, on machines that are slow or have much else to do."""

import asyncio
import time
from collections.abc import Callable

#: Seconds after which what has not happened is taken to hang.
HANGS = 90.0
#: Steps of the work that slowness is measured by, and the seconds they take on the machine that limits were set on.
_STEPS = 2_000_000
_SECONDS = 0.1


def slowness() -> float:
    """How many times longer than on a quick machine of its own work takes here at the moment: 1 and more."""
    began, number = time.perf_counter(), 0
    for step in range(_STEPS):
        number = (number * 31 + step) & 0xFFFF
    return max((time.perf_counter() - began) / _SECONDS, 1.0)


def is_within(taken: float, limit: float, before: float = 1.0) -> bool:
    """Whether ``taken`` seconds are at most ``limit`` ones of a quick machine of its own; ``before`` is a slowness."""
    return taken < limit or taken < limit * max(before, slowness())


def wait_until(condition: Callable[[], object], seconds: float = HANGS) -> None:
    """Return as soon as it holds; fails where it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.02)


async def until(condition: Callable[[], object], seconds: float = HANGS) -> None:
    """Return as soon as it holds, other tasks going on meanwhile; fails where it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so within {seconds} s"
        await asyncio.sleep(0.01)
