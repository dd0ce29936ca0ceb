"""The result of a daily game that counts: its rank, what it paid, and a text to share that gives nothing away."""

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
from app.store.errors import GameNotFoundError
from app.store.rows import GameRow, state_of
from app.web.addresses import absolute
from app.web.board_views import board_path
from app.web.counted import Counted, counted_game
from app.web.fairness import is_public
from app.web.figures import Figure, figures_of
from app.web.habit import coins_words, streak_words
from app.web.kept_off import kept_off_words
from app.web.names import shown_name
from app.web.previews import PreviewView, outcome, result_preview
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import BOARDS, full_title

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
    """What result.html shows. ``share`` is a text of a few lines, empty where the result is another's, ``name``'s.

    ``replay`` is where the game can be watched, ``record`` its moves to be checked; each is empty while it is a secret.
    """

    day: date
    board: str
    title: str
    kind: str
    name: str
    figures: tuple[Figure, ...]
    reward: RewardView
    board_path: str
    share: str
    replay: str
    record: str
    is_today: bool
    preview: PreviewView


async def show(request: Request) -> Response:
    """Answer the page of a game that counted and has ended: to its player with all that it brought."""
    visit = visit_of(request)
    counted = await counted_game(visit, request.path_params["game_id"])
    row, day, words = counted.row, counted.day, visit.words
    state = state_of(row)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    view = ResultView(
        day,
        full_title(rule_set(row.rules), words),
        words.gettext("Won!") if row.status == "won" else words.gettext("Not won"),
        row.status,
        "" if counted.is_own or counted.line is None else shown_name(counted.line.name, row.player_id, words),
        figures_of(state, state.clock_ms, words),
        await _reward(visit, counted, today),
        board_path(day, row.board or ""),
        await _share(visit, row, day, absolute(visit, request, visit.path)) if counted.is_own else "",
        f"/game/{row.id}/replay?step=0" if counted.is_own or is_public(visit, day) else "",
        f"/api/v1/games/{row.id}/record" if is_public(visit, day) else "",
        day == today,
        result_preview(visit, request, row, day),
    )
    return visit.html("result.html", {"page": view})


async def show_reward(request: Request) -> Response:
    """Answer with a line for the table: what the visitor's own game has brought."""
    visit = visit_of(request)
    counted = await counted_game(visit, request.path_params["game_id"])
    if not counted.is_own:
        raise GameNotFoundError
    today = day_of(now_ms(), visit.site.settings.time_zone)
    template = visit.site.environments[visit.language].get_template("partials/reward.html")
    text = template.render(reward=await _reward(visit, counted, today))
    return HTMLResponse(text, 200, {"cache-control": "no-store"})


async def _reward(visit: Visit, counted: Counted, today: date) -> RewardView:
    read, words, row = visit.site.database.read, visit.words, counted.row
    rank = ""
    if counted.line is not None:
        size = await read(boards.size, row.day or "", row.board or "")
        rank = words.gettext("Rank %(rank)s of %(size)s", rank=words.number(counted.line.rank), size=words.number(size))
    if not counted.is_own:
        return RewardView(row.id, rank, "", "", "")
    paid = await read(coins.paid_for_game, row)
    streak = await read(streaks.streak, row.player_id, today)
    return RewardView(
        row.id,
        rank,
        "" if rank else await kept_off_words(visit, row),
        _paid(paid, words) if paid else "",
        streak_words(streak.current, words) if streak.current and row.status == "won" else "",
    )


def _paid(paid: Paid, words: Translator) -> str:
    return words.gettext("+%(coins)s", coins=coins_words(paid.coins, words))


async def _share(visit: Visit, row: GameRow, day: date, address: str) -> str:
    """Return words first, for those who hear them, then a block for each board of the day, then the address."""
    words = visit.words
    keys = [board.key for board in BOARDS]
    played = await visit.site.database.read(daily_games.ranked_games, row.player_id, row.day or "", keys)
    blocks = "".join(_BLOCKS[played[key].status if key in played else ""] for key in keys)
    return f"Klondaily, {words.date(day)}\n{outcome(row, words)}\n{blocks}\n{address}"


routes = [Route("/game/{game_id}/result", show), Route("/game/{game_id}/reward", show_reward)]
