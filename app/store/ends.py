"""What hangs on the first and the last move of a game: the player, the ranked place, the result, the running sum."""

from datetime import date
from typing import Literal

from sqlalchemy import Connection, select

from app.config import Terms
from app.game.day import day_of, grace_end_ms
from app.game.rules import RuleSet, rule_set
from app.store import castle_runs, coins, players, tallies, vegas, win_counts
from app.store.inserting import add_to_counts, insert_if_missing
from app.store.pace import is_too_fast
from app.store.ranks import prefixes, rank_key
from app.store.recomputing import is_borne_out
from app.store.rows import GameRow
from app.store.schema import RANK_COUNTS, RANKED_GAMES, RESULTS
from app.store.signals import BOARDS, tell

WhyKeptOff = Literal["hand", "late", "record"]


def start(conn: Connection, row: GameRow, now_ms: int, terms: Terms) -> GameRow:
    """Return ``row`` with its first move made at ``now_ms``; its player exists from now on.

    A game that would be ranked becomes practice where the player has started another on the board
    (R7.2) or its day is over (R7.4, R7.7).
    """
    is_today = row.day == day_of(now_ms, terms.zone).isoformat()
    if row.ranked and row.board is not None and not (is_today and _claim(conn, row)):
        row = row._replace(ranked=False, practice=True)
    players.ensure(conn, row.player_id, now_ms)
    return row._replace(started_at=now_ms)


def _claim(conn: Connection, row: GameRow) -> bool:
    key = {"day": row.day, "board": row.board, "player_id": row.player_id}
    if insert_if_missing(conn, RANKED_GAMES, **key, game_id=row.id):
        return True
    holder = select(RANKED_GAMES.c.game_id).where(*(RANKED_GAMES.c[name] == value for name, value in key.items()))
    return conn.execute(holder).scalar() == row.id


def end(conn: Connection, row: GameRow, terms: Terms) -> None:
    """Write what an ended game leaves behind; one that never had a move, or was played on, leaves nothing.

    What does not keep to ``terms`` is on no board, see :func:`why_kept_off`.
    """
    rules = rule_set(row.rules)
    if rules.table == "castle" and row.ended_at is not None:
        # A level that was opened counts for its run even without a move: its time runs all the same.
        castle_runs.level_ended(conn, row if is_borne_out(conn, row) else row._replace(score=0), terms)
    if row.started_at is None or row.ended_at is None or row.is_played_on:
        return
    if row.ranked and row.day and row.board and why_kept_off(conn, row, terms) is None:
        enter_board(conn, row, row.day, row.board, rules)
    if rules.scoring == "vegas":
        vegas.book(conn, row, rules)
    tallies.add(conn, row)
    win_counts.add(conn, row)


def why_kept_off(conn: Connection, row: GameRow, terms: Terms) -> WhyKeptOff | None:
    """Return why an ended game that was to count on a board of a day does not, ``None`` where it does.

    ``hand``: no hand could have made its entries, in so short a time; ``late``: its day's grace was over (R7.4);
    ``record``: its entries do not come to this end.
    """
    if is_too_fast(row, terms):
        return "hand"
    if row.day is None or row.ended_at is None or row.ended_at >= grace_end_ms(date.fromisoformat(row.day), terms.zone):
        return "late"
    return None if is_borne_out(conn, row) else "record"


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
