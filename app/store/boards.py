"""Leaderboards (R7.3), as quick for a million results as for ten: nothing here counts or skips rows one by one."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, select, union_all

from app.store.ranks import LEVELS, before
from app.store.schema import PLAYERS, RANK_COUNTS, RESULTS


class Line(NamedTuple):
    """One result as the board shows it. Equal in all but the finish time share ``rank``; ``name`` may be unset."""

    rank: int
    game_id: str
    player_id: str
    name: str | None
    won: bool
    score: int
    clock_ms: int
    moves: int
    finished_at: int


_RESULT = (
    RESULTS.c.rank_key,
    RESULTS.c.game_id,
    RESULTS.c.player_id,
    PLAYERS.c.name,
    RESULTS.c.won,
    RESULTS.c.score,
    RESULTS.c.seconds_ms,
    RESULTS.c.moves,
    RESULTS.c.finished_at,
)
_ORDER = (RESULTS.c.rank_key, RESULTS.c.finished_at, RESULTS.c.game_id)


def size(conn: Connection, day: str, board: str) -> int:
    """Return how many results a board has."""
    return _total(conn, [_counted(day, board, 0)])


def page(conn: Connection, day: str, board: str, limit: int, offset: int = 0) -> list[Line]:
    """Return up to ``limit`` lines of a board after the first ``offset``, best first."""
    found = _key_at(conn, day, board, offset)
    if found is None:
        return []
    key, passed = found
    chosen = _results(day, board).where(RESULTS.c.rank_key >= key)
    rows = conn.execute(chosen.order_by(*_ORDER).limit(limit).offset(offset - passed)).all()
    lines: list[Line] = []
    rank, last_key = passed + 1, key
    for place, (rank_key, *shown) in enumerate(rows, offset + 1):
        if rank_key != last_key:
            rank, last_key = place, rank_key
        lines.append(Line(rank, *shown))
    return lines


def own_rank(conn: Connection, day: str, board: str, player_id: str) -> Line | None:
    """Return the player's line on a board, ``None`` if they have none."""
    # Not ordered: there is one at most (R7.2), and an order would tempt a planner to walk the whole board.
    row = conn.execute(_results(day, board).where(RESULTS.c.player_id == player_id)).first()
    return Line(1 + _better(conn, day, board, row[0]), *row[1:]) if row else None


def _results(day: str, board: str) -> Select[Any]:
    of_players = RESULTS.outerjoin(PLAYERS, PLAYERS.c.id == RESULTS.c.player_id)
    return select(*_RESULT).select_from(of_players).where(RESULTS.c.day == day, RESULTS.c.board == board)


def _counted(day: str, board: str, level: int) -> Select[Any]:
    counts = RANK_COUNTS.c
    return select(func.coalesce(func.sum(counts.results), 0).label("results")).where(
        counts.day == day, counts.board == board, counts.level == level
    )


def _better(conn: Connection, day: str, board: str, key: int) -> int:
    """Return how many results of a board are better than ``key``."""
    prefix = RANK_COUNTS.c.prefix
    return _total(
        conn,
        [
            _counted(day, board, level).where(prefix >= first, prefix < end)
            for level, first, end in before(key)
            if first < end
        ],
    )


def _total(conn: Connection, sums: list[Select[Any]]) -> int:
    if not sums:
        return 0
    parts = union_all(*sums).subquery()
    return int(conn.execute(select(func.sum(parts.c.results))).scalar_one())


def _key_at(conn: Connection, day: str, board: str, offset: int) -> tuple[int, int] | None:
    """Return the key of the result after ``offset`` others, and how many have a better one; ``None`` past the end."""
    if offset == 0:
        return 0, 0
    counts = RANK_COUNTS.c
    passed, found, coarser = 0, 0, LEVELS[0] + 64
    for level, bits in enumerate(LEVELS):
        first, end = found << (coarser - bits), (found + 1) << (coarser - bits)
        inside = select(counts.prefix, counts.results).where(
            counts.day == day, counts.board == board, counts.level == level
        )
        if level > 0:
            inside = inside.where(counts.prefix >= first, counts.prefix < end)
        for prefix, results in conn.execute(inside.order_by(counts.prefix)):
            if passed + results > offset:
                found = prefix
                break
            passed += results
        else:
            return None
        coarser = bits
    return found, passed
