"""Points of weeks, months and all time: the best rank of each day, once its boards are settled (R7.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, delete, insert, select

from app.store import boards
from app.store.castle_runs import periods
from app.store.inserting import add_to_counts, insert_if_missing, inserting
from app.store.prepared import Prepared
from app.store.ranks import points_of, prefixes, rank_key
from app.store.schema import DAILIES, PLAYERS, RANK_COUNTS, RESULTS, SETTLED_DAYS, STANDINGS

#: A day's rank r is worth 101 − r points, from 100 for the first to 1 for the hundredth.
MOST_POINTS: Final = 100
#: Shared ranks may reach beyond a hundred lines; here even they end.
_MOST_LINES: Final = 1000
#: What stands for the board where points are counted; its days are periods.
BOARD: Final = "points"
#: More points than anybody has in a lifetime of days: keys do not tell so many apart.
_MOST_EVER: Final = 1 << 30
#: So many counts are changed by one statement.
_MOST_COUNTS: Final = 500
_POINTS: Final = (STANDINGS.c.player_id, STANDINGS.c.points)
_PLACES: Final = (STANDINGS.c.period, STANDINGS.c.points)


_COLUMNS: Final = (STANDINGS.c.player_id, PLAYERS.c.name, STANDINGS.c.points, STANDINGS.c.days)
_OF_PERIOD: Final = STANDINGS.c.period == bindparam("of_period")
_WITH_PLAYERS: Final = STANDINGS.outerjoin(PLAYERS, PLAYERS.c.id == STANDINGS.c.player_id)
# Only the index is asked: very many may have as many points, and those before the page are passed there.
_ORDERED = (
    select(*_POINTS)
    .where(_OF_PERIOD, STANDINGS.c.points <= bindparam("best", type_=Integer))
    .order_by(STANDINGS.c.points.desc(), STANDINGS.c.player_id.desc())
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("passed", type_=Integer))
)
_PAGE: Final = Prepared(_ORDERED)
_THESE = _ORDERED.subquery()
_SHOWN: Final = Prepared(
    select(*_COLUMNS)
    .select_from(_THESE.join(_WITH_PLAYERS, STANDINGS.c.player_id == _THESE.c.player_id))
    .where(_OF_PERIOD)
)
_OWN: Final = Prepared(
    select(*_COLUMNS).select_from(_WITH_PLAYERS).where(_OF_PERIOD, STANDINGS.c.player_id == bindparam("player"))
)


class Standing(NamedTuple):
    """A player's points in a period, from so many days. Equal points share ``rank``."""

    rank: int
    player_id: str
    name: str | None
    points: int
    days: int


def unsettled(conn: Connection, last: date, most: int = 31) -> list[str]:
    """Return days up to ``last`` whose ranks have not become points yet, the oldest first."""
    is_settled = select(SETTLED_DAYS.c.day).where(SETTLED_DAYS.c.day == DAILIES.c.day).exists()
    chosen = select(DAILIES.c.day).where(DAILIES.c.day <= last.isoformat(), ~is_settled)
    return [day for (day,) in conn.execute(chosen.order_by(DAILIES.c.day).limit(most))]


def settle(conn: Connection, day: str, keys: Sequence[str]) -> bool:
    """Give points for a day's ranks on the boards ``keys``, once; tell whether it was done now."""
    if not insert_if_missing(conn, SETTLED_DAYS, day=day):
        return False
    best = _best_ranks(conn, day, keys)
    changes: Counter[tuple[str, int]] = Counter()
    for period in sorted(periods(date.fromisoformat(day))):
        mine = (STANDINGS.c.period == period, STANDINGS.c.player_id.in_(best))
        before = dict(conn.execute(select(*_POINTS).where(*mine)).all())
        # Always in the same order, so that two transactions never wait for each other in a circle.
        for player_id, rank in sorted(best.items()):
            statement = inserting(conn, STANDINGS).values(
                period=period, player_id=player_id, points=MOST_POINTS + 1 - rank, days=1
            )
            added = {
                "points": STANDINGS.c.points + statement.excluded.points,
                "days": STANDINGS.c.days + 1,
            }
            conn.execute(statement.on_conflict_do_update(index_elements=list(STANDINGS.primary_key), set_=added))
            if player_id in before:
                changes[period, before[player_id]] -= 1
            changes[period, before.get(player_id, 0) + MOST_POINTS + 1 - rank] += 1
    _count(conn, changes)
    return True


def _count(conn: Connection, changes: Mapping[tuple[str, int], int]) -> None:
    """Add to how many players have so many points in a period; they are counted like the results of a board."""
    places: Counter[tuple[str, int, int]] = Counter()
    for (period, points), by in changes.items():
        for level, prefix in prefixes(_key(points)):
            places[period, level, prefix] += by
    rows = [
        {"day": period, "board": BOARD, "level": level, "prefix": prefix, "results": by}
        for (period, level, prefix), by in sorted(places.items())
        if by
    ]
    for start in range(0, len(rows), _MOST_COUNTS):
        add_to_counts(conn, RANK_COUNTS, rows[start : start + _MOST_COUNTS], "results")


def _key(points: int) -> int:
    return rank_key(won=True, score=points, clock_ms=0, moves=0, wins_count=False)


def count_anew(conn: Connection, player_id: str) -> None:
    """Give a player the points of all settled days by the ranks as they are now, instead of what was counted."""
    results = RESULTS.c
    chosen = select(results.day, results.board, results.rank_key).join(SETTLED_DAYS, SETTLED_DAYS.c.day == results.day)
    best: dict[str, int] = {}
    for day, board, key in conn.execute(chosen.where(results.player_id == player_id)).all():
        rank = 1 + boards.better(conn, day, board, key)
        if rank <= MOST_POINTS:
            best[day] = min(rank, best.get(day, rank))
    points: Counter[str] = Counter()
    days: Counter[str] = Counter()
    for day, rank in best.items():
        for period in periods(date.fromisoformat(day)):
            points[period] += MOST_POINTS + 1 - rank
            days[period] += 1
    take_away(conn, player_id)
    rows = [{"period": p, "player_id": player_id, "points": points[p], "days": days[p]} for p in sorted(points)]
    if rows:
        conn.execute(insert(STANDINGS), rows)
        _count(conn, {(period, points[period]): 1 for period in points})


def take_away(conn: Connection, player_id: str) -> None:
    """Let a player have no points any more."""
    mine = STANDINGS.c.player_id == player_id
    _count(conn, dict.fromkeys(conn.execute(select(*_PLACES).where(mine)).all(), -1))
    conn.execute(delete(STANDINGS).where(mine))


def _best_ranks(conn: Connection, day: str, keys: Sequence[str]) -> dict[str, int]:
    best: dict[str, int] = {}
    for board in keys:
        for offset in range(0, _MOST_LINES, MOST_POINTS):
            lines = boards.page(conn, day, board, MOST_POINTS, offset)
            counted = [line for line in lines if line.rank <= MOST_POINTS]
            for line in counted:
                best[line.player_id] = min(line.rank, best.get(line.player_id, line.rank))
            if len(counted) < MOST_POINTS:
                break
    return best


def size(conn: Connection, period: str) -> int:
    """Return how many players have points in a period."""
    return boards.size(conn, period, BOARD)


def page(conn: Connection, period: str, limit: int, offset: int = 0) -> list[Standing]:
    """Return up to ``limit`` standings after the first ``offset``, best first."""
    found = boards.key_at(conn, period, BOARD, offset)
    if found is None:
        return []
    key, passed = found
    wanted = {
        "of_period": period,
        "best": points_of(key) if key else _MOST_EVER,
        "most": limit,
        "passed": offset - passed,
    }
    rows = _PAGE.run(conn, wanted)
    if not rows:
        return []
    shown = {row[0]: row for row in _SHOWN.run(conn, wanted)}
    ranked = boards.with_ranks([(points, player_id) for player_id, points in rows], offset, (rows[0][1], passed))
    return [Standing(rank, *shown[player_id]) for rank, (_, player_id) in ranked if player_id in shown]


def own(conn: Connection, period: str, player_id: str) -> Standing | None:
    """Return the player's standing in a period, ``None`` without points."""
    rows = _OWN.run(conn, {"of_period": period, "player": player_id})
    if not rows:
        return None
    return Standing(1 + boards.better(conn, period, BOARD, _key(rows[0][2])), *rows[0])
