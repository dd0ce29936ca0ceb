"""Taler (R7.6): paid once for each board of a day that is won, spent on what looks nice."""

from datetime import date
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select, update

from app.store import players
from app.store.errors import NotEnoughCoinsError
from app.store.inserting import insert_if_missing
from app.store.rows import GameRow
from app.store.schema import COINS_LEDGER, PLAYERS, PURCHASES, RESULTS
from app.store.streaks import streak_at

#: What a win pays, and how many days of the streak pay one more each.
FOR_A_WIN: Final = 10
MOST_FOR_STREAK: Final = 10


class Paid(NamedTuple):
    """What a win has paid, ``streak`` days of it for the streak (at most ten are looked at)."""

    coins: int
    streak: int


def pay(conn: Connection, row: GameRow, day: str, board: str) -> None:
    """Pay for a ranked win, unless this board of this day has paid the player before."""
    streak = streak_at(conn, row.player_id, date.fromisoformat(day), MOST_FOR_STREAK)
    coins = FOR_A_WIN + min(streak, MOST_FOR_STREAK)
    key = {"player_id": row.player_id, "day": day, "board": board}
    if insert_if_missing(conn, COINS_LEDGER, **key, coins=coins, streak=streak, at=row.ended_at):
        conn.execute(update(PLAYERS).where(PLAYERS.c.id == row.player_id).values(coins=PLAYERS.c.coins + coins))


def paid(conn: Connection, player_id: str, day: str, board: str) -> Paid | None:
    """Return what the player got for a board, ``None`` for nothing."""
    ledger = COINS_LEDGER.c
    mine = (ledger.player_id == player_id, ledger.day == day, ledger.board == board)
    found = conn.execute(select(ledger.coins, ledger.streak).where(*mine)).first()
    return Paid._make(found) if found else None


def paid_for_game(conn: Connection, row: GameRow) -> Paid | None:
    """Return what a game has paid its player, ``None`` for nothing."""
    if row.day is None or row.board is None or not row.ranked or row.status != "won":
        return None
    has_result = conn.execute(select(func.count()).where(RESULTS.c.game_id == row.id)).scalar()
    return paid(conn, row.player_id, row.day, row.board) if has_result else None


def owned(conn: Connection, player_id: str) -> set[str]:
    """Return what the player has bought, by the names of the items."""
    chosen = select(PURCHASES.c.item).where(PURCHASES.c.player_id == player_id)
    return {item for (item,) in conn.execute(chosen)}


def buy(conn: Connection, player_id: str, item: str, price: int, now_ms: int) -> bool:
    """Give the player ``item`` for ``price``; tell whether it is new to them, as nothing is paid for twice.

    Raises :class:`app.store.errors.NotEnoughCoinsError` with nothing changed.
    """
    if not insert_if_missing(conn, PURCHASES, player_id=player_id, item=item, coins=price, at=now_ms):
        return False
    pay_off = update(PLAYERS).where(PLAYERS.c.id == player_id, PLAYERS.c.coins >= price)
    if conn.execute(pay_off.values(coins=PLAYERS.c.coins - price)).rowcount != 1:
        raise NotEnoughCoinsError
    return True


def buy_and_wear(conn: Connection, player_id: str, item: str, price: int, settings: str, now_ms: int) -> None:
    """Do as :func:`buy` does, and keep ``settings``, in which the item is chosen."""
    buy(conn, player_id, item, price, now_ms)
    players.set_settings(conn, player_id, settings)
