"""Codes that bring a second device along: each is good once, for ten minutes, and only its hash is kept."""

import hashlib
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from app.config import Terms
from app.store import joining, players
from app.store.schema import DEVICE_CODES

LIFE_MS: Final = 10 * 60 * 1000


class Redeemed(NamedTuple):
    """The player that a code led to; ``has_joined`` says that another one's games were brought along."""

    player_id: str
    has_joined: bool


def offer(conn: Connection, player_id: str, code: str, now_ms: int) -> None:
    """Let ``code`` lead to the player from now on; any code that they had before leads nowhere."""
    codes = DEVICE_CODES.c
    conn.execute(delete(DEVICE_CODES).where((codes.player_id == player_id) | (codes.expires_at <= now_ms)))
    conn.execute(insert(DEVICE_CODES).values(hash=_hash(code), player_id=player_id, expires_at=now_ms + LIFE_MS))


def is_offered(conn: Connection, player_id: str, code: str, now_ms: int) -> bool:
    """Tell whether ``code`` leads to the player now."""
    codes = DEVICE_CODES.c
    mine = (codes.hash == _hash(code), codes.player_id == player_id, codes.expires_at > now_ms)
    return conn.execute(select(codes.player_id).where(*mine)).first() is not None


def redeem(conn: Connection, code: str, guest_id: str | None, now_ms: int, terms: Terms) -> Redeemed | None:
    """Return the player that ``code`` leads to, once, with all that the device's own player ``guest_id`` had.

    ``None`` for a code that was used, is too old or never was.
    """
    codes = DEVICE_CODES.c
    mine = (codes.hash == _hash(code), codes.expires_at > now_ms)
    player_id = conn.execute(select(codes.player_id).where(*mine)).scalar()
    if player_id is None:
        return None
    if guest_id is not None and guest_id != player_id:
        # Before the code, so that two who use each other's never wait for each other in a circle.
        joining.lock(conn, guest_id, player_id)
    if conn.execute(delete(DEVICE_CODES).where(*mine)).rowcount != 1:
        return None
    if guest_id is None or guest_id == player_id:
        return Redeemed(player_id, has_joined=False)
    has_joined = players.get(conn, guest_id) is not None
    joining.join(conn, guest_id, player_id, now_ms, terms)
    return Redeemed(player_id, has_joined)


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
