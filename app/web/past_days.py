"""A day that is over: its boards to play for the calendar (R7.7)."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.deal import Deal
from app.store import daily_games, streaks
from app.store.games import NewGame
from app.web.board_views import BoardView, board_views
from app.web.days import begun_day, first_day
from app.web.fairness import ProofView, proof_view
from app.web.games import new_id
from app.web.previews import PreviewView, daily_preview
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import board_named


@dataclass(frozen=True, slots=True)
class DayView:
    """What day.html shows."""

    day: date
    boards: list[BoardView]
    month: str
    earlier: date | None
    later: date | None
    proof: ProofView | None
    preview: PreviewView


async def show(request: Request) -> Response:
    """Answer the page of a past day; today has its own."""
    visit = visit_of(request)
    text = request.path_params["day"]
    if board_named(text) is not None:
        # Somebody has opened where a button leads: its page is today's.
        return visit.redirect("/daily")
    today = day_of(now_ms(), visit.site.settings.time_zone)
    day = await begun_day(visit, text, today)
    if day == today:
        return visit.redirect("/daily")
    first = await first_day(visit, today)
    earlier, later = day - timedelta(days=1), day + timedelta(days=1)
    view = DayView(
        day,
        await _boards(visit, day),
        f"/calendar?month={day.isoformat()[:7]}",
        earlier if earlier >= first else None,
        later if later < today else None,
        await proof_view(visit, day),
        daily_preview(visit, request, day),
    )
    return visit.html("day.html", {"page": view})


async def _boards(visit: Visit, day: date) -> list[BoardView]:
    views = await board_views(visit, day)
    if visit.player_id is None:
        return views
    won = await visit.site.database.read(streaks.won_boards, visit.player_id, day)
    later = visit.words.gettext("Won later")
    return [
        replace(view, done="won", state=later) if view.key in won and view.done != "won" else view for view in views
    ]


async def play(request: Request) -> Response:
    """Lead to the visitor's game on a board of a past day, dealt now as practice if there is none; today's counts."""
    visit = visit_of(request)
    settings, now = visit.site.settings, now_ms()
    today = day_of(now, settings.time_zone)
    board = board_named(request.path_params["board"])
    if board is None:
        raise HTTPException(404)
    day = await begun_day(visit, request.path_params["day"], today)
    daily = await visit.site.dailies.of(day, now)
    player_id = visit.player_id or new_id()
    new = NewGame(
        new_id(),
        player_id,
        board.rules,
        Deal.parse(daily.deal),
        day=daily.day,
        board=board.key,
        practice=day != today,
    )
    row = await visit.site.database.write(daily_games.sit_down, new, now)
    return visit.redirect(f"/game/{row.id}", player_id)


routes = [
    Route("/daily/{day}", show, methods=["GET"]),
    Route("/daily/{day}/{board}", play, methods=["POST"]),
]
