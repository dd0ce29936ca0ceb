"""Tables of a week, a month and all time: what the ranks of their days add up to."""

import re
from datetime import date, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import Translator
from app.store import daily_games, standings
from app.store.castle_runs import periods
from app.store.standings import Standing
from app.web import ranking
from app.web.days import first_of
from app.web.fairness import is_public
from app.web.names import shown_name
from app.web.ranking import LINES, POINTS, LeaderboardView, LineView, LinkView, TabView
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import BOARDS


async def show_week(request: Request) -> Response:
    """Lead to the table of this week."""
    visit = visit_of(request)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    return visit.redirect(f"{POINTS}/{periods(today).week}")


async def show(request: Request) -> Response:
    """Answer one page of the table of a period."""
    visit, page = visit_of(request), ranking.page_number(request)
    today, period = day_of(now_ms(), visit.site.settings.time_zone), request.path_params["period"]
    begin = _begin(period)
    if period != "all" and (begin is None or begin > today):
        raise HTTPException(404)
    await _settle(visit, today)
    known, total, found, own = await visit.site.database.read_all(
        (daily_games.first_day,),
        (standings.size, period),
        (standings.page, period, LINES, (page - 1) * LINES),
        (standings.own, period, visit.player_id or ""),
    )
    first = first_of(known, today)
    if (begin is not None and _after(period, begin) <= first) or (not found and page > 1):
        raise HTTPException(404)
    return visit.html("leaderboard.html", {"page": _view(visit, period, page, total, found, own, first, today)})


async def _settle(visit: Visit, today: date) -> None:
    """Make points of the days whose grace has ended since somebody looked last."""
    site = visit.site
    # Two days back: yesterday's grace runs until today's end, or an hour longer where clocks change.
    last = today - timedelta(days=2)
    if site.settled == last:
        return
    waiting = await site.database.read(standings.unsettled, last)
    for day in waiting:
        if is_public(visit, date.fromisoformat(day)):
            await site.database.write(standings.settle, day, [board.key for board in BOARDS])
    if not waiting:
        # All days once a day, not with every page: after years they are many.
        site.settled = last


def _begin(period: str) -> date | None:
    """Return the first day of a week or month, ``None`` for any other text."""
    try:
        if match := re.fullmatch(r"([0-9]{4})-W([0-9]{2})", period):
            return date.fromisocalendar(int(match[1]), int(match[2]), 1)
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}", period):
            return date.fromisoformat(f"{period}-01")
    except ValueError:
        return None
    return None


def _after(period: str, begin: date) -> date:
    """Return the first day after a period that begins with ``begin``."""
    if "W" in period:
        return begin + timedelta(days=7)
    return (begin + timedelta(days=31)).replace(day=1)


def _title(period: str, words: Translator) -> str:
    begin = _begin(period)
    if begin is None:
        return words.gettext("All time")
    if "W" in period:
        last = begin + timedelta(days=6)
        return f"{words.date(begin, 'medium')} – {words.date(last, 'medium')}"
    return words.month(begin)


def _view(
    visit: Visit,
    period: str,
    page: int,
    total: int,
    found: list[Standing],
    own: Standing | None,
    first: date,
    today: date,
) -> LeaderboardView:
    words = visit.words
    begin, title, path = _begin(period), _title(period, words), f"{POINTS}/{period}"
    better, further = ranking.pages(path, page, total, words)
    return LeaderboardView(
        head=f"{words.gettext('Points')}: {title}",
        title=title,
        kinds=ranking.kinds(POINTS, words),
        tabs_label=words.gettext("Tables of points"),
        tabs=_tabs(period, today, words),
        table=ranking.table(
            title,
            words.ngettext("%(num)s player", "%(num)s players", total),
            (words.gettext("Points"), words.gettext("Days")),
            [_row(standing, visit) for standing in found],
            _row(own, visit) if own else None,
        ),
        empty=words.gettext("No day of this time is settled yet."),
        live="",
        better=better,
        further=further,
        earlier=_other(period, begin - timedelta(days=1), words) if begin and begin > first else None,
        later=_other(period, _after(period, begin), words) if begin and _after(period, begin) <= today else None,
        note=words.gettext(
            "Each day your best rank on its four boards counts: 101 minus the rank is your points, from 100 for the "
            "first to 1 for the hundredth. The points of all days are added up. A day is settled 24 hours after its "
            "end."
        ),
        invitation=ranking.name_invitation(visit, path) if own and own.name is None else None,
    )


def _tabs(period: str, today: date, words: Translator) -> list[TabView]:
    now = periods(today)
    kinds = (
        (now.week, words.gettext("Week")),
        (now.month, words.gettext("Month")),
        (now.all, words.gettext("All time")),
    )
    return [TabView(f"{POINTS}/{key}", name, _kind(key) == _kind(period)) for key, name in kinds]


def _kind(period: str) -> str:
    return "all" if period == "all" else "week" if "W" in period else "month"


def _other(period: str, day: date, words: Translator) -> LinkView:
    other = periods(day).week if "W" in period else periods(day).month
    return LinkView(f"{POINTS}/{other}", _title(other, words))


def _row(standing: Standing, visit: Visit) -> LineView:
    words = visit.words
    return LineView(
        words.number(standing.rank),
        shown_name(standing.name, standing.player_id, words),
        (words.number(standing.points), words.number(standing.days)),
        is_own=standing.player_id == visit.player_id,
    )


routes = [Route(POINTS, show_week), Route(POINTS + "/{period}", show)]
