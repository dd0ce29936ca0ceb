"""Leaderboards (R7.3), as quick for a million results as for ten: nothing here counts or skips rows one by one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Select,
    bindparam,
    cast,
    func,
    select,
    union_all,
)

from app.store.inserting import add_to_counts
from app.store.prepared import Prepared
from app.store.ranks import LEVELS, before, prefixes
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
_LINES = (
    select(*_RESULT)
    .select_from(RESULTS.outerjoin(PLAYERS, PLAYERS.c.id == RESULTS.c.player_id))
    .where(RESULTS.c.day == bindparam("of_day"), RESULTS.c.board == bindparam("of_board"))
)
_PAGE = Prepared(
    _LINES.where(RESULTS.c.rank_key >= bindparam("first"))
    .order_by(*_ORDER)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("passed", type_=Integer))
)
# Not ordered: there is one at most (R7.2), and an order would tempt a planner to walk the whole board.
_OWN = Prepared(_LINES.where(RESULTS.c.player_id == bindparam("player")))


def _counts(level: int, *columns: Any) -> Select[Any]:
    """Select from the counts of one level, of prefixes from ``firstN`` on and before ``endN``."""
    counts = RANK_COUNTS.c
    return select(*columns).where(
        counts.day == bindparam("of_day"),
        counts.board == bindparam("of_board"),
        counts.level == level,
        counts.prefix >= bindparam(f"first{level}"),
        counts.prefix < bindparam(f"end{level}"),
    )


_SUMS = union_all(*(_counts(level, func.sum(RANK_COUNTS.c.results).label("results")) for level in range(len(LEVELS))))
_BETTER = Prepared(select(cast(func.coalesce(func.sum(_SUMS.subquery().c.results), 0), BigInteger)))
_INSIDE = [
    Prepared(_counts(level, RANK_COUNTS.c.prefix, RANK_COUNTS.c.results).order_by(RANK_COUNTS.c.prefix))
    for level in range(len(LEVELS))
]
_END = 1 << 63


def size(conn: Connection, day: str, board: str) -> int:
    """Return how many results a board has."""
    everything = {"of_day": day, "of_board": board, "first0": 0, "end0": _END >> LEVELS[0]}
    return sum([results for _, results in _INSIDE[0].run(conn, everything)])


def page(conn: Connection, day: str, board: str, limit: int, offset: int = 0) -> list[Line]:
    """Return up to ``limit`` lines of a board after the first ``offset``, best first."""
    found = key_at(conn, day, board, offset)
    if found is None:
        return []
    key, passed = found
    wanted = {"of_day": day, "of_board": board, "first": key, "most": limit, "passed": offset - passed}
    return [_line(rank, values) for rank, values in with_ranks(_PAGE.run(conn, wanted), offset, found)]


def with_ranks(
    rows: Iterable[Sequence[Any]], offset: int, first: tuple[int, int]
) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield rows after the first ``offset`` with their ranks; a row begins with its key, and equal keys share a rank.

    ``first`` is what :func:`key_at` found there: the first row's key, and how many rows have a better one.
    """
    last_key, passed = first
    rank = passed + 1
    for place, values in enumerate(rows, offset + 1):
        if values[0] != last_key:
            rank, last_key = place, values[0]
        yield rank, values


def own_rank(conn: Connection, day: str, board: str, player_id: str) -> Line | None:
    """Return the player's line on a board, ``None`` if they have none."""
    rows = _OWN.run(conn, {"of_day": day, "of_board": board, "player": player_id})
    if not rows:
        return None
    return _line(1 + better(conn, day, board, rows[0][0]), rows[0])


def better(conn: Connection, day: str, board: str, key: int) -> int:
    """Return how many results of a board have a better key."""
    ranges: dict[str, Any] = {"of_day": day, "of_board": board}
    for level, first, end in before(key):
        ranges |= {f"first{level}": first, f"end{level}": end}
    found: int = _BETTER.run(conn, ranges)[0][0]
    return found


def _line(rank: int, values: Sequence[Any]) -> Line:
    _, game_id, player_id, name, won, *rest = values
    return Line(rank, game_id, player_id, name, bool(won), *rest)


def key_at(conn: Connection, day: str, board: str, offset: int) -> tuple[int, int] | None:
    """Return the key of the result after ``offset`` others, and how many have a better one; ``None`` past the end."""
    if offset == 0:
        return 0, 0
    passed, found, coarser = 0, 0, 63
    for level, bits in enumerate(LEVELS):
        first, end = found << (coarser - bits), (found + 1) << (coarser - bits)
        inside = {"of_day": day, "of_board": board, f"first{level}": first, f"end{level}": end}
        for prefix, results in _INSIDE[level].run(conn, inside):
            if passed + results > offset:
                found = prefix
                break
            passed += results
        else:
            return None
        coarser = bits
    return found, passed


def uncount(conn: Connection, day: str, board: str, key: int) -> None:
    """Take one result with that key out of the counts of a board; the result itself is the caller's to delete."""
    places = [{"day": day, "board": board, "level": level, "prefix": prefix} for level, prefix in prefixes(key)]
    add_to_counts(conn, RANK_COUNTS, [{**place, "results": -1} for place in places], "results")
