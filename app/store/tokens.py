"""Tokens: what a player's programs show instead of the player's cookie. The store knows only their hashes."""

import re
import secrets
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from app.store import players
from app.store.errors import TooManyTokensError
from app.store.prepared import Prepared
from app.store.schema import TOKENS

#: So many tokens a player may have at once.
MOST: Final = 20
#: Characters of a label; longer ones are cut.
LONGEST_LABEL: Final = 60
#: What every token begins with, so that one which got into a file or a log is recognised.
PREFIX: Final = "klondaily_"

_RANDOM_BYTES: Final = 32
_FORM: Final = re.compile(re.escape(PREFIX) + r"[A-Za-z0-9_-]{43}")
_OWNER = Prepared(select(TOKENS.c.player_id).where(TOKENS.c.hash == bindparam("wanted")))


class Token(NamedTuple):
    """A token as its player sees it again: never its text."""

    id: str
    label: str
    created_at: int


def make(conn: Connection, player_id: str, label: str, now_ms: int) -> str:
    """Make a token and return its text, which nobody can find out again.

    The player exists from now on. Raises :class:`app.store.errors.TooManyTokensError`.
    """
    players.ensure(conn, player_id, now_ms)
    count = conn.execute(select(func.count()).where(TOKENS.c.player_id == player_id)).scalar_one()
    if count >= MOST:
        raise TooManyTokensError
    text = PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)
    values = {"id": secrets.token_urlsafe(8), "player_id": player_id, "hash": _hash(text)}
    conn.execute(insert(TOKENS).values(**values, label=label.strip()[:LONGEST_LABEL], created_at=now_ms))
    return text


def owner(conn: Connection, text: str) -> str | None:
    """Return whose token that is, ``None`` for one that was never made or is revoked."""
    rows = _OWNER.run(conn, {"wanted": _hash(text)})
    return str(rows[0][0]) if rows else None


def is_well_formed(text: str) -> bool:
    """Tell whether a text could be a token: what cannot is nobody's, without asking."""
    return _FORM.fullmatch(text) is not None


def listed(conn: Connection, player_id: str) -> list[Token]:
    """Return the player's tokens, the newest first."""
    mine = select(TOKENS.c.id, TOKENS.c.label, TOKENS.c.created_at).where(TOKENS.c.player_id == player_id)
    return [Token._make(row) for row in conn.execute(mine.order_by(TOKENS.c.created_at.desc(), TOKENS.c.id))]


def revoke(conn: Connection, player_id: str, token_id: str) -> bool:
    """Take a token of the player away at once; tell whether there was one."""
    mine = delete(TOKENS).where(TOKENS.c.id == token_id, TOKENS.c.player_id == player_id)
    return conn.execute(mine).rowcount == 1


def _hash(text: str) -> str:
    # A token is 256 random bits: no slow hash is needed against guessing.
    return sha256(text.encode(errors="replace")).hexdigest()
