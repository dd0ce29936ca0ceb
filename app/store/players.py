"""Players: made at their first move, known to others by a name if they choose one."""

from typing import NamedTuple

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from app.store.errors import NameTakenError
from app.store.inserting import insert_if_missing
from app.store.names import name_key, read_name
from app.store.schema import PLAYERS


class Player(NamedTuple):
    """A row of ``players``; ``settings`` is a JSON object as text."""

    id: str
    name: str | None
    language: str | None
    settings: str
    coins: int
    created_at: int
    seen_at: int


_COLUMNS = tuple(PLAYERS.c[name] for name in Player._fields)


def get(conn: Connection, player_id: str) -> Player | None:
    """Return the player, ``None`` for one who never made a move."""
    row = conn.execute(select(*_COLUMNS).where(PLAYERS.c.id == player_id)).first()
    return Player._make(row) if row else None


def ensure(conn: Connection, player_id: str, now_ms: int) -> None:
    """Make the player if there is none, and note that they are here."""
    if not insert_if_missing(conn, PLAYERS, id=player_id, created_at=now_ms, seen_at=now_ms):
        conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(seen_at=now_ms))


def set_name(conn: Connection, player_id: str, text: str, now_ms: int) -> str:
    """Give the player a name and return it as it is shown; the one they had becomes free.

    Raises :class:`app.store.errors.InvalidNameError`, and :class:`app.store.errors.NameTakenError`
    where another has it or one that looks like it.
    """
    name = read_name(text)
    ensure(conn, player_id, now_ms)
    change = update(PLAYERS).where(PLAYERS.c.id == player_id).values(name=name, name_key=name_key(name))
    try:
        conn.execute(change)
    except IntegrityError as error:
        raise NameTakenError(name) from error
    return name


def set_language(conn: Connection, player_id: str, language: str) -> None:
    """Remember the language of a player who exists; of others nothing is kept."""
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(language=language))


def set_settings(conn: Connection, player_id: str, settings: str) -> None:
    """Keep a JSON object as the settings of a player who exists."""
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(settings=settings))
