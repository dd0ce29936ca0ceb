"""Players: made at their first move, known to others by a name if they choose one."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from app.store.errors import InvalidNameError, NameTakenError
from app.store.inserting import insert_if_missing
from app.store.names import holds_word, name_key, read_name
from app.store.schema import PLAYERS, REFUSED_NAMES


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


def set_name(conn: Connection, player_id: str, text: str, now_ms: int, words: Sequence[str] = ()) -> str:
    """Give the player a name and return it as it is shown; the one they had becomes free.

    Raises :class:`app.store.errors.InvalidNameError`, ``refused`` where the name looks like one that was hidden
    or holds one of the ``words``, and :class:`app.store.errors.NameTakenError` where another has it or one that
    looks like it.
    """
    name = read_name(text)
    key = name_key(name)
    if any(holds_word(name, word) for word in words) or _is_refused(conn, key):
        raise InvalidNameError("refused")
    ensure(conn, player_id, now_ms)
    change = update(PLAYERS).where(PLAYERS.c.id == player_id).values(name=name, name_key=key)
    try:
        conn.execute(change)
    except IntegrityError as error:
        raise NameTakenError(name) from error
    return name


def _is_refused(conn: Connection, key: str) -> bool:
    return conn.execute(select(REFUSED_NAMES.c.at).where(REFUSED_NAMES.c.name_key == key)).first() is not None


def hide_name(conn: Connection, who: str, now_ms: int) -> str | None:
    """Take the name of a player away, who is known by id or by name; return it, ``None`` if there is none.

    The player shows as a number everywhere at once, until they choose another name. Nobody, they neither, can
    choose one that looks like it again.
    """
    # Of two names from before they were known to look alike, the one that is written so. Of today's rules none is
    # asked: a name may be older than they are.
    for mine in (PLAYERS.c.id == who, PLAYERS.c.name == who, PLAYERS.c.name_key == name_key(who)):
        named = select(PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.name_key).where(mine, PLAYERS.c.name.is_not(None))
        found = conn.execute(named).first()
        if found is not None:
            break
    else:
        return None
    insert_if_missing(conn, REFUSED_NAMES, name_key=found.name_key, at=now_ms)
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == found.id).values(name=None, name_key=None))
    return str(found.name)


def set_language(conn: Connection, player_id: str, language: str) -> None:
    """Remember the language of a player who exists; of others nothing is kept."""
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(language=language))


def set_settings(conn: Connection, player_id: str, settings: str) -> None:
    """Keep a JSON object as the settings of a player who exists."""
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(settings=settings))
