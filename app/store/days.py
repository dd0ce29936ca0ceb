"""Days as the store writes them, ``2026-11-29``; what a day is says :mod:`app.game.day` alone."""

from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from app.game import day as days

GRACE_MS: Final = 24 * 3600 * 1000


def day_of(now_ms: int, zone: ZoneInfo) -> str:
    """Return the day of a moment."""
    return days.day_of(now_ms, zone).isoformat()


def grace_end(day: str, zone: ZoneInfo) -> int:
    """Return the first moment at which a finish no longer counts for the day's board (R7.4)."""
    return days.day_end_ms(date.fromisoformat(day), zone) + GRACE_MS
