"""Deals by their code: a page to play one by any rules, and who has played it, to challenge friends with."""

from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.deal import parse_code
from app.game.errors import InvalidDealError, InvalidRulesError
from app.game.rules import RuleSet, rule_set
from app.store import ready_deals, shared_deals
from app.store.shared_deals import Played
from app.web.addresses import absolute
from app.web.difficulty import difficulty_text
from app.web.names import shown_name
from app.web.new_game import GroupView, group_views
from app.web.options import OptionView, option_views
from app.web.ranking import LineView, TableView, table
from app.web.site import Visit, visit_of
from app.web.titles import balance, full_title


@dataclass(frozen=True, slots=True)
class DealView:
    """What deal.html shows; ``link`` is the address to send to a friend."""

    code: str
    link: str
    groups: list[GroupView]
    options: list[OptionView]


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """What challenge.html shows: who has played a deal by the rules that ``rules`` names."""

    code: str
    rules: str
    title: str
    link: str
    table: TableView
    has_played: bool
    difficulty: str


async def show(request: Request) -> Response:
    """Answer the page of a deal: all tables to play it at."""
    visit = visit_of(request)
    code = _code(request)
    options = [option for option in option_views(visit.options, visit.words) if option.name != "winnable"]
    link = absolute(visit, request, f"/deal/{code}")
    return visit.html("deal.html", {"page": DealView(code, link, group_views(visit.words), options)})


async def compare(request: Request) -> Response:
    """Answer who has played the deal by one rule set, each player's first game."""
    visit = visit_of(request)
    code, rules = _code(request), _rules(request)
    lines = await visit.site.database.read(shared_deals.played, code, rules.key)
    level = await visit.site.database.read(ready_deals.known_difficulty, code, rules.key)
    words = visit.words
    rows = [_row(line, rules, visit) for line in lines]
    title = full_title(rules, words)
    score = words.gettext("Balance") if rules.scoring == "vegas" else words.gettext("Score")
    view = ChallengeView(
        code=code,
        rules=rules.key,
        title=title,
        link=absolute(visit, request, f"/deal/{code}/{rules.key}"),
        table=table(title, "", (score, words.gettext("Time"), words.gettext("Moves")), rows, None),
        has_played=any(row.is_own for row in rows),
        difficulty=await difficulty_text(visit, rules.key, level, lines) if level is not None else "",
    )
    return visit.html("challenge.html", {"page": view})


def _code(request: Request) -> str:
    """Return the deal code of the address as it is written everywhere; anything else is not found."""
    try:
        return parse_code(request.path_params["code"])
    except InvalidDealError:
        raise HTTPException(404) from None


def _rules(request: Request) -> RuleSet:
    try:
        rules = rule_set(request.path_params["rules"])
    except InvalidRulesError:
        raise HTTPException(404) from None
    if rules.ranked:
        raise HTTPException(404)
    return rules


def _row(line: Played, rules: RuleSet, visit: Visit) -> LineView:
    words = visit.words
    notes = (words.gettext("by program") if line.by_program else "", "" if line.won else words.gettext("not won"))
    return LineView(
        words.number(line.rank),
        shown_name(line.name, line.player_id, words),
        (
            balance(line.score, words) if rules.scoring == "vegas" else words.number(line.score),
            words.duration(line.clock_ms) if rules.timed else "–",
            words.number(line.moves),
        ),
        is_own=line.player_id == visit.player_id,
        notes=tuple(note for note in notes if note),
    )


routes = [Route("/deal/{code}", show), Route("/deal/{code}/{rules}", compare)]
