"""The leaderboards of the castles: of all time, of this month, of this week."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import N_, Translator
from app.store import castle_boards
from app.store.castle_boards import CastleLine
from app.store.castle_runs import LEVELS, periods
from app.web.boards import LINES, InvitationView, LinkView
from app.web.names import shown_name
from app.web.site import Visit, now_ms, visit_of

PATH: Final = "/leaderboard/castles"
_MOST_DIGITS: Final = 7


class Span(NamedTuple):
    """One of the three boards: its name in addresses, its title, and what stands where it is empty."""

    kind: str
    title: str
    empty: str


SPANS: Final = (
    Span("all", N_("All time"), N_("Nobody has been in the castles yet. They wait for you!")),
    Span("month", N_("This month"), N_("Nobody has been in the castles this month. They wait for you!")),
    Span("week", N_("This week"), N_("Nobody has been in the castles this week. They wait for you!")),
)


@dataclass(frozen=True, slots=True)
class TabView:
    """A way to another of the boards; ``is_current`` that it leads here."""

    path: str
    title: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A player's best run; ``levels`` tells how many of them were done."""

    rank: str
    name: str
    score: str
    levels: str
    time: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """What castle_leaderboard.html shows. ``own`` is the visitor's line where it is not among ``rows``."""

    title: str
    count: str
    tabs: list[TabView]
    rows: list[RowView]
    own: RowView | None
    empty: str
    better: LinkView | None
    further: LinkView | None
    invitation: InvitationView


async def show(request: Request) -> Response:
    """Answer one page of a board."""
    visit = visit_of(request)
    kind = request.path_params.get("kind", "all")
    span = next((span for span in SPANS if span.kind == kind), None)
    number = request.query_params.get("page", "1")
    if span is None or not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS and int(number) > 0):
        raise HTTPException(404)
    page, read = int(number), visit.site.database.read
    period = periods(day_of(now_ms(), visit.site.settings.time_zone))._asdict()[span.kind]
    total = await read(castle_boards.size, period)
    lines = await read(castle_boards.page, period, LINES, (page - 1) * LINES)
    own = await read(castle_boards.own_rank, period, visit.player_id) if visit.player_id else None
    if not lines and page > 1:
        raise HTTPException(404)
    return visit.html("castle_leaderboard.html", {"page": _view(visit, span, page, total, lines, own)})


def _view(
    visit: Visit, span: Span, page: int, total: int, lines: list[CastleLine], own: CastleLine | None
) -> BoardView:
    words = visit.words
    rows = [_row(line, visit) for line in lines]
    better, further = words.gettext("Better ranks"), words.gettext("Further ranks")
    return BoardView(
        title=words.gettext(span.title),
        count=words.ngettext("%(num)s player", "%(num)s players", total),
        tabs=[TabView(_path(each), words.gettext(each.title), each == span) for each in SPANS],
        rows=rows,
        own=_row(own, visit) if own and not any(row.is_own for row in rows) else None,
        empty=words.gettext(span.empty),
        better=LinkView(_path(span, page - 1), better) if page > 1 else None,
        further=LinkView(_path(span, page + 1), further) if total > page * LINES else None,
        invitation=_invitation(own, words),
    )


def _path(span: Span, page: int = 1) -> str:
    path = PATH if span.kind == "all" else f"{PATH}/{span.kind}"
    return path if page == 1 else f"{path}?page={page}"


def _row(line: CastleLine, visit: Visit) -> RowView:
    words = visit.words
    return RowView(
        words.number(line.rank),
        shown_name(line.name, line.player_id, words),
        words.number(line.points),
        f"{line.done}/{LEVELS}",
        words.duration(line.clock_ms),
        is_own=line.player_id == visit.player_id,
    )


def _invitation(own: CastleLine | None, words: Translator) -> InvitationView:
    if own is not None and own.name is None:
        text = words.gettext("You stand here as “%(name)s”.", name=shown_name(None, own.player_id, words))
        return InvitationView(text, f"/name?next={PATH}", words.gettext("Choose a name"))
    text = words.gettext("Each player’s best run counts.") if own else words.gettext("You are not on this board yet.")
    return InvitationView(text, "/castles", words.gettext("To the castles"))


routes = [Route(PATH, show), Route(PATH + "/{kind}", show)]
