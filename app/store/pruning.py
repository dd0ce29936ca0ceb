"""What goes away by itself: deals that nobody made a move on, and old games where the host wants that."""

from typing import Final

from sqlalchemy import Connection, and_, delete, select

from app.store.schema import CASTLE_LEVELS, ENTRIES, GAMES

#: Untouched for so long, a deal goes.
UNTOUCHED_MS: Final = 24 * 3600 * 1000
#: So many at once, so that no move has to wait for it.
MOST_AT_ONCE: Final = 1000
#: So many old games at once, and so many entries of them: a game has some hundred, a few have thousands.
OLD_AT_ONCE: Final = 40
MOST_ENTRIES_AT_ONCE: Final = 4_000


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


def old_games(conn: Connection, before_ms: int) -> int:
    """Take away games that count on no board and ended before that moment, the oldest first; return how many went.

    Games of days stay, past ones too: the calendar shows them. What was counted of a game stays counted. One slice
    holds up others for some milliseconds, so there is to be time for them between two.
    """
    oldest = (
        select(GAMES.c.id, GAMES.c.version)
        .where(~GAMES.c.ranked, GAMES.c.day.is_(None), GAMES.c.ended_at < before_ms)
        .order_by(GAMES.c.ended_at)
        .limit(OLD_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    ids: list[str] = []
    entries = 0
    for game_id, version in conn.execute(oldest):
        entries += version
        if ids and entries > MOST_ENTRIES_AT_ONCE:
            break
        ids.append(game_id)
    if ids:
        conn.execute(delete(ENTRIES).where(ENTRIES.c.game_id.in_(ids)))
        conn.execute(delete(GAMES).where(GAMES.c.id.in_(ids)))
    return len(ids)
