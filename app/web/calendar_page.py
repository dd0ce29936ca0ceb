"""The calendar: which days were won, a month a page, and the way to play a past one (R7.7)."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.streak import streak_of
from app.i18n import N_
from app.store import streaks
from app.store.streaks import Mark
from app.web.days import first_day
from app.web.habit import streak_words
from app.web.ranking import LinkView
from app.web.site import Visit, now_ms, visit_of

_WORDS: Final = {
    "won": N_("won"),
    "later": N_("won later"),
    "playing": N_("under way"),
    "played": N_("played"),
    "missed": N_("missed"),
    "open": N_("today"),
}


@dataclass(frozen=True, slots=True)
class CellView:
    """A day of the month. Without ``path`` there is nothing to play: before the first day, or still to come."""

    number: str
    title: str
    path: str = ""
    mark: str = ""
    text: str = ""
    is_today: bool = False


@dataclass(frozen=True, slots=True)
class CalendarView:
    """What calendar.html shows; weeks have seven places each, ``None`` outside the month.

    ``has_past`` tells whether there is any day before today, in this month or another.
    """

    title: str
    weekdays: list[tuple[str, str]]
    weeks: list[list[CellView | None]]
    counts: list[tuple[str, str]]
    streak: str
    longest: str
    earlier: LinkView | None
    later: LinkView | None
    has_past: bool


async def show(request: Request) -> Response:
    """Answer the page of a month, this one where none is named."""
    visit = visit_of(request)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    first = await first_day(visit, today)
    month = _month(request.query_params.get("month"), today)
    if month is None or not first.replace(day=1) <= month <= today:
        raise HTTPException(404)
    return visit.html("calendar.html", {"page": await _view(visit, month, first, today)})


def _month(text: str | None, today: date) -> date | None:
    if text is None:
        return today.replace(day=1)
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
    return month if month.isoformat()[:7] == text else None


async def _view(visit: Visit, month: date, first: date, today: date) -> CalendarView:
    words, read = visit.words, visit.site.database.read
    weeks = calendar.Calendar(words.first_weekday).monthdatescalendar(month.year, month.month)
    marks: dict[date, Mark] = {}
    streak = streak_of([], today)
    if visit.player_id is not None:
        marks = await read(streaks.marks, visit.player_id, weeks[0][0], weeks[-1][-1])
        streak = await read(streaks.streak, visit.player_id, today)
    rows = [[_cell(visit, day, marks, first, today) if day.month == month.month else None for day in w] for w in weeks]
    cells = [cell for row in rows for cell in row if cell is not None]
    return CalendarView(
        title=words.month(month),
        weekdays=[words.weekday_names(day) for day in weeks[0]],
        weeks=rows,
        counts=[
            (words.gettext(text), words.number(count))
            for mark, text in _WORDS.items()
            if mark != "open" and (count := sum(cell.mark == mark for cell in cells))
        ],
        streak=streak_words(streak.current, words),
        longest=words.ngettext("Longest so far: %(num)s day", "Longest so far: %(num)s days", streak.longest),
        earlier=_other(visit, month - timedelta(days=1), first, today),
        later=_other(visit, month + timedelta(days=31), first, today),
        has_past=first < today,
    )


def _cell(visit: Visit, day: date, marks: dict[date, Mark], first: date, today: date) -> CellView:
    words = visit.words
    number, title = words.number(day.day), words.date(day, "full")
    if not first <= day <= today:
        return CellView(number, title)
    mark: str = marks.get(day, "open" if day == today else "missed")
    path = "/daily" if day == today else f"/daily/{day.isoformat()}"
    return CellView(number, title, path, mark, words.gettext(_WORDS[mark]), is_today=day == today)


def _other(visit: Visit, day: date, first: date, today: date) -> LinkView | None:
    month = day.replace(day=1)
    if not first.replace(day=1) <= month <= today:
        return None
    return LinkView(f"/calendar?month={month.isoformat()[:7]}", visit.words.month(month))


routes = [Route("/calendar", show)]
