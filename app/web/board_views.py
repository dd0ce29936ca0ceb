"""The four boards of a day as one visitor sees them."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from app.game.rules import RuleSet
from app.i18n import Translator
from app.store import daily_games
from app.store.rows import GameRow
from app.web.site import Visit
from app.web.titles import BOARDS, Board, full_title, passes_title, score_title, short_draw_title, table_title

BOARD_KEYS: Final = tuple(board.key for board in BOARDS)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board with the visitor's state on it. ``done`` is what the style sheet marks, empty before the first move."""

    key: str
    title: str
    table: str
    drawing: str
    draw: int
    passes: str
    aids: str
    done: Literal["", "playing", "won", "lost"]
    state: str
    action: str
    board_path: str

    @property
    def is_done(self) -> bool:
        """Tell whether the game that counts has ended, so that any other one is practice."""
        return self.done in ("won", "lost")


async def board_views(visit: Visit, day: date) -> list[BoardView]:
    """Return the boards of a day; a visitor without a player has played none."""
    played: dict[str, GameRow] = {}
    if visit.player_id is not None:
        read = visit.site.database.read
        played = await read(daily_games.ranked_games, visit.player_id, day.isoformat(), BOARD_KEYS)
    return views_of(played, day, visit.words)


def views_of(played: dict[str, GameRow], day: date, words: Translator) -> list[BoardView]:
    """Return the boards of a day with the visitor's games that count there."""
    return [_view(board, played.get(board.key), day, words) for board in BOARDS]


def board_path(day: date, board: str) -> str:
    """Return the address of a board's leaderboard."""
    return f"/leaderboard/{day.isoformat()}/{board}"


def _view(board: Board, row: GameRow | None, day: date, words: Translator) -> BoardView:
    rules = board.rules
    return BoardView(
        board.key,
        full_title(rules, words),
        table_title(rules, words),
        short_draw_title(rules, words),
        rules.draw,
        passes_title(rules, words),
        _aids(rules, words),
        "" if row is None else row.status,
        _state(rules, row, words),
        _action(row, words),
        board_path(day, board.key),
    )


def _aids(rules: RuleSet, words: Translator) -> str:
    if rules.undo_cost is None or rules.hint_cost is None:
        return words.gettext("no undo, no hints")
    return words.gettext(
        "undo −%(undo)s, hint −%(hint)s", undo=words.number(rules.undo_cost), hint=words.number(rules.hint_cost)
    )


def _state(rules: RuleSet, row: GameRow | None, words: Translator) -> str:
    if row is None:
        return words.gettext("Not played")
    score = score_title(rules, row.score, words)
    match row.status:
        case "playing":
            return words.gettext("Under way: %(score)s", score=score)
        case "won":
            return words.gettext("Won: %(score)s", score=score)
        case "lost":
            return words.gettext("Not won: %(score)s", score=score)


def _action(row: GameRow | None, words: Translator) -> str:
    if row is None:
        return words.gettext("Play")
    return words.gettext("Play on") if row.status == "playing" else words.gettext("Practise")
