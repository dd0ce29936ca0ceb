"""Leaderboards of the daily deal: one a day and board, fifty lines a page, the visitor's own line on each of them."""

from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import Translator
from app.store import boards, daily_games
from app.store.boards import Line
from app.web import ranking
from app.web.board_views import board_path
from app.web.days import first_of, read_day
from app.web.fairness import is_public
from app.web.kept_off import absence
from app.web.names import shown_name
from app.web.ranking import LINES, InvitationView, LeaderboardView, LineView, LinkView, TabView
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import BOARDS, Board, balance, board_named, full_title, short_draw_title, table_title


class Sheet(NamedTuple):
    """What is asked for: a page of a board of a day, ``first`` and ``today`` being the days there are."""

    day: date
    first: date
    today: date
    board: Board
    page: int

    @property
    def path(self) -> str:
        """The address of the board's first page."""
        return board_path(self.day, self.board.key)


async def show_today(request: Request) -> Response:
    """Lead to today's first board."""
    visit = visit_of(request)
    day = day_of(now_ms(), visit.site.settings.time_zone)
    return visit.redirect(board_path(day, BOARDS[0].key))


async def show(request: Request) -> Response:
    """Answer one page of a leaderboard."""
    visit, page = visit_of(request), ranking.page_number(request)
    board, day = board_named(request.path_params["board"]), read_day(request.path_params["day"])
    today = day_of(now_ms(), visit.site.settings.time_zone)
    if board is None or day is None or day > today:
        raise HTTPException(404)
    asked = day.isoformat(), board.key
    known, total, lines, own = await visit.site.database.read_all(
        (daily_games.first_day,),
        (boards.size, *asked),
        (boards.page, *asked, LINES, (page - 1) * LINES),
        (boards.own_rank, *asked, visit.player_id or ""),
    )
    sheet = Sheet(day, first_of(known, today), today, board, page)
    if day < sheet.first or (not lines and page > 1):
        raise HTTPException(404)
    view = _view(visit, sheet, total, lines, own)
    return visit.html("leaderboard.html", {"page": replace(view, invitation=await _invitation(visit, sheet, own))})


def _view(visit: Visit, sheet: Sheet, total: int, lines: list[Line], own: Line | None) -> LeaderboardView:
    words, rules = visit.words, sheet.board.rules
    title = full_title(rules, words)
    is_open = is_public(visit, sheet.day)
    score = words.gettext("Balance") if rules.scoring == "vegas" else words.gettext("Score")
    count = words.ngettext("%(num)s finished game", "%(num)s finished games", total)
    better, further = ranking.pages(sheet.path, sheet.page, total, words)
    return LeaderboardView(
        head=f"{words.gettext('Leaderboard')}: {title}, {words.date(sheet.day)}",
        title=words.date(sheet.day, "full"),
        kinds=ranking.kinds(ranking.DAILY, words),
        tabs_label=words.gettext("Boards of the day"),
        tabs=[_tab(board, sheet, words) for board in BOARDS],
        table=ranking.table(
            title,
            f"{title} · {count}",
            (score, words.gettext("Time"), words.gettext("Moves")),
            [_row(line, sheet.board, visit, is_open=is_open) for line in lines],
            _row(own, sheet.board, visit, is_open=is_open) if own else None,
        ),
        empty=words.gettext("Nobody has finished this board yet. It waits for you!")
        if sheet.day == sheet.today
        else words.gettext("Nobody finished this board on that day."),
        live=None if is_open else f"{sheet.path}/live",
        better=better,
        further=further,
        earlier=_other_day(sheet, -1, words),
        later=_other_day(sheet, 1, words),
    )


def _row(line: Line, board: Board, visit: Visit, *, is_open: bool) -> LineView:
    words, is_vegas = visit.words, board.rules.scoring == "vegas"
    score = balance(line.score, words) if is_vegas else words.number(line.score)
    return LineView(
        words.number(line.rank),
        shown_name(line.name, line.player_id, words),
        (score, words.duration(line.clock_ms), words.number(line.moves)),
        is_own=line.player_id == visit.player_id,
        # Worth saying only where wins come first.
        notes=() if line.won or is_vegas else (words.gettext("not won"),),
        replay=f"/game/{line.game_id}/replay?step=0" if is_open else "",
    )


def _tab(board: Board, sheet: Sheet, words: Translator) -> TabView:
    rules, path = board.rules, board_path(sheet.day, board.key)
    return TabView(path, table_title(rules, words), board == sheet.board, short_draw_title(rules, words))


def _other_day(sheet: Sheet, step: int, words: Translator) -> LinkView | None:
    day = sheet.day + timedelta(days=step)
    if not sheet.first <= day <= sheet.today:
        return None
    return LinkView(board_path(day, sheet.board.key), words.date(day, "medium"))


async def _invitation(visit: Visit, sheet: Sheet, own: Line | None) -> InvitationView | None:
    if own is None:
        return await absence(visit, sheet.day, sheet.board.key, is_today=sheet.day == sheet.today)
    return ranking.name_invitation(visit, sheet.path) if own.name is None else None


routes = [Route("/leaderboard", show_today), Route("/leaderboard/{day}/{board}", show)]
