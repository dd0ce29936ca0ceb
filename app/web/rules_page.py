"""The rules: prose in each language, not translated sentence by sentence; and a page with pictures for each table."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.rules import RULE_SETS, RuleSet
from app.i18n import N_, Translator
from app.web.pictures import PictureView, shown
from app.web.site import Visit, visit_of
from app.web.titles import crowns_title, draw_title, level_title, passes_title

#: The pictures of the page that is about all tables.
FIRST: Final = ("dealt", "run", "up", "king")


class Chapter(NamedTuple):
    """A table with a page of its own. ``anchor`` is where the rules say all its numbers, ``way`` where it is played."""

    name: str
    title: str
    text: str
    keys: tuple[str, ...]
    pictures: tuple[str, ...]
    anchor: str
    way: str


_LEVELS: Final = range(1, 6)
CHAPTERS: Final = (
    Chapter(
        "standard",
        N_("Standard"),
        N_("The classic. Points for each card that gets on, a bonus for speed. The limited tables allow fewer passes."),
        ("standard-1", "standard-3", "standard-1-limited", "standard-3-limited"),
        ("redeal", "auto", "finish"),
        "standard",
        "/new",
    ),
    Chapter(
        "vegas",
        N_("Vegas"),
        N_("You pay 52 and win 5 back for each card that is put up."),
        ("vegas-1", "vegas-3"),
        ("eleven", "spent"),
        "vegas",
        "/new",
    ),
    Chapter(
        "open",
        N_("Open Klondike"),
        N_("All cards lie open, and so does the order of the stock. A game for planners, with Standard’s points."),
        ("open-1", "open-3"),
        ("open",),
        "tables",
        "/new",
    ),
    Chapter(
        "castles",
        N_("Castles"),
        N_("Five levels against the clock. Each one that you win builds on your castle."),
        tuple(f"castle-{level}" for level in _LEVELS),
        ("crown", "cleared", "won"),
        "castles",
        "/castles",
    ),
    Chapter(
        "free-castle",
        N_("Free castle"),
        N_("A level of the castles without its clock: crowns are your redeals. Undo costs 5 points, a hint 10."),
        tuple(f"free-castle-{level}" for level in _LEVELS),
        ("crown", "won"),
        "castles",
        "/new",
    ),
    Chapter(
        "daily",
        N_("Daily deal"),
        N_("One deal a day, the same for everyone, on four boards. The first game that you start on a board counts."),
        ("daily-standard-1", "daily-standard-3", "daily-vegas-1", "daily-vegas-3"),
        ("dealt", "eleven"),
        "daily",
        "/daily",
    ),
)


class RowView(NamedTuple):
    """What a rule set allows, in words."""

    title: str
    passes: str
    clock: str
    undo: str
    hint: str


class LinkView(NamedTuple):
    """A way to a table's page; ``is_current`` that it leads here."""

    path: str
    title: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ChapterView:
    """What rules/table.html shows."""

    title: str
    text: str
    rows: list[RowView]
    pictures: list[PictureView]
    anchor: str
    way: str
    links: list[LinkView]


async def show(request: Request) -> Response:
    """Answer the page in the visitor's language."""
    visit = visit_of(request)
    view = {"pictures": shown(FIRST, visit.language, visit.site.icons), "links": _links(visit.words)}
    return visit.html(f"rules/{visit.language}.html", view)


async def show_table(request: Request) -> Response:
    """Answer the page of one table."""
    visit = visit_of(request)
    chapter = next((each for each in CHAPTERS if each.name == request.path_params["table"]), None)
    if chapter is None:
        raise HTTPException(404)
    return visit.html("rules/table.html", {"page": _view(visit, chapter)})


def _view(visit: Visit, chapter: Chapter) -> ChapterView:
    words = visit.words
    return ChapterView(
        title=words.gettext(chapter.title),
        text=words.gettext(chapter.text),
        rows=[_row(RULE_SETS[key], words) for key in chapter.keys],
        pictures=shown(chapter.pictures, visit.language, visit.site.icons),
        anchor=chapter.anchor,
        way=chapter.way,
        links=_links(words, chapter),
    )


def _links(words: Translator, here: Chapter | None = None) -> list[LinkView]:
    return [LinkView(f"/rules/{each.name}", words.gettext(each.title), each is here) for each in CHAPTERS]


def _row(rules: RuleSet, words: Translator) -> RowView:
    title = level_title(rules, words) if rules.level else draw_title(rules, words)
    passes = passes_title(rules, words)
    if rules.table == "daily":
        title = f"{words.gettext('Vegas') if rules.scoring == 'vegas' else words.gettext('Standard')}: {title}"
    if rules.level:
        passes = f"{crowns_title(rules.crowns, words)}, {passes}"
    return RowView(title, passes, _clock(rules, words), _price(rules.undo_cost, words), _price(rules.hint_cost, words))


def _clock(rules: RuleSet, words: Translator) -> str:
    if rules.seconds is not None:
        return words.ngettext("%(num)s second", "%(num)s seconds", rules.seconds)
    return words.gettext("yes") if rules.timed else words.gettext("no")


def _price(cost: int | None, words: Translator) -> str:
    if cost is None:
        return words.gettext("no")
    return words.number(-cost) if cost else words.gettext("free")


routes = [Route("/rules", show), Route("/rules/{table}", show_table)]
