"""Games of programs: dealt, looked at, played; and their records."""

from typing import Final

from fastapi import APIRouter, Response

from app.game.day import day_of
from app.game.deal import Deal
from app.game.errors import IllegalMoveError, InvalidDealError, InvalidMoveError
from app.game.rules import RuleSet, rule_set
from app.store import daily_games, games
from app.store.errors import GameNotFoundError
from app.store.games import Hand, NewGame, Outcome
from app.store.rows import GameRow, state_of
from app.web import dealing
from app.web.api import models
from app.web.api.asking import Asker, Player
from app.web.api.heads import HeadToo
from app.web.api.models import answers
from app.web.api.problems import ROOT, ApiError
from app.web.api.views import game_model, record_model
from app.web.gamepage import own_game
from app.web.games import new_id
from app.web.hints import Hinted, hint_for
from app.web.input_errors import told
from app.web.moves import MOST_ENTRIES
from app.web.options import WINNABLE
from app.web.reasons import sentence
from app.web.replays import is_open
from app.web.site import Visit, now_ms
from app.web.titles import board_named

router = APIRouter(prefix=ROOT, tags=["games"], route_class=HeadToo)

#: So many games of one player may be under way when a program deals another.
MOST_RUNNING: Final = 100


@router.post("/games", status_code=201, responses=answers(400, 401, 403, 409))
async def deal(visit: Asker, wanted: models.NewGame, response: Response) -> models.Game:
    """Deal a game; or, by the rules of a daily table, sit down at today's: the one under way, or a new one.

    Nothing is given up for it. Who comes without a player is made one, and gets the cookie.
    """
    player_id = visit.player_id or new_id()
    rules = rule_set(wanted.rules)
    if rules.table == "castle":
        raise ApiError(403, "The castles are climbed on the pages; try a free-castle-…", code="pages_only")
    if len(await visit.site.database.read(games.running, player_id, MOST_RUNNING)) == MOST_RUNNING:
        raise ApiError(409, f"{MOST_RUNNING} games are under way: finish or resign some.", code="too_many_games")
    if rules.table == "daily":
        row = await _daily(visit, player_id, rules, wanted)
    else:
        found = await _wanted(visit, rules, wanted)
        new = NewGame(new_id(), player_id, rules, found.deal, code=found.code, difficulty=found.difficulty)
        row = await visit.site.database.write(games.create, new, now_ms())
    if player_id != visit.player_id:
        response.headers.append("set-cookie", visit.site.cookies.set_player(player_id, secure=visit.secure))
    response.headers["location"] = f"{ROOT}/games/{row.id}"
    return game_model(visit.site, row)


async def _wanted(visit: Visit, rules: RuleSet, asked: models.NewGame) -> dealing.Wanted:
    if asked.deal is not None:
        if asked.code is not None:
            raise ApiError(400, "Name a code or a deal, not both.")
        try:
            return dealing.brought_along(rules, asked.deal)
        except InvalidDealError as error:
            raise ApiError(400, told(error, asked.deal), reason=error.code) from None
    if asked.code is not None:
        return await dealing.by_code(visit.site, rules, asked.code)
    return await dealing.fresh(visit.site, rules, frozenset({WINNABLE}))


async def _daily(visit: Visit, player_id: str, rules: RuleSet, wanted: models.NewGame) -> GameRow:
    board = board_named(rules.key.removeprefix("daily-"))
    if board is None or wanted.code is not None or wanted.deal is not None:
        raise ApiError(400, "A daily table has the deal of the day and no other.")
    now = now_ms()
    daily = await visit.site.dailies.of(day_of(now, visit.site.settings.time_zone), now)
    new = NewGame(new_id(), player_id, rules, Deal.parse(daily.deal), day=daily.day, board=board.key)
    return await visit.site.database.write(daily_games.sit_down, new, now)


@router.get("/games/{game_id}", responses=answers(401, 404))
async def show(visit: Player, game_id: str) -> models.Game:
    """Return a game of the player as it stands."""
    return game_model(visit.site, await own_game(visit, game_id))


@router.post("/games/{game_id}/entries", responses=answers(400, 401, 403, 404, 409, 422))
async def enter(visit: Player, game_id: str, wanted: models.Entries) -> models.Played:
    """Make entries in their order, up to the first that is refused; the ones before it stand.

    `hint` is worked out before it is entered, so it comes alone: beside others it is refused, and nothing is made.
    """
    texts = _texts(wanted)
    row = await own_game(visit, game_id)
    if rule_set(row.rules).table == "castle":
        raise ApiError(403, "The castles are climbed on the pages only.", code="pages_only")
    if texts[0] == "hint":
        return await _hint(visit, row, wanted.version)
    return _played(visit, await _entered(visit, row, wanted.version, texts))


def _texts(wanted: models.Entries) -> list[str]:
    texts = wanted.text.split() if isinstance(wanted.text, str) else wanted.text
    if not 0 < len(texts) <= MOST_ENTRIES:
        raise ApiError(400, f"Between 1 and {MOST_ENTRIES} entries go into one request.", reason="number_of_entries")
    if "hint" in texts and len(texts) > 1:
        raise ApiError(400, "A hint comes alone: send it in a request of its own.", reason="hint_not_alone")
    return texts


async def _entered(visit: Visit, row: GameRow, version: int, texts: list[str]) -> Outcome:
    by = Hand(is_program=True, may_rank=visit.site.settings.api_ranked)
    attempt = games.Attempt(row.id, row.player_id, version, texts, now_ms(), by=by)
    return await visit.site.database.write(games.append, attempt, visit.site.terms)


async def _hint(visit: Visit, row: GameRow, version: int) -> models.Played:
    is_askable = row.version == version and row.status == "playing" and rule_set(row.rules).hint_cost is not None
    hinted: Hinted | None = await hint_for(visit, row) if is_askable else None
    if hinted is not None and not hinted.helps:
        return models.Played(
            game=game_model(visit.site, row), taken=1, hint=models.Hint(move=None, text=hinted.said.note)
        )
    played = _played(visit, await _entered(visit, row, version, ["hint"]))
    if hinted is None or hinted.move is None:
        return played
    return played.model_copy(update={"hint": models.Hint(move=hinted.move.text, text=hinted.said.note)})


def _played(visit: Visit, outcome: Outcome) -> models.Played:
    """Return what became of entries; raises ApiError, which brings the game along, where one was refused."""
    visit.site.metrics.entered(outcome.taken, is_refused=outcome.error is not None)
    game = game_model(visit.site, outcome.row)
    more = {"game": game.model_dump(mode="json"), "taken": outcome.taken}
    if outcome.stale:
        raise ApiError(409, more=more)
    match outcome.error:
        case IllegalMoveError(reason=reason):
            raise ApiError(422, sentence(reason, visit.words), reason=reason, more=more)
        case InvalidMoveError(code=code):
            raise ApiError(400, sentence("unknown_move", visit.words), reason=code, more=more)
    return models.Played(game=game, taken=outcome.taken)


@router.get("/games/{game_id}/record", responses=answers(401, 404))
async def show_record(visit: Asker, game_id: str) -> models.Record:
    """Return the record of a game of the player, or of any finished ranked one after its day's grace.

    Cards that are still face down are `??` in the deal while the game runs, and a day's until its grace is over.
    """
    read = visit.site.database.read
    row = await read(games.load_any, game_id)
    may_know = row is not None and row.status != "playing" and is_open(row, visit.site)
    is_public = row is not None and row.ranked and row.day is not None and may_know
    if row is None or (row.player_id != visit.player_id and not is_public):
        if visit.player_id is None:
            raise ApiError(401)
        raise GameNotFoundError
    record = await read(games.record, row)
    return record_model(record, state_of(row).position, is_open=may_know)
