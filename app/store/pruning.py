"""What goes away by itself: deals that nobody made a move on."""

from typing import Final

from sqlalchemy import Connection, and_, delete, select

from app.store.schema import CASTLE_LEVELS, ENTRIES, GAMES

#: Untouched for so long, a deal goes.
UNTOUCHED_MS: Final = 24 * 3600 * 1000
#: So many at once, so that no move has to wait for it.
MOST_AT_ONCE: Final = 1000


def untouched_deals(conn: Connection, now_ms: int) -> int:
    """Take away deals on which no move was made for a day, the oldest first; return how many went.

    Levels of the castles stay: their clock starts by itself. Of several servers at once each finds its own.
    """
    is_level = select(CASTLE_LEVELS.c.game_id).where(CASTLE_LEVELS.c.game_id == GAMES.c.id).exists()
    old = (
        select(GAMES.c.id)
        .where(and_(GAMES.c.started_at.is_(None), GAMES.c.created_at < now_ms - UNTOUCHED_MS, ~is_level))
        .order_by(GAMES.c.created_at)
        .limit(MOST_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    ids = [row[0] for row in conn.execute(old)]
    if ids:
        # Hints and giving up are no moves, so there may be entries.
        conn.execute(delete(ENTRIES).where(ENTRIES.c.game_id.in_(ids)))
        conn.execute(delete(GAMES).where(GAMES.c.id.in_(ids), GAMES.c.started_at.is_(None)))
    return len(ids)
