"""The daily: what counts is said before the start, then one press leads to the game."""

from dataclasses import dataclass
from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_end_ms, day_of
from app.game.deal import Deal
from app.i18n import Translator
from app.store import daily_games
from app.store.games import NewGame
from app.web.board_views import BoardView, board_views
from app.web.fairness import ProofView, proof_view
from app.web.games import new_id
from app.web.habit import HabitView, habit_view
from app.web.previews import PreviewView, daily_preview
from app.web.site import now_ms, visit_of
from app.web.titles import board_named


@dataclass(frozen=True, slots=True)
class DailyView:
    """What daily.html shows; ``next_deal`` says when the day ends."""

    day: date
    boards: list[BoardView]
    next_deal: str
    habit: HabitView
    proof: ProofView | None
    preview: PreviewView


async def show(request: Request) -> Response:
    """Answer the page of today's daily."""
    visit = visit_of(request)
    now, zone = now_ms(), visit.site.settings.time_zone
    day = day_of(now, zone)
    next_deal = _time_left(day_end_ms(day, zone) - now, visit.words)
    page = DailyView(
        day,
        await board_views(visit, day),
        next_deal,
        await habit_view(visit, day),
        await proof_view(visit, day),
        daily_preview(visit, request, day),
    )
    return visit.html("daily.html", {"page": page})


async def play(request: Request) -> Response:
    """Lead to the visitor's game on one of today's boards, dealt now if there is none."""
    visit = visit_of(request)
    board = board_named(request.path_params["board"])
    if board is None:
        raise HTTPException(404)
    settings, database, now = visit.site.settings, visit.site.database, now_ms()
    day = day_of(now, settings.time_zone)
    daily = await visit.site.dailies.of(day, now)
    player_id = visit.player_id or new_id()
    new = NewGame(new_id(), player_id, board.rules, Deal.parse(daily.deal), day=daily.day, board=board.key)
    row = await database.write(daily_games.sit_down, new, now)
    return visit.redirect(f"/game/{row.id}", player_id)


def _time_left(millis: int, words: Translator) -> str:
    minutes = -(-millis // 60_000)
    if minutes < 60:
        return words.ngettext(
            "The next deal comes in %(num)s minute.", "The next deal comes in %(num)s minutes.", minutes
        )
    return words.ngettext(
        "The next deal comes in %(num)s hour.", "The next deal comes in %(num)s hours.", minutes // 60
    )


routes = [Route("/daily", show), Route("/daily/{board}", play, methods=["POST"])]
