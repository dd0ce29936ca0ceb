"""Playing games through the store, for tests."""

import random
from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from app.config import Terms
from app.game.deal import deal_from_code
from app.game.law import legal_moves
from app.game.rules import rule_set
from app.store import games
from app.store.games import Attempt, GameRow, NewGame, Outcome
from tests.databases import Running

UTC = ZoneInfo("UTC")
TERMS = Terms(UTC, least_ms=0)  # tests play faster than any hand
DAY = "2026-11-29"
MORNING = 1_795_910_400_000  # the first moment of that day, UTC
HOUR = 3_600_000
NOON = MORNING + 12 * HOUR
EVENING = MORNING + 24 * HOUR  # the first moment after it


def deal(
    database: Running,
    game_id: str = "game",
    rules: str = "standard-1",
    player: str = "ada",
    code: str = "1",
    now: int = NOON,
    **more: object,
) -> GameRow:
    new = NewGame(game_id, player, rule_set(rules), deal_from_code(code), code, **more)  # type: ignore[arg-type]
    return database.write(games.create, new, now)


def deal_daily(database: Running, game_id: str = "game", board: str = "standard-1", **more: object) -> GameRow:
    return deal(database, game_id, f"daily-{board}", **{"day": DAY, "board": board, **more})  # type: ignore[arg-type]


def enter(
    database: Running, row: GameRow, *texts: str, now: int = NOON, version: int | None = None, terms: Terms = TERMS
) -> Outcome:
    seen = row.version if version is None else version
    return database.write(games.append, Attempt(row.id, row.player_id, seen, texts, now), terms)


def play(database: Running, row: GameRow, texts: Sequence[str], now: int = NOON, step: int = 0) -> GameRow:
    """Make all the entries, one request each, ``step`` ms apart, and return the row after them."""
    for number, text in enumerate(texts):
        outcome = enter(database, row, text, now=now + number * step)
        assert outcome.taken == 1, outcome
        row = outcome.row
    return row


def stored(database: Running, row: GameRow) -> GameRow:
    found = database.read(games.load, row.id, row.player_id)
    assert found is not None
    return found


def some_entry(chance: random.Random, row: GameRow) -> str:
    """Return an entry that is allowed now, undo and redo among them."""
    state = games.state_of(row)
    choices = [move.text for move in legal_moves(state.position, state.rules)]
    if state.rules.undo_cost is not None:
        choices += ["undo"] * (2 if state.undo_depth else 0) + ["redo"] * (2 if state.redo_depth else 0)
    if state.rules.hint_cost is not None:
        choices.append("hint")
    return chance.choice(choices or ["resign"])


def winning_line(rules: str) -> list[str]:
    """Return moves that win the deal of code 1, as the project's own solver found them."""
    lines = Path(__file__).with_name("winning_lines.txt").read_text().splitlines()
    return next(line.split()[1:] for line in lines if line.startswith(f"{rules} "))
