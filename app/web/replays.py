"""A finished game looked at again, step by step; and where it was lost."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import grace_end_ms
from app.game.record import Record, replay
from app.game.rules import rule_set
from app.game.state import Game
from app.i18n import N_
from app.jobs.hinting import last_winnable_entry
from app.jobs.turns import TooManyOrdersError
from app.store import games
from app.store.errors import GameNotFoundError
from app.store.rows import GameRow
from app.web.announce import announcement
from app.web.figures import Figure, figures_of
from app.web.forms import form_fields
from app.web.gamepage import game_title
from app.web.games import new_id
from app.web.middleware_proxies import client_of
from app.web.piles import PileMaker
from app.web.site import Site, Visit, now_ms, visit_of

ENTRY_WORDS = {
    "undo": N_("Move taken back."),
    "redo": N_("Move made again."),
    "hint": N_("Hint."),
    "resign": N_("Given up."),
}


SPEEDS: Final = ((2000, N_("slow")), (1000, N_("normal")), (400, N_("fast")), (150, N_("very fast")))


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One step of a replay. ``verdict`` says where the game was lost, where that was asked.

    ``back`` leads out of it; ``speeds`` are milliseconds a step, by their names.
    """

    game_id: str
    back: str
    step: int
    last: int
    draw: int
    piles: Markup
    figures: tuple[Figure, ...]
    happened: str
    verdict: str
    may_ask: bool
    may_play_on: bool
    speeds: list[tuple[int, str]]


async def show(request: Request) -> Response:
    """Show one step of a finished game, the last one where none is asked for."""
    visit = visit_of(request)
    row = await _finished(visit, request.path_params["game_id"])
    record = await visit.site.database.read(games.record, row)
    last = len(record.entries)
    step = _step(request.query_params.get("step"), last)
    verdict = ""
    if "lost" in request.query_params and is_open(row, visit.site):
        step, verdict = await _where_lost(visit, client_of(request.scope), record)
    view = {"title": game_title(row, visit.words), "replay": _view(visit, row, record, step, verdict)}
    return visit.html("replay.html", view)


async def _finished(visit: Visit, game_id: str) -> GameRow:
    """Return the visitor's own finished game, or anybody's ranked one whose day and grace are over (R7.5)."""
    row = await visit.site.database.read(games.load_any, game_id)
    if row is None or row.status == "playing":
        raise GameNotFoundError
    is_public = row.ranked and row.day is not None and is_open(row, visit.site)
    if row.player_id != visit.player_id and not is_public:
        raise GameNotFoundError
    return row


def is_open(row: GameRow, site: Site) -> bool:
    """Tell whether the game's hidden cards may be known: those of a day's deal only after its grace."""
    if row.day is None:
        return True
    zone = site.settings.time_zone
    return now_ms() >= grace_end_ms(date.fromisoformat(row.day), zone)


def _step(text: str | None, last: int) -> int:
    if text is None:
        return last
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise HTTPException(400)
    return min(int(text), last)


def _at(record: Record, step: int) -> Game:
    return replay(replace(record, entries=record.entries[:step]))


def _view(visit: Visit, row: GameRow, record: Record, step: int, verdict: str) -> ReplayView:
    game = _at(record, step)
    state = game.state
    may_be_known = is_open(row, visit.site)
    return ReplayView(
        game_id=row.id,
        # Another's game has no page for the visitor, only its result.
        back=f"/game/{row.id}" if row.player_id == visit.player_id else f"/game/{row.id}/result",
        step=step,
        last=len(record.entries),
        draw=state.rules.draw,
        piles=PileMaker(state.position, state.rules, visit.language, visit.site.icons, is_playing=False).piles(),
        figures=figures_of(state, state.clock_ms, visit.words),
        happened=_happened(game, record, step, visit),
        verdict=verdict,
        may_ask=row.status == "lost" and may_be_known,
        may_play_on=may_be_known and step < len(record.entries) and state.status == "playing",
        speeds=[(millis, visit.words.gettext(name)) for millis, name in SPEEDS],
    )


def _happened(game: Game, record: Record, step: int, visit: Visit) -> str:
    if step == 0:
        return visit.words.gettext("The deal.")
    words = ENTRY_WORDS.get(record.entries[step - 1].text)
    if words:
        return visit.words.gettext(words)
    return announcement(game.events, visit.language, is_won=game.state.status == "won")


async def _where_lost(visit: Visit, client: str, record: Record) -> tuple[int, str]:
    """Return the step to show and what to say: the one before the move after which no win was left."""
    try:
        found = await visit.site.solver.run_to_order(client, last_winnable_entry, record.text)
    except TooManyOrdersError:
        raise HTTPException(429) from None
    words = visit.words
    if found is None:
        return 0, words.gettext("The solver knows of no win for this deal, so it was lost from the start.")
    if found == len(record.entries) and record.entries[-1].text == "resign":
        found -= 1  # the table before it was given up, from where it can be played on
    if found == len(record.entries) or record.entries[found].text == "resign":
        return found, words.gettext("It could still be won here, to the very end.")
    return found, words.gettext("Here it could still be won; after the next move it could not.")


async def play_on(request: Request) -> Response:
    """Deal the same game anew, played up to a step, as practice that counts nowhere."""
    visit = visit_of(request)
    row = await _finished(visit, request.path_params["game_id"])
    if not is_open(row, visit.site):
        raise HTTPException(422)
    fields = await form_fields(request)
    record = await visit.site.database.read(games.record, row)
    step = _step(fields.get("step"), len(record.entries))
    game = _at(record, step)
    if game.state.status != "playing":
        game = _at(record, step - 1)  # the page offers no step after the end; who asks for it means the one before
    texts = _moves_that_stand(game)
    player_id = visit.player_id or new_id()
    clock_ms = game.state.clock_ms if texts else 0
    rules = rule_set(_free_key(row.rules))
    new = games.NewGame(new_id(), player_id, rules, record.deal, code=row.code, clock_ms=clock_ms)
    await visit.site.database.write(games.create_played, new, texts, now_ms(), visit.site.terms)
    return visit.redirect(f"/game/{new.id}", player_id)


def _moves_that_stand(game: Game) -> list[str]:
    texts = []
    past = game.past
    while past is not None:
        texts.append(past.move.text)
        past = past.earlier
    return texts[::-1]


def _free_key(key: str) -> str:
    """Return the rule set of the same game off the boards: of a daily game its table, of a castle the free one."""
    if key.startswith("daily-"):
        return key.removeprefix("daily-")
    return f"free-{key}" if key.startswith("castle-") else key


routes = [
    Route("/game/{game_id}/replay", show, methods=["GET"]),
    Route("/game/{game_id}/replay", play_on, methods=["POST"]),
]
