"""What hangs on the first and the last move of a game: the player, the ranked place, the result, the running sum."""

from datetime import date
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, select

from app.game.day import day_end_ms, day_of
from app.game.rules import RuleSet, rule_set
from app.store import castle_runs, coins, players, tallies, vegas, win_counts
from app.store.inserting import add_to_counts, insert_if_missing
from app.store.pace import is_too_fast
from app.store.ranks import prefixes, rank_key
from app.store.recomputing import is_borne_out
from app.store.rows import GameRow
from app.store.schema import RANK_COUNTS, RANKED_GAMES, RESULTS
from app.store.signals import BOARDS, tell

# How long after its day a finish still counts (R7.4).
GRACE_MS: Final = 24 * 3600 * 1000

WhyKeptOff = Literal["hand", "late", "record"]


def start(conn: Connection, row: GameRow, now_ms: int, zone: ZoneInfo) -> GameRow:
    """Return ``row`` with its first move made at ``now_ms``; its player exists from now on.

    A game that would be ranked becomes practice where the player has started another on the board
    (R7.2) or its day is over (R7.4, R7.7).
    """
    if row.ranked and row.board is not None and not (row.day == day_of(now_ms, zone).isoformat() and _claim(conn, row)):
        row = row._replace(ranked=False, practice=True)
    players.ensure(conn, row.player_id, now_ms)
    return row._replace(started_at=now_ms)


def _claim(conn: Connection, row: GameRow) -> bool:
    key = {"day": row.day, "board": row.board, "player_id": row.player_id}
    if insert_if_missing(conn, RANKED_GAMES, **key, game_id=row.id):
        return True
    holder = select(RANKED_GAMES.c.game_id).where(*(RANKED_GAMES.c[name] == value for name, value in key.items()))
    return conn.execute(holder).scalar() == row.id


def end(conn: Connection, row: GameRow, zone: ZoneInfo, least_ms: int = 0) -> None:
    """Write what an ended game leaves behind; one that never had a move leaves nothing.

    What took fewer than ``least_ms`` for each entry is on no board, see :mod:`app.store.pace`.
    """
    rules = rule_set(row.rules)
    if rules.table == "castle" and row.ended_at is not None:
        # A level that was opened counts for its run even without a move: its time runs all the same.
        castle_runs.level_ended(conn, row if is_borne_out(conn, row) else row._replace(score=0), zone, least_ms)
    if row.started_at is None or row.ended_at is None:
        return
    if row.ranked and row.day and row.board and why_kept_off(conn, row, zone, least_ms) is None:
        enter_board(conn, row, row.day, row.board, rules)
    if rules.scoring == "vegas":
        vegas.book(conn, row, rules)
    tallies.add(conn, row)
    win_counts.add(conn, row)


def why_kept_off(conn: Connection, row: GameRow, zone: ZoneInfo, least_ms: int) -> WhyKeptOff | None:
    """Return why an ended game that was to count on a board of a day does not, ``None`` where it does.

    ``hand``: no hand could have made its entries, which need ``least_ms`` each, on the average; ``late``: its
    day's grace was over (R7.4); ``record``: its entries do not come to this end.
    """
    if is_too_fast(row, least_ms):
        return "hand"
    if row.day is None or row.ended_at is None or not _is_in_time(row.ended_at, row.day, zone):
        return "late"
    return None if is_borne_out(conn, row) else "record"


def _is_in_time(ended_at: int, day: str, zone: ZoneInfo) -> bool:
    return ended_at < day_end_ms(date.fromisoformat(day), zone) + GRACE_MS


def enter_board(conn: Connection, row: GameRow, day: str, board: str, rules: RuleSet) -> None:
    """Write the result of a ranked game that has ended, and pay for a win."""
    won = row.status == "won"
    key = rank_key(
        won=won, score=row.score, clock_ms=row.clock_ms, moves=row.moves, wins_count=rules.scoring == "standard"
    )
    is_new = insert_if_missing(
        conn,
        RESULTS,
        game_id=row.id,
        player_id=row.player_id,
        day=day,
        board=board,
        won=won,
        score=row.score,
        seconds_ms=row.clock_ms,
        moves=row.moves,
        finished_at=row.ended_at,
        rank_key=key,
    )
    if is_new:
        # Always coarse to fine, so that two transactions never wait for each other in a circle.
        counted = [{"day": day, "board": board, "level": level, "prefix": prefix} for level, prefix in prefixes(key)]
        add_to_counts(conn, RANK_COUNTS, [{**place, "results": 1} for place in counted], "results")
        tell(conn, BOARDS, f"{day} {board}")
        if won:
            coins.pay(conn, row, day, board)
