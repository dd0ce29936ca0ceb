"""Deals that a player brings along: read in many forms, looked at, asked about, played."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.deal import Deal
from app.game.errors import InvalidDealError, InvalidRulesError
from app.game.foreign import read_deal
from app.game.position import deal_position
from app.game.rules import RULE_SETS, RuleSet, rule_set
from app.i18n import N_, Translator
from app.jobs.hinting import verdict
from app.jobs.turns import TooManyOrdersError
from app.solver.solving import Answer
from app.web.deal_errors import deal_trouble
from app.web.forms import form_fields
from app.web.middleware_proxies import client_of
from app.web.new_game import GROUPS
from app.web.order import order_strip
from app.web.piles import PileMaker
from app.web.site import Visit, visit_of
from app.web.titles import full_title, table_title

_FIRST_RULES: Final = "standard-1"
#: A deal is looked at as a whole: nobody is spoiled who brought it along.
_SHOWN_AS: Final = rule_set("open-1")
VERDICTS: Final = {
    "winnable": N_("The solver has found a win for these rules."),
    "unwinnable": N_("The solver has proven that these rules leave no way to win it."),
    "unknown": N_("The solver cannot tell: it would have had to search too long."),
    "busy": N_("The solver has too much to do just now. Ask it again in a few seconds."),
}

#: What the solver said, "busy" where so much was asked that it did not get to it, or "" where it was not asked.
Told = Answer | Literal["", "busy"]


class Choice(NamedTuple):
    """A rule set to choose."""

    key: str
    title: str
    is_chosen: bool


class ChoiceGroup(NamedTuple):
    """Rule sets under the name of their table."""

    title: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class TableView:
    """A deal laid out, every card open: ``deal`` is its text, ``answer`` the solver's, "" where it was not asked."""

    deal: str
    rules: str
    rules_title: str
    piles: Markup
    order: Markup
    answer: Told
    answer_text: str


@dataclass(frozen=True, slots=True)
class CustomView:
    """What custom.html shows; ``typed`` stays as it came, ``error`` says what is wrong with it and where."""

    typed: str
    groups: list[ChoiceGroup]
    error: str
    table: TableView | None


async def show(request: Request) -> Response:
    """Answer the empty page."""
    visit = visit_of(request)
    return _page(visit, "", rule_set(_FIRST_RULES))


async def look(request: Request) -> Response:
    """Read what was typed and show it as a table; with ``do=solve`` ask the solver about it."""
    visit = visit_of(request)
    fields = await form_fields(request)
    typed, rules = fields.get("deal", ""), _rules_of(fields.get("rules", ""))
    try:
        deal = read_deal(typed)
    except InvalidDealError as error:
        return _page(visit, typed, rules, fields, error=deal_trouble(error, typed, visit.words), status=422)
    answer: Told = ""
    if fields.get("do") == "solve":
        client = client_of(request.scope)
        try:
            answer = await visit.site.solver.run_to_order(client, verdict, deal_position(deal, rules).text, rules.key)
        except TooManyOrdersError:
            return _page(visit, typed, rules, fields, table=_table(visit, deal, rules, "busy"), status=429)
    return _page(visit, typed, rules, fields, table=_table(visit, deal, rules, answer))


def _rules_of(key: str) -> RuleSet:
    """Return the rules chosen; raises InvalidRulesError for those that the page does not offer."""
    if key not in RULE_SETS or RULE_SETS[key].ranked:
        raise InvalidRulesError("unknown_rules", key)
    return rule_set(key)


def _table(visit: Visit, deal: Deal, rules: RuleSet, answer: Told) -> TableView:
    position = deal_position(deal, _SHOWN_AS)
    return TableView(
        deal=deal.text,
        rules=rules.key,
        rules_title=full_title(rules, visit.words),
        piles=PileMaker(position, _SHOWN_AS, visit.language, visit.site.icons, is_playing=False).piles(),
        order=order_strip(position, _SHOWN_AS, visit.language),
        answer=answer,
        answer_text=visit.words.gettext(VERDICTS[answer]) if answer else "",
    )


def _page(
    visit: Visit,
    typed: str,
    rules: RuleSet,
    fields: dict[str, str] | None = None,
    error: str = "",
    table: TableView | None = None,
    status: int = 200,
) -> Response:
    view: dict[str, object] = {"page": CustomView(typed, _groups(rules, visit.words), error, table)}
    if fields is not None:
        view["again"] = {"deal": typed, "rules": rules.key, "do": fields.get("do", "look")}
    return visit.html("custom.html", view, status)


def _groups(chosen: RuleSet, words: Translator) -> list[ChoiceGroup]:
    return [
        ChoiceGroup(
            table_title(RULE_SETS[group.keys[0]], words),
            [Choice(key, full_title(RULE_SETS[key], words), key == chosen.key) for key in group.keys],
        )
        for group in GROUPS
    ]


routes = [Route("/custom", show, methods=["GET"]), Route("/custom", look, methods=["POST"])]
