"""A player's id is what cookies hold: a new one signs every other device out, and costs no request anything."""

from typing import Final

from sqlalchemy import Connection, delete, update

from app.store import joining
from app.store.schema import DEVICE_CODES, METADATA, PLAYERS, TOKENS

#: Every table that knows players by their id, but for what ends.
_TABLES: Final = tuple(
    table for table in METADATA.sorted_tables if "player_id" in table.c and table not in (DEVICE_CODES, TOKENS)
)


def sign_others_out(conn: Connection, player_id: str, new_id: str) -> None:
    """Let the player be called ``new_id``, which nobody has: cookies, tokens and codes of before lead nowhere."""
    joining.lock(conn, player_id)
    for table in (DEVICE_CODES, TOKENS):
        conn.execute(delete(table).where(table.c.player_id == player_id))
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player_id).values(id=new_id))
    for table in _TABLES:
        conn.execute(update(table).where(table.c.player_id == player_id).values(player_id=new_id))
