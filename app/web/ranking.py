"""What all leaderboards have in common: lines with the visitor's own always in sight, tabs, pages of fifty lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.i18n import Translator
from app.web.names import shown_name
from app.web.site import Visit

LINES: Final = 50

#: Where the three kinds of leaderboards begin.
DAILY: Final = "/leaderboard"
POINTS: Final = "/leaderboard/points"
CASTLES: Final = "/leaderboard/castles"


@dataclass(frozen=True, slots=True)
class LineView:
    """A line with one text for each column after the name; ``notes`` stand under the name.

    ``replay`` is where the game can be watched, empty while that is a secret or there is none.
    """

    rank: str
    name: str
    cells: tuple[str, ...]
    is_own: bool
    notes: tuple[str, ...] = ()
    replay: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """The lines of a page; ``own`` is the visitor's if it is not among them. ``heads`` name the columns after names."""

    label: str
    caption: str
    heads: tuple[str, ...]
    rows: list[LineView]
    own: LineView | None


@dataclass(frozen=True, slots=True)
class TabView:
    """A way to another board; ``is_current`` that it leads here."""

    path: str
    title: str
    is_current: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LinkView:
    """A way to another day or page."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class InvitationView:
    """What the visitor could do next."""

    text: str
    path: str
    action: str


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """What leaderboard.html shows; ``head`` is the title of the page in the browser, ``empty`` stands for no lines.

    ``live`` is the address that tells of changes, empty where the page looks by itself, ``None`` for what is final.
    """

    head: str
    title: str
    kinds: list[TabView]
    tabs_label: str
    tabs: list[TabView]
    table: TableView
    empty: str
    live: str | None
    better: LinkView | None
    further: LinkView | None
    earlier: LinkView | None = None
    later: LinkView | None = None
    note: str = ""
    invitation: InvitationView | None = None


def kinds(current: str, words: Translator) -> list[TabView]:
    """Return the ways to the three kinds of leaderboards."""
    titles = (
        (DAILY, words.gettext("Daily deal")),
        (POINTS, words.gettext("Points")),
        (CASTLES, words.gettext("The castles")),
    )
    return [TabView(path, title, path == current) for path, title in titles]


def table(label: str, caption: str, heads: Sequence[str], rows: list[LineView], own: LineView | None) -> TableView:
    """Return the table of a page; ``own`` is left out where it is among ``rows``."""
    return TableView(label, caption, tuple(heads), rows, None if any(row.is_own for row in rows) else own)


def page_number(request: Request) -> int:
    """Return the page that is asked for, 1 the first; raises HTTPException 404 for what is no such number."""
    text = request.query_params.get("page", "1")
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise HTTPException(404)
    return int(text)


def pages(path: str, page: int, total: int, words: Translator) -> tuple[LinkView | None, LinkView | None]:
    """Return the ways to better and to further ranks."""
    before = path if page == 2 else f"{path}?page={page - 1}"
    better = LinkView(before, words.gettext("Better ranks")) if page > 1 else None
    further = LinkView(f"{path}?page={page + 1}", words.gettext("Further ranks")) if total > page * LINES else None
    return better, further


def name_invitation(visit: Visit, path: str) -> InvitationView:
    """Ask a player who stands on a board by a number for a name, and come back to ``path``."""
    words = visit.words
    text = words.gettext("You stand here as “%(name)s”.", name=shown_name(None, visit.player_id or "", words))
    return InvitationView(text, f"/name?next={path}", words.gettext("Choose a name"))
