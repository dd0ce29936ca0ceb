"""Runs of the castles (R6): what becomes of one as its levels end, and the best of each player by period."""

from datetime import date
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, insert, select, update

from app.config import Terms
from app.game.day import day_of
from app.store.inserting import add_to_counts
from app.store.pace import is_too_fast
from app.store.ranks import prefixes, rank_key
from app.store.rows import COLUMNS as GAME_COLUMNS
from app.store.rows import GameRow, read_row
from app.store.schema import CASTLE_BESTS, CASTLE_LEVELS, CASTLE_RUNS, GAMES, RANK_COUNTS

LEVELS: Final = 5

#: What stands for the board where results are counted by their keys; its days are periods.
BOARD: Final = "castles"

EndReason = Literal["done", "time", "resigned"]


class Run(NamedTuple):
    """A row of ``castle_runs``. ``points``, ``clock_ms`` and ``moves`` are sums over the levels that have ended."""

    id: str
    player_id: str
    done: int
    points: int
    clock_ms: int
    moves: int
    begun_at: int
    ended_at: int | None
    end_reason: EndReason | None

    @property
    def level(self) -> int:
        """The level that is next or being played; the one that the run ended in."""
        return min(self.done + 1, LEVELS)


COLUMNS: Final = tuple(CASTLE_RUNS.c[name] for name in Run._fields)


class Periods(NamedTuple):
    """The three boards that a run counts on, by their names in the store."""

    all: str
    month: str
    week: str


def periods(day: date) -> Periods:
    """Return the periods of a day: ``all``, ``2026-11``, ``2026-W48`` (ISO weeks, from Monday)."""
    year, week, _ = day.isocalendar()
    return Periods("all", f"{day.year}-{day.month:02}", f"{year}-W{week:02}")


def find(conn: Connection, run_id: str) -> Run | None:
    """Return a run, whoever's it is."""
    found = conn.execute(select(*COLUMNS).where(CASTLE_RUNS.c.id == run_id)).first()
    return Run._make(found) if found else None


def level_ended(conn: Connection, row: GameRow, terms: Terms) -> None:
    """Add an ended level to its run, and end that with it unless another level follows (R6.5)."""
    mine = select(CASTLE_LEVELS.c.run_id).where(CASTLE_LEVELS.c.game_id == row.id)
    run_id = conn.execute(mine).scalar()
    run = find(conn, run_id) if run_id is not None else None
    if run is None or run.ended_at is not None:
        return
    won = row.status == "won"
    after = run._replace(
        done=run.done + int(won),
        points=run.points + row.score,
        clock_ms=run.clock_ms + row.clock_ms,
        moves=run.moves + row.moves,
    )
    if not won or after.done == LEVELS:
        reason: EndReason = "done" if won else "time" if row.end_reason == "time" else "resigned"
        after = after._replace(ended_at=row.ended_at, end_reason=reason)
    save(conn, after, terms)


def save(conn: Connection, run: Run, terms: Terms) -> None:
    """Write a run as it stands; one that has ended and had a move counts on the leaderboards from now on.

    One level that was played faster than a hand can keeps the whole run off them, whichever level ends it.
    """
    conn.execute(update(CASTLE_RUNS).where(CASTLE_RUNS.c.id == run.id).values(**run._asdict()))
    if run.ended_at is not None and run.moves and not _has_level_too_fast(conn, run.id, terms):
        for period in periods(day_of(run.ended_at, terms.zone)):
            _count(conn, period, run, run.ended_at)


def _has_level_too_fast(conn: Connection, run_id: str, terms: Terms) -> bool:
    levels = select(*GAME_COLUMNS).join(CASTLE_LEVELS, CASTLE_LEVELS.c.game_id == GAMES.c.id)
    rows = conn.execute(levels.where(CASTLE_LEVELS.c.run_id == run_id)).all()
    return any(is_too_fast(read_row(tuple(values)), terms) for values in rows)


def _count(conn: Connection, period: str, run: Run, finished_at: int) -> None:
    """Let the run be its player's best of a period, if it is."""
    key = rank_key(won=True, score=run.points, clock_ms=run.clock_ms, moves=run.moves, wins_count=False)
    mine = (CASTLE_BESTS.c.period == period, CASTLE_BESTS.c.player_id == run.player_id)
    before = conn.execute(select(CASTLE_BESTS.c.rank_key).where(*mine).with_for_update()).scalar()
    if before is not None and before <= key:
        return
    values = {
        "run_id": run.id,
        "points": run.points,
        "done": run.done,
        "clock_ms": run.clock_ms,
        "moves": run.moves,
        "finished_at": finished_at,
        "rank_key": key,
    }
    changes = dict.fromkeys(prefixes(key), 1)
    if before is None:
        conn.execute(insert(CASTLE_BESTS).values(period=period, player_id=run.player_id, **values))
    else:
        conn.execute(update(CASTLE_BESTS).where(*mine).values(**values))
        for place in prefixes(before):
            changes[place] = changes.get(place, 0) - 1
    # Always coarse to fine, so that two transactions never wait for each other in a circle.
    counted = [
        {"day": period, "board": BOARD, "level": level, "prefix": prefix, "results": by}
        for (level, prefix), by in sorted(changes.items())
        if by
    ]
    if counted:
        add_to_counts(conn, RANK_COUNTS, counted, "results")
