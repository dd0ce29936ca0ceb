"""The solver's word on a game that is not ranked: the next move of a proven win, and whether there is one (R8.4, R9.2).

Never on a daily's deal: whoever plays it as practice would learn what helps in the game that counts.
"""

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from app.game.rules import rule_set
from app.i18n import N_, Translator
from app.jobs.hinting import Advice, advice, verdict
from app.store import games
from app.store.rows import GameRow, state_of
from app.web.gamepage import own_game
from app.web.hints import charge, describe, marks
from app.web.site import Visit, visit_of
from app.web.table import NOTHING_SAID, Said, may_ask_solver

VERDICTS = {
    "winnable": N_("Can still be won"),
    "unwinnable": N_("Cannot be won any more"),
    "unknown": N_("Cannot tell whether it can be won"),
}

#: Verdicts are facts about positions: the newest few are kept, for a page that asks again.
_KEPT = 512


async def ask(request: Request) -> Response:
    """Take note that help was asked for, at a hint's price, and show the answer on the game's page."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    if not may_ask_solver(row):
        raise HTTPException(422)
    await charge(visit, row)
    return visit.redirect(f"/game/{row.id}?advice")


async def advice_for(visit: Visit, row: GameRow) -> Said:
    """Return what the solver says of the game as it stands."""
    record = await visit.site.database.read(games.record, row)
    if not record.entries or record.entries[-1].text != "hint":
        return NOTHING_SAID  # nobody asked for it, or a move was made since: only what is on record is answered
    told = await visit.site.solver.run(advice, record.text)
    words = visit.words
    position = state_of(row).position
    if told.move is not None:
        text = words.gettext("From the solver: %(what)s", what=describe(position, told.move, visit.language))
        marked = marks(position, told.move)
        return Said(note=text, hint=marked, focus=marked[0])
    return Said(note=_bad_news(told, words), focus="note")


def _bad_news(told: Advice, words: Translator) -> str:
    if told.answer == "unknown":
        return words.gettext("The solver cannot tell whether this can still be won.")
    if told.back is None:
        return words.gettext("This deal cannot be won, however it is played.")
    return words.ngettext(
        "This cannot be won any more. Take back %(num)s move and it can.",
        "This cannot be won any more. Take back %(num)s moves and it can.",
        told.back,
    )


class Verdicts:
    """Answers whether positions can be won, each worked out once."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], str] = {}

    async def of(self, visit: Visit, row: GameRow) -> str:
        key = (row.position, row.rules)
        if key not in self.known:
            if len(self.known) >= _KEPT:
                self.known.pop(next(iter(self.known)))
            self.known[key] = await visit.site.solver.run(verdict, *key)
        return self.known[key]


_VERDICTS = Verdicts()


async def show_verdict(request: Request) -> Response:
    """Answer with a mark that says whether the game can still be won; nothing where that may not be said."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    if not may_ask_solver(row) or rule_set(row.rules).hint_cost:
        return Response(status_code=204)
    answer = await _VERDICTS.of(visit, row)
    text = escape(visit.words.gettext(VERDICTS[answer]))
    mark = f'<span class="verdict" data-verdict="{answer}">{text}</span>'
    return HTMLResponse(mark, headers={"cache-control": "no-store"})


routes = [
    Route("/game/{game_id}/advice", ask, methods=["POST"]),
    Route("/game/{game_id}/verdict", show_verdict),
]
