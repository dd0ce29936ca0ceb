"""Leaderboards: one a day and board, fifty lines a page, the visitor's own line on each of them."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import Translator
from app.store import boards, daily_games
from app.store.boards import Line
from app.web.board_views import board_path
from app.web.fairness import is_public
from app.web.names import shown_name
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import BOARDS, Board, balance, board_named, full_title, short_draw_title, table_title

LINES: Final = 50
_MOST_DIGITS: Final = 7


@dataclass(frozen=True, slots=True)
class RowView:
    """One line. ``won`` is false only where that is worth saying: on a board where wins come first.

    ``replay`` is where the game can be watched, empty while that is a secret. ``is_program`` tells that a program
    had a hand in it.
    """

    rank: str
    name: str
    score: str
    time: str
    moves: str
    won: bool
    is_own: bool
    replay: str = ""
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class LinkView:
    """A way to another day or page."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class TabView:
    """A way to another board of the day; ``is_current`` that it leads here."""

    path: str
    table: str
    drawing: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class InvitationView:
    """What the visitor could do next."""

    text: str
    path: str
    action: str


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """What leaderboard.html shows. ``own`` is the visitor's line where it is not among ``rows``.

    ``live`` is the address that tells of changes, empty for a day whose boards are final.
    """

    day: date
    board: str
    score_head: str
    count: str
    tabs: list[TabView]
    rows: list[RowView]
    own: RowView | None
    empty: str
    better: LinkView | None
    further: LinkView | None
    earlier: LinkView | None
    later: LinkView | None
    invitation: InvitationView | None
    live: str


class Sheet(NamedTuple):
    """What is asked for: a page of a board of a day, ``first`` and ``today`` being the days there are."""

    day: date
    first: date
    today: date
    board: Board
    page: int


async def show_today(request: Request) -> Response:
    """Lead to today's first board."""
    visit = visit_of(request)
    day = day_of(now_ms(), visit.site.settings.time_zone)
    return visit.redirect(board_path(day, BOARDS[0].key))


async def show(request: Request) -> Response:
    """Answer one page of a leaderboard."""
    visit = visit_of(request)
    sheet = await _asked_for(visit, request)
    read, day, board = visit.site.database.read, sheet.day.isoformat(), sheet.board.key
    total = await read(boards.size, day, board)
    lines = await read(boards.page, day, board, LINES, (sheet.page - 1) * LINES)
    own = await read(boards.own_rank, day, board, visit.player_id) if visit.player_id else None
    if not lines and sheet.page > 1:
        raise HTTPException(404)
    return visit.html("leaderboard.html", {"page": _view(visit, sheet, total, lines, own)})


async def _asked_for(visit: Visit, request: Request) -> Sheet:
    """Return what the address asks for; a day that has not begun is as unknown as one before the first."""
    board = board_named(request.path_params["board"])
    day = _day(request.path_params["day"])
    page = request.query_params.get("page", "1")
    today = day_of(now_ms(), visit.site.settings.time_zone)
    known = await visit.site.database.read(daily_games.first_day)
    first = min(today, date.fromisoformat(known)) if known else today
    if board is None or day is None or not first <= day <= today:
        raise HTTPException(404)
    if not (page.isascii() and page.isdigit() and len(page) <= _MOST_DIGITS and int(page) > 0):
        raise HTTPException(404)
    return Sheet(day, first, today, board, int(page))


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def _view(visit: Visit, sheet: Sheet, total: int, lines: list[Line], own: Line | None) -> LeaderboardView:
    words, rules = visit.words, sheet.board.rules
    is_open = is_public(visit, sheet.day)
    rows = [_row(line, sheet.board, visit, is_open=is_open) for line in lines]
    is_today = sheet.day == sheet.today
    return LeaderboardView(
        day=sheet.day,
        board=full_title(rules, words),
        score_head=words.gettext("Balance") if rules.scoring == "vegas" else words.gettext("Score"),
        count=words.ngettext("%(num)s finished game", "%(num)s finished games", total),
        tabs=[_tab(board, sheet, words) for board in BOARDS],
        rows=rows,
        own=_row(own, sheet.board, visit, is_open=is_open) if own and not any(row.is_own for row in rows) else None,
        empty=words.gettext("Nobody has finished this board yet. It waits for you!")
        if is_today
        else words.gettext("Nobody finished this board on that day."),
        better=_page(sheet, sheet.page - 1, words.gettext("Better ranks")) if sheet.page > 1 else None,
        further=_page(sheet, sheet.page + 1, words.gettext("Further ranks")) if total > sheet.page * LINES else None,
        earlier=_other_day(sheet, -1, words),
        later=_other_day(sheet, 1, words),
        invitation=_invitation(sheet, own, words),
        live="" if is_open else f"{board_path(sheet.day, sheet.board.key)}/live",
    )


def _row(line: Line, board: Board, visit: Visit, *, is_open: bool) -> RowView:
    words, is_vegas = visit.words, board.rules.scoring == "vegas"
    return RowView(
        words.number(line.rank),
        shown_name(line.name, line.player_id, words),
        balance(line.score, words) if is_vegas else words.number(line.score),
        words.duration(line.clock_ms),
        words.number(line.moves),
        won=line.won or is_vegas,
        is_own=line.player_id == visit.player_id,
        replay=f"/game/{line.game_id}/replay?step=0" if is_open else "",
    )


def _tab(board: Board, sheet: Sheet, words: Translator) -> TabView:
    rules = board.rules
    path = board_path(sheet.day, board.key)
    return TabView(path, table_title(rules, words), short_draw_title(rules, words), board == sheet.board)


def _page(sheet: Sheet, page: int, title: str) -> LinkView:
    path = board_path(sheet.day, sheet.board.key)
    return LinkView(path if page == 1 else f"{path}?page={page}", title)


def _other_day(sheet: Sheet, step: int, words: Translator) -> LinkView | None:
    day = sheet.day + timedelta(days=step)
    if not sheet.first <= day <= sheet.today:
        return None
    return LinkView(board_path(day, sheet.board.key), words.date(day, "medium"))


def _invitation(sheet: Sheet, own: Line | None, words: Translator) -> InvitationView | None:
    if own is not None and own.name is None:
        text = words.gettext("You stand here as “%(name)s”.", name=shown_name(None, own.player_id, words))
        path = f"/name?next={board_path(sheet.day, sheet.board.key)}"
        return InvitationView(text, path, words.gettext("Choose a name"))
    if own is None and sheet.day == sheet.today:
        return InvitationView(
            words.gettext("You are not on this board yet."), "/daily", words.gettext("Play the daily deal")
        )
    return None


routes = [Route("/leaderboard", show_today), Route("/leaderboard/{day}/{board}", show)]
