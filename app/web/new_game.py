"""Every table that is not a daily one, to deal a new game at, and the options of it (R3, R3.1)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.rules import RULE_SETS, RuleSet
from app.i18n import N_, Translator
from app.web.difficulty import grade_notes
from app.web.options import grade_views, option_views
from app.web.site import visit_of
from app.web.titles import crowns_title, draw_title, level_title, passes_title, table_title


class Group(NamedTuple):
    """Tables that stand together on the page, with a sentence on them."""

    table: str
    text: str
    keys: tuple[str, ...]


GROUPS: Final = (
    Group(
        "standard",
        N_("The classic. Points for each card that gets on, a bonus for speed. The limited tables allow fewer passes."),
        ("standard-1", "standard-3", "standard-1-limited", "standard-3-limited"),
    ),
    Group("vegas", N_("You pay 52 and win 5 back for each card that is put up."), ("vegas-1", "vegas-3")),
    Group(
        "open",
        N_("All cards lie open, and so does the order of the stock. A game for planners, with Standard’s points."),
        ("open-1", "open-3"),
    ),
    Group(
        "free-castle",
        N_("A level of the castles without its clock: crowns are your redeals. Undo costs 5 points, a hint 10."),
        tuple(f"free-castle-{level}" for level in range(1, 6)),
    ),
)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table that a new game can be dealt at: ``rules`` is what the button sends, ``draw`` 0 draws no cards on it."""

    rules: str
    table: str
    drawing: str
    draw: int
    passes: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """A heading, a sentence, the tables under it and where their rules are told."""

    title: str
    text: str
    tables: list[TableView]
    rules: str


def group_views(words: Translator) -> list[GroupView]:
    """Return all tables as the pages offer them."""
    return [
        GroupView(
            table_title(RULE_SETS[group.keys[0]], words),
            words.gettext(group.text),
            [table_view(RULE_SETS[key], words) for key in group.keys],
            f"/rules/{group.table}",
        )
        for group in GROUPS
    ]


def table_view(rules: RuleSet, words: Translator) -> TableView:
    """Return a table as a button shows it."""
    passes = passes_title(rules, words)
    if rules.level:
        return TableView(rules.key, level_title(rules, words), crowns_title(rules.crowns, words), 0, passes)
    return TableView(rules.key, table_title(rules, words), draw_title(rules, words), rules.draw, passes)


async def show(request: Request) -> Response:
    """Answer the page of all tables."""
    visit = visit_of(request)
    view = {"groups": group_views(visit.words), "options": option_views(visit.options, visit.words)}
    view["grades"] = grade_views(visit.options, await grade_notes(visit.site, visit.words), visit.words)
    return visit.html("new.html", view)


routes = [Route("/new", show)]
