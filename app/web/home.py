"""The start page: today's daily, the games under way, and a new one."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.rules import rule_set
from app.i18n import Translator
from app.store import daily_games, games, players, streaks
from app.store.rows import GameRow
from app.web.board_views import BOARD_KEYS, BoardView, views_of
from app.web.gamepage import game_title
from app.web.habit import NO_HABIT, HabitView, habit_of
from app.web.new_game import TableView, table_view
from app.web.previews import PreviewView, daily_preview
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import BOARDS, score_title

NEW_TABLES: Final = ("standard-1", "standard-3", "vegas-1", "vegas-3")
_MOST_RUNNING: Final = 3


@dataclass(frozen=True, slots=True)
class RunningView:
    """A game to go on with; ``since`` tells how long ago it began."""

    id: str
    title: str
    score: str
    since: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """What home.html shows."""

    day: date
    boards: list[BoardView]
    running: list[RunningView]
    tables: list[TableView]
    habit: HabitView
    preview: PreviewView


async def show(request: Request) -> Response:
    """Answer the start page."""
    visit = visit_of(request)
    now, site, words = now_ms(), visit.site, visit.words
    day = day_of(now, site.settings.time_zone)
    played, rows, habit = await _own(visit, day)
    boards, running = views_of(played, day, words), [_running(row, now, words) for row in rows]
    tables = [table_view(rule_set(key), words) for key in NEW_TABLES]
    page = HomeView(day, boards, running, tables, habit, daily_preview(visit, request, day))
    response = visit.html("home.html", {"page": page})
    if visit.player_id is not None:
        # Browsers forget a cookie after four hundred days at most: from now on, for whoever still comes.
        cookie = site.cookies.set_player(visit.player_id, secure=visit.secure)
        response.headers.append("set-cookie", cookie)
    return response


async def _own(visit: Visit, day: date) -> tuple[dict[str, GameRow], list[GameRow], HabitView]:
    """Return the visitor's games on today's boards, the other ones to go on with, and the streak."""
    player_id = visit.player_id
    if player_id is None:
        return {}, [], NO_HABIT
    played, rows, streak, player = await visit.site.database.read_all(
        (daily_games.ranked_games, player_id, day.isoformat(), BOARD_KEYS),
        (games.running, player_id, _MOST_RUNNING + len(BOARDS)),
        (streaks.streak, player_id, day),
        (players.get, player_id),
    )
    others = [row for row in rows if not (row.ranked and row.day == day.isoformat())]
    return played, others[:_MOST_RUNNING], habit_of(streak, player, visit.words)


def _running(row: GameRow, now: int, words: Translator) -> RunningView:
    score = score_title(rule_set(row.rules), row.score, words)
    return RunningView(row.id, game_title(row, words), score, ago(now - (row.started_at or row.created_at), words))


def ago(millis: int, words: Translator) -> str:
    """Return how long ago something was, in the largest unit that fits: "begun 3 hours ago"."""
    minutes = max(millis, 0) // 60_000
    if minutes < 1:
        return words.gettext("begun just now")
    if minutes < 60:
        return words.ngettext("begun %(num)s minute ago", "begun %(num)s minutes ago", minutes)
    if minutes < 24 * 60:
        return words.ngettext("begun %(num)s hour ago", "begun %(num)s hours ago", minutes // 60)
    return words.ngettext("begun %(num)s day ago", "begun %(num)s days ago", minutes // (24 * 60))


routes = [Route("/", show)]
