"""What an installation holds a result to."""

from typing import NamedTuple
from zoneinfo import ZoneInfo


class Terms(NamedTuple):
    """Where the days of the daily begin, and how many milliseconds an entry takes at least: no hand is faster.

    Whatever starts or ends a game or a run needs both, so they go together and have no defaults.
    """

    zone: ZoneInfo
    least_ms: int
