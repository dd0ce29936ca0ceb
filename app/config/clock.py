"""The server's clock, which never goes back while it serves."""

import time
from typing import Final

#: A step back by so much is somebody setting the machine's clock; anything smaller is its usual correction.
STEP_NS: Final = 2_000_000_000

_is_held = False
_ahead = 0


def hold() -> None:
    """From now on let no step back of the machine's clock be seen in this process: time goes on as it did.

    So no deadline moves away, no day comes twice and no game's clock stands still. The next start of the process
    takes the machine's clock as it is then.
    """
    global _is_held, _ahead
    _is_held = True
    _ahead = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Return the server's clock in milliseconds since 1970 UTC."""
    global _ahead
    now = time.time_ns()
    if _is_held:
        ahead = now - time.monotonic_ns()
        if ahead < _ahead - STEP_NS:
            return (now - ahead + _ahead) // 1_000_000
        _ahead = ahead
    return now // 1_000_000
