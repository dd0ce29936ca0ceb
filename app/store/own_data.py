"""All that is kept of one player: to take along, and to delete for good."""

import json
from typing import Any

from sqlalchemy import Connection, Table, delete, select

from app.store import boards, standings
from app.store.castle_runs import BOARD as CASTLES
from app.store.schema import (
    CASTLE_BESTS,
    CASTLE_LEVELS,
    CASTLE_RUNS,
    COINS_LEDGER,
    DEVICE_CODES,
    ENTRIES,
    GAMES,
    PLAYERS,
    PURCHASES,
    RANKED_GAMES,
    RESULTS,
    STANDINGS,
    TALLIES,
    TALLY_STEPS,
    TOKENS,
    VEGAS_LEDGER,
    VEGAS_SUMS,
)

#: What has a line for the player and nothing that hangs on it, in an order that foreign keys allow.
_TABLES = (
    CASTLE_BESTS,
    RESULTS,
    RANKED_GAMES,
    VEGAS_LEDGER,
    VEGAS_SUMS,
    TALLIES,
    TALLY_STEPS,
    COINS_LEDGER,
    PURCHASES,
    STANDINGS,
    DEVICE_CODES,
    TOKENS,
)
#: Not told: what others could use to act as the player.
_SECRET = ("hash",)


def everything(conn: Connection, player_id: str, secret_deals: set[str]) -> dict[str, Any]:
    """Return all rows of the player by table, as JSON can hold them.

    Of games of the days ``secret_deals``, and of any that still run, the deal and the position are left out: they
    would tell cards that lie face down.
    """
    found = {table.name: _rows(conn, table, player_id) for table in (PLAYERS, *_TABLES, CASTLE_RUNS, GAMES)}
    for game in found["games"]:
        if game["status"] == "playing" or game["day"] in secret_deals:
            del game["deal"], game["position"]
            game["code"] = None
        game["entries"] = []
    games = {game["id"]: game for game in found["games"]}
    mine = select(GAMES.c.id).where(GAMES.c.player_id == player_id)
    lines = select(ENTRIES).where(ENTRIES.c.game_id.in_(mine)).order_by(ENTRIES.c.game_id, ENTRIES.c.number)
    for entry in conn.execute(lines):
        games[entry.game_id]["entries"].append([entry.text, entry.clock_ms])
    for player in found["players"]:
        player["settings"] = json.loads(player["settings"])
    return found


def _rows(conn: Connection, table: Table, player_id: str) -> list[dict[str, Any]]:
    owner = table.c.id if table is PLAYERS else table.c.player_id
    rows = conn.execute(select(table).where(owner == player_id)).mappings()
    return [{name: value for name, value in row.items() if name not in _SECRET} for row in rows]


def forget(conn: Connection, player_id: str) -> None:
    """Delete everything about a player; the places of those behind them on the boards move up."""
    results = select(RESULTS.c.day, RESULTS.c.board, RESULTS.c.rank_key).where(RESULTS.c.player_id == player_id)
    bests = select(CASTLE_BESTS.c.period, CASTLE_BESTS.c.rank_key).where(CASTLE_BESTS.c.player_id == player_id)
    # In one order for all, so that two who leave at once never wait for each other in a circle.
    for day, board, key in sorted(map(tuple, conn.execute(results))):
        boards.uncount(conn, day, board, key)
    for period, key in sorted(map(tuple, conn.execute(bests))):
        boards.uncount(conn, period, CASTLES, key)
    standings.take_away(conn, player_id)
    games = select(GAMES.c.id).where(GAMES.c.player_id == player_id)
    for table in _TABLES:
        conn.execute(delete(table).where(table.c.player_id == player_id))
    conn.execute(delete(CASTLE_LEVELS).where(CASTLE_LEVELS.c.game_id.in_(games)))
    conn.execute(delete(CASTLE_RUNS).where(CASTLE_RUNS.c.player_id == player_id))
    conn.execute(delete(ENTRIES).where(ENTRIES.c.game_id.in_(games)))
    conn.execute(delete(GAMES).where(GAMES.c.player_id == player_id))
    conn.execute(delete(PLAYERS).where(PLAYERS.c.id == player_id))
