"""Days in a row (R7.6): what counts as a streak, from the days that were won."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

_DAY = timedelta(days=1)


class Streak(NamedTuple):
    """``current`` days in a row up to today, or up to yesterday where today is still open; ``longest`` of all."""

    current: int
    longest: int
    is_today_won: bool


def streak_of(days: Collection[date], today: date) -> Streak:
    """Return the streak of a player who won on ``days``; days after ``today`` do not count."""
    won = sorted({day for day in days if day <= today})
    longest = run = 0
    last = None
    for day in won:
        run = run + 1 if last is not None and day - last == _DAY else 1
        longest = max(longest, run)
        last = day
    is_alive = last is not None and today - last <= _DAY
    return Streak(run if is_alive else 0, longest, is_today_won=last == today)


def run_up_to(days: Collection[date], day: date) -> int:
    """Return how many days in a row, the last one being ``day``, are among ``days``."""
    length = 0
    while day in days:
        length += 1
        day -= _DAY
    return length
