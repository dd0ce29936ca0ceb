"""The leaderboards of the castles (R6.5): each player's best run of all time, of a month, of a week."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, select

from app.store import boards
from app.store.castle_runs import BOARD
from app.store.prepared import Prepared
from app.store.schema import CASTLE_BESTS, PLAYERS


class CastleLine(NamedTuple):
    """A player's best run as the board shows it; equal in all but the finish time share ``rank``."""

    rank: int
    run_id: str
    player_id: str
    name: str | None
    points: int
    done: int
    clock_ms: int
    finished_at: int


_LINES = (
    select(
        CASTLE_BESTS.c.rank_key,
        CASTLE_BESTS.c.run_id,
        CASTLE_BESTS.c.player_id,
        PLAYERS.c.name,
        CASTLE_BESTS.c.points,
        CASTLE_BESTS.c.done,
        CASTLE_BESTS.c.clock_ms,
        CASTLE_BESTS.c.finished_at,
    )
    .select_from(CASTLE_BESTS.outerjoin(PLAYERS, PLAYERS.c.id == CASTLE_BESTS.c.player_id))
    .where(CASTLE_BESTS.c.period == bindparam("of_period"))
)
_PAGE = Prepared(
    _LINES.where(CASTLE_BESTS.c.rank_key >= bindparam("first"))
    .order_by(CASTLE_BESTS.c.rank_key, CASTLE_BESTS.c.finished_at, CASTLE_BESTS.c.player_id)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("passed", type_=Integer))
)
_OWN = Prepared(_LINES.where(CASTLE_BESTS.c.player_id == bindparam("player")))


def size(conn: Connection, period: str) -> int:
    """Return how many players have a run on the board."""
    return boards.size(conn, period, BOARD)


def page(conn: Connection, period: str, limit: int, offset: int = 0) -> list[CastleLine]:
    """Return up to ``limit`` lines after the first ``offset``, best first."""
    found = boards.key_at(conn, period, BOARD, offset)
    if found is None:
        return []
    key, passed = found
    wanted = {"of_period": period, "first": key, "most": limit, "passed": offset - passed}
    return [_line(rank, values) for rank, values in boards.with_ranks(_PAGE.run(conn, wanted), offset, found)]


def own_rank(conn: Connection, period: str, player_id: str) -> CastleLine | None:
    """Return the player's line on a board, ``None`` if they have none."""
    rows = _OWN.run(conn, {"of_period": period, "player": player_id})
    if not rows:
        return None
    return _line(1 + boards.better(conn, period, BOARD, rows[0][0]), rows[0])


def _line(rank: int, values: Any) -> CastleLine:
    return CastleLine(rank, *values[1:])
