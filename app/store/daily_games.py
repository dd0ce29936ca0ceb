"""A player's games on the boards of a day (R7.2), and which days there are."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, or_, select

from app.store.games import NewGame, create
from app.store.rows import COLUMNS, GameRow, read_row
from app.store.schema import DAILIES, GAMES, RANKED_GAMES


def ranked_games(conn: Connection, player_id: str, day: str, boards: Sequence[str]) -> dict[str, GameRow]:
    """Return the games that count for the player on a day, under way or ended, by their board."""
    mine = select(*COLUMNS).join(RANKED_GAMES, RANKED_GAMES.c.game_id == GAMES.c.id)
    chosen = mine.where(
        RANKED_GAMES.c.day == day, RANKED_GAMES.c.board.in_(boards), RANKED_GAMES.c.player_id == player_id
    )
    rows = [read_row(tuple(values)) for values in conn.execute(chosen)]
    return {row.board: row for row in rows if row.board is not None}


def sit_down(conn: Connection, new: NewGame, now_ms: int) -> GameRow:
    """Return the player's unended game on the board of ``new``, or deal ``new``.

    It is dealt as practice where ``new`` says so, or another game of the player counts there already.
    """
    assert new.day is not None
    assert new.board is not None
    practice = new.practice or new.board in ranked_games(conn, new.player_id, new.day, [new.board])
    present = _unended(conn, new.player_id, new.day, new.board, practice=practice)
    return present or create(conn, new._replace(practice=practice), now_ms)


def _unended(conn: Connection, player_id: str, day: str, board: str, *, practice: bool) -> GameRow | None:
    chosen = select(*COLUMNS).where(
        GAMES.c.player_id == player_id, GAMES.c.day == day, GAMES.c.board == board, GAMES.c.status == "playing"
    )
    if practice:
        # A deal that was to count says so on its page, but it would turn to practice with its first move.
        chosen = chosen.where(or_(GAMES.c.ranked.is_(False), GAMES.c.started_at.is_not(None)))
    order = (GAMES.c.started_at.is_(None), GAMES.c.ranked.desc(), GAMES.c.created_at.desc(), GAMES.c.id)
    values = conn.execute(chosen.order_by(*order).limit(1)).first()
    return read_row(tuple(values)) if values else None


def first_day(conn: Connection) -> str | None:
    """Return the first day that has a deal, ``None`` before there is one."""
    return conn.execute(select(func.min(DAILIES.c.day))).scalar()
