"""Days as addresses name them: from the installation's first one to today."""

from datetime import date

from starlette.exceptions import HTTPException

from app.store import daily_games
from app.web.site import Visit


def read_day(text: str) -> date | None:
    """Return the day that an address names as ``2026-11-29``, ``None`` for any other text."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


async def first_day(visit: Visit, today: date) -> date:
    """Return the first day that the installation has."""
    return first_of(await visit.site.database.read(daily_games.first_day), today)


def first_of(known: str | None, today: date) -> date:
    """Return the first day that the installation has, by what the database knows."""
    return min(today, date.fromisoformat(known)) if known else today


async def begun_day(visit: Visit, text: str, today: date) -> date:
    """Return a day that has begun; raises HTTPException 404 for any other, whatever is known of it (R7.5)."""
    day = read_day(text)
    if day is None or not await first_day(visit, today) <= day <= today:
        raise HTTPException(404)
    return day
