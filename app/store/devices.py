"""Codes that bring a second device along: each is good once, for ten minutes, and only its hash is kept."""

import hashlib
from typing import Final

from sqlalchemy import Connection, delete, insert

from app.store.schema import DEVICE_CODES

LIFE_MS: Final = 10 * 60 * 1000


def offer(conn: Connection, player_id: str, code: str, now_ms: int) -> None:
    """Let ``code`` lead to the player from now on; any code that they had before leads nowhere."""
    codes = DEVICE_CODES.c
    conn.execute(delete(DEVICE_CODES).where((codes.player_id == player_id) | (codes.expires_at <= now_ms)))
    conn.execute(insert(DEVICE_CODES).values(hash=_hash(code), player_id=player_id, expires_at=now_ms + LIFE_MS))


def redeem(conn: Connection, code: str, now_ms: int) -> str | None:
    """Return the player that ``code`` leads to, once; ``None`` for one that was used, is too old or never was."""
    codes = DEVICE_CODES.c
    mine = delete(DEVICE_CODES).where(codes.hash == _hash(code), codes.expires_at > now_ms)
    found = conn.execute(mine.returning(codes.player_id)).first()
    return str(found[0]) if found else None


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
