"""The leaderboards of the castles: of all time, of this month, of this week."""

from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import N_
from app.store import castle_boards
from app.store.castle_boards import CastleLine
from app.store.castle_runs import LEVELS, periods
from app.web import ranking
from app.web.names import shown_name
from app.web.ranking import CASTLES, LINES, InvitationView, LeaderboardView, LineView, TabView
from app.web.site import Visit, now_ms, visit_of


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


async def show(request: Request) -> Response:
    """Answer one page of a board."""
    visit = visit_of(request)
    kind, page = request.path_params.get("kind", "all"), ranking.page_number(request)
    span = next((span for span in SPANS if span.kind == kind), None)
    if span is None:
        raise HTTPException(404)
    period = periods(day_of(now_ms(), visit.site.settings.time_zone))._asdict()[span.kind]
    total, lines, own = await visit.site.database.read_all(
        (castle_boards.size, period),
        (castle_boards.page, period, LINES, (page - 1) * LINES),
        (castle_boards.own_rank, period, visit.player_id or ""),
    )
    if not lines and page > 1:
        raise HTTPException(404)
    return visit.html("leaderboard.html", {"page": _view(visit, span, page, total, lines, own)})


def _view(
    visit: Visit, span: Span, page: int, total: int, lines: list[CastleLine], own: CastleLine | None
) -> LeaderboardView:
    words = visit.words
    title, count = words.gettext(span.title), words.ngettext("%(num)s player", "%(num)s players", total)
    castles = words.gettext("The castles")
    better, further = ranking.pages(_path(span), page, total, words)
    return LeaderboardView(
        head=f"{words.gettext('Leaderboard')}: {castles}, {title}",
        title=castles,
        kinds=ranking.kinds(CASTLES, words),
        tabs_label=words.gettext("Boards of the castles"),
        tabs=[TabView(_path(each), words.gettext(each.title), each == span) for each in SPANS],
        table=ranking.table(
            title,
            f"{title} · {count}",
            (words.gettext("Score"), words.gettext("Level"), words.gettext("Time")),
            [_row(line, visit) for line in lines],
            _row(own, visit) if own else None,
        ),
        empty=words.gettext(span.empty),
        live="",
        better=better,
        further=further,
        invitation=_invitation(visit, span, own),
    )


def _path(span: Span) -> str:
    return CASTLES if span.kind == "all" else f"{CASTLES}/{span.kind}"


def _row(line: CastleLine, visit: Visit) -> LineView:
    words = visit.words
    return LineView(
        words.number(line.rank),
        shown_name(line.name, line.player_id, words),
        (words.number(line.points), f"{line.done}/{LEVELS}", words.duration(line.clock_ms)),
        is_own=line.player_id == visit.player_id,
    )


def _invitation(visit: Visit, span: Span, own: CastleLine | None) -> InvitationView:
    words = visit.words
    if own is not None and own.name is None:
        return ranking.name_invitation(visit, _path(span))
    text = words.gettext("Each player’s best run counts.") if own else words.gettext("You are not on this board yet.")
    return InvitationView(text, "/castles", words.gettext("To the castles"))


routes = [Route(CASTLES, show), Route(CASTLES + "/{kind}", show)]
