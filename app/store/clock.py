"""The game clock (R4.5): what it shows at a moment of the server's clock. All in milliseconds."""

from typing import Final

from app.game.rules import rule_set
from app.store.rows import GameRow

#: How long a level's deal may be looked at before its clock starts by itself (R6.5).
LOOK_MS: Final = 30_000

#: How long after its time a level waits to be ended by the server: a move that came in time may still be on its way.
LATE_MS: Final = 1000


def elapsed(row: GameRow, now_ms: int) -> int:
    """Return what the game's clock shows at ``now_ms``.

    A server clock that was set back makes it stand still, never fall.
    """
    if row.clock_at is not None:
        return row.clock_ms + max(now_ms - row.clock_at, 0)
    if is_about_to_start(row):
        return max(now_ms - starts_at(row), 0)
    return row.clock_ms


def is_about_to_start(row: GameRow) -> bool:
    """Tell whether a clock that no move has started will start by itself, or has: that of a level (R6.5)."""
    return row.started_at is None and row.status == "playing" and rule_set(row.rules).seconds is not None


def starts_at(row: GameRow) -> int:
    """Return when the clock of a level without a move starts by itself: it is shown as soon as it is dealt."""
    return row.created_at + LOOK_MS


def deadline(row: GameRow) -> int | None:
    """Return the last moment at which an entry counts in a game that counts down, ``None`` for any other game."""
    seconds = rule_set(row.rules).seconds
    if seconds is None or row.status != "playing":
        return None
    began = starts_at(row) if row.clock_at is None else row.clock_at - row.clock_ms
    return began + seconds * 1000


def is_overdue(row: GameRow, now_ms: int) -> bool:
    """Tell whether the server is to end the game because its time is over (R6.5)."""
    last = deadline(row)
    return last is not None and now_ms > last + LATE_MS


def is_paused(row: GameRow) -> bool:
    """Tell whether the clock was stopped in the middle of a game."""
    return row.status == "playing" and row.started_at is not None and row.clock_at is None
