"""New games and what is done to one besides moving cards: leaving, giving up, pausing."""

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.deal import Deal
from app.game.rules import rule_set
from app.store import games
from app.store.dealing import deal as deal_anew
from app.web import dealing
from app.web.assists import advice_for
from app.web.forms import form_fields
from app.web.gamepage import choice_of, game_page, game_title, own_game
from app.web.last_move import last_move
from app.web.options import chosen_in, options_text, with_options
from app.web.site import Visit, now_ms, visit_of
from app.web.table import NOTHING_SAID, clock_of, may_ask_solver

#: 128 bits in 22 URL-safe characters: an id cannot be guessed, and another's game is not found anyway.
_ID_BYTES = 16


def new_id() -> str:
    """Return an unguessable id for a game or a player."""
    return secrets.token_urlsafe(_ID_BYTES)


async def show(request: Request) -> Response:
    """Show a game's page; ``?select=`` is for choosing a place without scripts, ``?advice`` asks the solver."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    selected = request.query_params.get("select")
    choice = choice_of(row, selected) if selected is not None and row.status == "playing" else None
    is_asked = "advice" in request.query_params and may_ask_solver(row) and clock_of(row) != "paused"
    said = await advice_for(visit, row) if is_asked else NOTHING_SAID
    return game_page(visit, row, said, choice, last=await last_move(visit, row))


async def start(request: Request) -> Response:
    """Deal a new game, by rules and perhaps a deal code, or ``from`` another game ``then`` new or again."""
    visit = visit_of(request)
    fields = await form_fields(request)
    old = await own_game(visit, fields["from"]) if fields.get("from") else None
    if old is not None and old.board is not None:
        return visit.redirect("/daily")
    if old is not None and is_level(old):
        return visit.redirect("/castles")
    left = old if old is not None and _is_under_way(old) else await _running(visit)
    if left is not None and not fields.get("sure"):
        return _ask(visit, left, fields, again=fields)
    rules, deal, code, difficulty = await _wanted(visit, fields, old)
    player_id = visit.player_id or new_id()
    new = games.NewGame(new_id(), player_id, rules, deal, code=code, difficulty=difficulty)
    left_id = left.id if left is not None else None
    await visit.site.database.write(deal_anew, new, left_id, now_ms(), visit.site.terms)
    if left_id is not None:
        visit.site.playing.forget(left_id)
    response = visit.redirect(f"/game/{new.id}", player_id)
    chosen = chosen_in(fields)
    if chosen is not None and not fields.get("code"):
        kept = visit.site.cookies.set_options(options_text(chosen), secure=visit.secure)
        response.headers.append("set-cookie", kept)
    return response


async def _running(visit: Visit) -> games.GameRow | None:
    """Return the game that a new one would put an end to: daily games and castles stay open beside it."""
    if visit.player_id is None:
        return None
    rows = await visit.site.database.read(games.running, visit.player_id, 10)
    return next((row for row in rows if row.board is None and not is_level(row)), None)


def _is_under_way(row: games.GameRow) -> bool:
    return row.status == "playing" and row.started_at is not None


def is_level(row: games.GameRow) -> bool:
    """Tell whether the game is a level of a run of the castles."""
    return rule_set(row.rules).table == "castle"


async def _wanted(visit: Visit, fields: dict[str, str], old: games.GameRow | None) -> dealing.Wanted:
    """Return what is to be dealt; raises InvalidError for what there is not."""
    if old is not None and fields.get("then") == "again":
        return dealing.Wanted(rule_set(old.rules), Deal.parse(old.deal), old.code, old.difficulty)
    rules = rule_set(old.rules if old is not None else fields.get("rules", ""))
    if rules.ranked:
        raise HTTPException(400)
    rules = with_options(rules, chosen_in(fields) or frozenset())
    if fields.get("deal"):
        return dealing.brought_along(rules, fields["deal"])
    if fields.get("code"):
        return await dealing.by_code(visit.site, rules, fields["code"])
    chosen = chosen_in(fields)
    return await dealing.fresh(visit.site, rules, visit.options if chosen is None else chosen)


def _ask(visit: Visit, left: games.GameRow, fields: dict[str, str], again: dict[str, str] | None = None) -> Response:
    """Ask once before a game under way is lost; the same fields come back with ``sure``."""
    view: dict[str, object] = {
        "title": game_title(left, visit.words),
        "game": left,
        "fields": fields,
        "action": "/games",
        "kind": "leave",
        "then": fields.get("then", "new"),
    }
    if again is not None:
        view["again"] = again
    return visit.html("ask.html", view)


async def leave(request: Request) -> Response:
    """The way to a new game without scripts: asks where a game is under way."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    then = request.query_params.get("then", "new")
    if row.board is not None:
        return visit.redirect("/daily")
    if is_level(row):
        return visit.redirect("/castles")
    return _ask(visit, row, {"from": row.id, "then": "again" if then == "again" else "new"})


async def ask_give_up(request: Request) -> Response:
    """Ask before giving up, without scripts."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    action = f"/game/{row.id}/give-up"
    view = {"title": game_title(row, visit.words), "game": row, "fields": {}, "action": action, "kind": "giveup"}
    return visit.html("ask.html", view)


async def give_up(request: Request) -> Response:
    """End the game as lost (R8.5); one that has ended already stays as it is."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    if row.status == "playing":
        await visit.site.database.write(games.give_up, row.id, row.player_id, now_ms(), visit.site.terms)
    return visit.redirect(f"/game/{row.id}")


async def pause(request: Request) -> Response:
    """Stop an unranked game's clock: asked for by the player, or by the page as it is hidden (R4.5)."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    await visit.site.database.write(games.pause, row.id, row.player_id, now_ms())
    return visit.redirect(f"/game/{row.id}")


async def resume(request: Request) -> Response:
    """Let a paused game's clock run on."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    await visit.site.database.write(games.resume, row.id, row.player_id, now_ms())
    return visit.redirect(f"/game/{row.id}")


routes = [
    Route("/games", start, methods=["POST"]),
    Route("/game/{game_id}", show),
    Route("/game/{game_id}/leave", leave),
    Route("/game/{game_id}/give-up", ask_give_up, methods=["GET"]),
    Route("/game/{game_id}/give-up", give_up, methods=["POST"]),
    Route("/game/{game_id}/pause", pause, methods=["POST"]),
    Route("/game/{game_id}/resume", resume, methods=["POST"]),
]
