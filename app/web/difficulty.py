"""How hard a deal is: the solver's effort says it, and what became of it here corrects it (docs/difficulty.md)."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from app.i18n import Translator
from app.store import shared_deals, win_counts
from app.store.shared_deals import Played
from app.store.win_counts import Rate
from app.web.gamepage import own_game
from app.web.options import GRADES
from app.web.site import Site, Visit, visit_of

#: So many players must have ended a deal, not counting programs, before it is graded by how they fared.
ENOUGH_PLAYERS: Final = 10
#: So many games with deals of one difficulty must have ended before their rate is told.
ENOUGH_TO_TELL: Final = 20
#: So many, of each difficulty, before the rates say which of them is the gentlest.
ENOUGH_TO_SORT: Final = 100

_NOTHING: Final = Rate(0, 0)


def gentlest_first(rates: Sequence[Rate]) -> list[int]:
    """Return the solver's difficulties in the order of the games won here, as soon as enough were played of each."""
    order = list(range(len(rates)))
    if min(rate.games for rate in rates) < ENOUGH_TO_SORT:
        return order
    return sorted(order, key=lambda level: -rates[level].won / rates[level].games)


def grade(level: int, rates: Sequence[Rate], deal: Rate = _NOTHING) -> int:
    """Return the place in :data:`app.web.options.GRADES` of a deal that the solver finds ``level`` hard.

    A deal that enough players have ended moves towards how they fared, by one step at most: won by two of three it
    is gentle, by fewer than one of three hard.
    """
    place = gentlest_first(rates).index(level)
    if deal.games < ENOUGH_PLAYERS:
        return place
    real = 0 if 3 * deal.won >= 2 * deal.games else 1 if 3 * deal.won >= deal.games else 2
    return max(place - 1, min(real, place + 1))


def rate_of(lines: Sequence[Played]) -> Rate:
    """Return how the people among those who have ended a deal fared."""
    people = [line for line in lines if not line.by_program]
    return Rate(len(people), sum(line.won for line in people))


async def difficulty_text(visit: Visit, rules: str, level: int, lines: Sequence[Played]) -> str:
    """Return "medium – 61 % of such games were won here", without the second half where too few were played."""
    rates = await visit.site.database.read(win_counts.by_difficulty, rules)
    words, deal = visit.words, rate_of(lines)
    name = words.gettext(GRADES[grade(level, rates, deal)])
    if deal.games >= ENOUGH_PLAYERS:
        return words.gettext("%(grade)s – won here by %(share)s of its players", grade=name, share=_share(deal, words))
    if rates[level].games >= ENOUGH_TO_TELL:
        share = _share(rates[level], words)
        return words.gettext("%(grade)s – %(share)s of such games were won here", grade=name, share=share)
    return name


async def grade_notes(site: Site, words: Translator) -> list[str]:
    """Return for each of the grades how many such games were won here, over all tables; empty where too few were."""
    rates = await site.database.read(win_counts.by_difficulty)
    in_order = [rates[level] for level in gentlest_first(rates)]
    return [
        words.gettext("%(share)s won here", share=_share(rate, words)) if rate.games >= ENOUGH_TO_TELL else ""
        for rate in in_order
    ]


def _share(rate: Rate, words: Translator) -> str:
    return words.percent(rate.won, rate.games)


async def show(request: Request) -> Response:
    """Answer with a line on how hard an ended game's deal is; nothing where that is not known."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    if row.status == "playing" or row.difficulty is None:
        return Response(status_code=204)
    lines = await visit.site.database.read(shared_deals.played, row.code, row.rules) if row.code else []
    text = await difficulty_text(visit, row.rules, row.difficulty, lines)
    template = visit.site.environments[visit.language].get_template("partials/difficulty.html")
    return HTMLResponse(template.render(difficulty=text), 200, {"cache-control": "no-store"})


routes = [Route("/game/{game_id}/difficulty", show)]
