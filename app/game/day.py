"""The one day that deal, streak, calendar and board share (R7.1).

A day is the calendar date where the installation stands. Instants are milliseconds since 1970 UTC.
"""

from datetime import date, datetime, timedelta, tzinfo


def day_of(now_ms: int, zone: tzinfo) -> date:
    """Return the day that runs at an instant. A day, once begun, never gives way to the one before it."""
    local = datetime.fromtimestamp(now_ms // 1000, zone).date()
    # Clocks that are put back from just after midnight show the old date a second time.
    tomorrow = local + timedelta(days=1)
    return tomorrow if now_ms >= day_start_ms(tomorrow, zone) else local


def day_start_ms(day: date, zone: tzinfo) -> int:
    """Return the instant at which a day begins; where clocks skip midnight, the moment they do so."""
    # Of two midnights the first counts, and a skipped one is read with the clock as it stood before: both are fold 0.
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * 1000


def day_end_ms(day: date, zone: tzinfo) -> int:
    """Return the first instant that is no longer of this day: 23, 24 or 25 hours after its start, as clocks go."""
    return day_start_ms(day + timedelta(days=1), zone)


#: How long after its day a finish still counts for the day's boards (R7.4).
GRACE_MS = 24 * 3600 * 1000


def grace_end_ms(day: date, zone: tzinfo) -> int:
    """Return the instant from which on a day's deal and its games are no secret any more (R7.5)."""
    return day_end_ms(day, zone) + GRACE_MS
