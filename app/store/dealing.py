"""A new game in place of another one: either both are done, the leaving and the dealing, or neither."""

from sqlalchemy import Connection

from app.config import Terms
from app.store import games


def deal(conn: Connection, new: games.NewGame, left_id: str | None, now_ms: int, terms: Terms) -> games.GameRow:
    """Lay out ``new``; the game ``left_id`` of the same player counts as lost if it is under way.

    Raises :class:`app.store.errors.GameNotFoundError` where the player has no game ``left_id``.
    """
    if left_id is not None:
        games.leave(conn, left_id, new.player_id, now_ms, terms)
    return games.create(conn, new, now_ms)
