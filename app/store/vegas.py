"""The running sum of Vegas (R5.2): one line a game, and sums that are kept as the games end."""

from typing import NamedTuple

from sqlalchemy import Connection, select, update

from app.game.rules import RuleSet
from app.store.inserting import insert_if_missing, inserting
from app.store.rows import GameRow
from app.store.schema import VEGAS_LEDGER, VEGAS_SUMS


class Sum(NamedTuple):
    """The balances of one draw count added up: since the player set it to zero, and over all time."""

    draw: int
    balance: int
    games: int
    all_balance: int
    all_games: int
    reset_at: int | None


class LedgerLine(NamedTuple):
    """What one game ended with, at that time."""

    draw: int
    balance: int
    at: int


_SUM = tuple(VEGAS_SUMS.c[name] for name in Sum._fields)


def book(conn: Connection, row: GameRow, rules: RuleSet) -> None:
    """Add a Vegas game that has ended, once; one that was given up or left counts as it stood."""
    game = {"player_id": row.player_id, "draw": rules.draw, "balance": row.score}
    if not insert_if_missing(conn, VEGAS_LEDGER, game_id=row.id, **game, at=row.ended_at):
        return
    statement = inserting(conn, VEGAS_SUMS).values(**game, games=1, all_balance=row.score, all_games=1)
    added = {name: VEGAS_SUMS.c[name] + statement.excluded[name] for name in ("balance", "games", "all_balance")}
    added["all_games"] = VEGAS_SUMS.c.all_games + 1
    conn.execute(statement.on_conflict_do_update(index_elements=list(VEGAS_SUMS.primary_key), set_=added))


def sums(conn: Connection, player_id: str) -> list[Sum]:
    """Return the player's sums, by draw count."""
    chosen = select(*_SUM).where(VEGAS_SUMS.c.player_id == player_id).order_by(VEGAS_SUMS.c.draw)
    return [Sum._make(values) for values in conn.execute(chosen)]


def reset(conn: Connection, player_id: str, now_ms: int) -> None:
    """Begin all of the player's sums at zero again; the history stays."""
    start = update(VEGAS_SUMS).where(VEGAS_SUMS.c.player_id == player_id)
    conn.execute(start.values(balance=0, games=0, reset_at=now_ms))


def last_lines(conn: Connection, player_id: str, most: int) -> list[LedgerLine]:
    """Return the player's last ``most`` Vegas games, the oldest first."""
    ledger = VEGAS_LEDGER.c
    chosen = select(ledger.draw, ledger.balance, ledger.at).where(ledger.player_id == player_id)
    found = conn.execute(chosen.order_by(ledger.at.desc()).limit(most))
    return [LedgerLine._make(values) for values in found][::-1]
