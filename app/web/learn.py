"""Learning by playing: a first game, with a word on the present step at its table. A cookie says which game it is."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import games
from app.store.rows import load
from app.web.games import new_id
from app.web.lessons import CODE, RULES, STEPS
from app.web.site import Visit, now_ms, visit_of


@dataclass(frozen=True, slots=True)
class LearnView:
    """What learn.html shows: the names of the steps, and the lesson's game where one is under way."""

    steps: list[str]
    game_id: str


async def show(request: Request) -> Response:
    """Answer the page that says what the first game teaches."""
    visit = visit_of(request)
    view = LearnView([visit.words.gettext(step.name) for step in STEPS], await _game_under_way(visit))
    return visit.html("learn.html", {"page": view, "here": "/learn"})


async def _game_under_way(visit: Visit) -> str:
    if not visit.lesson or visit.player_id is None:
        return ""
    row = await visit.site.database.read(load, visit.lesson, visit.player_id)
    return row.id if row is not None and row.status == "playing" else ""


async def begin(request: Request) -> Response:
    """Deal the lesson's game; what else is under way stays so."""
    visit = visit_of(request)
    player_id = visit.player_id or new_id()
    new = games.NewGame(new_id(), player_id, rule_set(RULES), deal_from_code(CODE), code=CODE)
    await visit.site.database.write(games.create, new, now_ms())
    return _with_lesson(visit, visit.redirect(f"/game/{new.id}", player_id), new.id)


async def stop(request: Request) -> Response:
    """End the lesson; its game goes on as any other."""
    visit = visit_of(request)
    game_id = await _game_under_way(visit)
    return _with_lesson(visit, visit.redirect(f"/game/{game_id}" if game_id else "/"), "")


def _with_lesson(visit: Visit, response: Response, game_id: str) -> Response:
    response.headers.append("set-cookie", visit.site.cookies.set_lesson(game_id, secure=visit.secure))
    return response


routes = [
    Route("/learn", show, methods=["GET"]),
    Route("/learn", begin, methods=["POST"]),
    Route("/learn/stop", stop, methods=["POST"]),
]
