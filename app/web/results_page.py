"""How a game that counts came out: rank, coins, streak, and a text to share that gives nothing of the deal away."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.rules import rule_set
from app.i18n import Translator
from app.store import boards, coins, daily_games, streaks
from app.store.coins import Paid
from app.store.ends import is_by_hand
from app.store.errors import GameNotFoundError
from app.store.rows import GameRow, state_of
from app.web.board_views import board_path
from app.web.gamepage import own_game
from app.web.habit import coins_words, streak_words
from app.web.site import Visit, now_ms, visit_of
from app.web.table import Figure, figures_of
from app.web.titles import BOARDS, full_title, score_title

#: A board of the day in the text to share: won, ended or begun without a win, not played.
_BLOCKS: Final = {"won": "🟩", "lost": "🟨", "playing": "🟨", "": "⬜"}


@dataclass(frozen=True, slots=True)
class RewardView:
    """What a game has brought; each text is empty where there is nothing to say.

    ``reason`` says why a game that was to count is on no board.
    """

    game_id: str
    rank: str
    reason: str
    coins: str
    streak: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """What result.html shows. ``share`` is a text of a few lines."""

    day: date
    board: str
    title: str
    kind: str
    figures: tuple[Figure, ...]
    reward: RewardView
    board_path: str
    share: str
    is_today: bool


async def show(request: Request) -> Response:
    """Answer the page of an own game that counted and has ended."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    day = _counted_day(row)
    words, state = visit.words, state_of(row)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    view = ResultView(
        day,
        full_title(rule_set(row.rules), words),
        words.gettext("Won!") if row.status == "won" else words.gettext("Not won"),
        row.status,
        figures_of(state, state.clock_ms, words),
        await _reward(visit, row, today),
        board_path(day, row.board or ""),
        await _share(visit, row, day, str(request.base_url)),
        is_today=day == today,
    )
    return visit.html("result.html", {"page": view})


async def show_reward(request: Request) -> Response:
    """Answer with a line for the table: what the game has brought."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    _counted_day(row)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    template = visit.site.environments[visit.language].get_template("partials/reward.html")
    return HTMLResponse(template.render(reward=await _reward(visit, row, today)), 200, {"cache-control": "no-store"})


def _counted_day(row: GameRow) -> date:
    """Return the day that an ended game counts for; raises GameNotFoundError for any other game."""
    if row.day is None or row.board is None or not row.ranked or row.status == "playing":
        raise GameNotFoundError
    return date.fromisoformat(row.day)


async def _reward(visit: Visit, row: GameRow, today: date) -> RewardView:
    read, words = visit.site.database.read, visit.words
    day, board = row.day or "", row.board or ""
    line = await read(boards.own_rank, day, board, row.player_id)
    paid = await read(coins.paid_for_game, row)
    streak = await read(streaks.streak, row.player_id, today)
    rank = ""
    if line is not None and line.game_id == row.id:
        size = await read(boards.size, day, board)
        rank = words.gettext("Rank %(rank)s of %(size)s", rank=words.number(line.rank), size=words.number(size))
    return RewardView(
        row.id,
        rank,
        "" if rank else _reason(row, visit),
        _paid(paid, words) if paid else "",
        streak_words(streak.current, words) if streak.current and row.status == "won" else "",
    )


def _reason(row: GameRow, visit: Visit) -> str:
    words, least = visit.words, visit.site.settings.fastest_move
    if not is_by_hand(row, least):
        return words.gettext(
            "Kept off the leaderboard: %(moves)s moves in %(time)s are more than a hand can make.",
            moves=words.number(row.version),
            time=words.duration(row.clock_ms),
        )
    return words.gettext("Not on the leaderboard: it ended more than 24 hours after its day.")


def _paid(paid: Paid, words: Translator) -> str:
    return words.gettext("+%(coins)s", coins=coins_words(paid.coins, words))


async def _share(visit: Visit, row: GameRow, day: date, base: str) -> str:
    """Return words first, for those who hear them, then a block for each board of the day, then the address."""
    words = visit.words
    keys = [board.key for board in BOARDS]
    played = await visit.site.database.read(daily_games.ranked_games, row.player_id, row.day or "", keys)
    rules = rule_set(row.rules)
    outcome = {
        "title": full_title(rules, words),
        "score": score_title(rules, row.score, words),
        "time": words.duration(row.clock_ms),
    }
    if row.status == "won":
        sentence = words.gettext("%(title)s: won with %(score)s in %(time)s.", **outcome)
    else:
        sentence = words.gettext("%(title)s: not won, %(score)s in %(time)s.", **outcome)
    blocks = "".join(_BLOCKS[played[key].status if key in played else ""] for key in keys)
    address = (visit.site.settings.base_url or base.rstrip("/")) + "/daily"
    return f"Klondaily, {words.date(day)}\n{sentence}\n{blocks}\n{address}"


routes = [Route("/game/{game_id}/result", show), Route("/game/{game_id}/reward", show_reward)]
