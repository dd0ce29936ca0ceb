"""The game clock (R4.5): what it shows at a moment of the server's clock. All in milliseconds."""

from app.store.rows import GameRow


def elapsed(row: GameRow, now_ms: int) -> int:
    """Return what the game's clock shows at ``now_ms``.

    A server clock that was set back makes it stand still, never fall.
    """
    if row.clock_at is None:
        return row.clock_ms
    return row.clock_ms + max(now_ms - row.clock_at, 0)


def is_paused(row: GameRow) -> bool:
    """Tell whether the clock was stopped in the middle of a game."""
    return row.status == "playing" and row.started_at is not None and row.clock_at is None
