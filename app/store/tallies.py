"""Statistics: running counts for each rule set of a player, so that they cost the same after ten games and 100,000."""

from bisect import bisect_right
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, select
from sqlalchemy.dialects import postgresql, sqlite

from app.game.rules import RuleSet, rule_set
from app.store.inserting import add_to_counts
from app.store.rows import GameRow
from app.store.schema import TALLIES, TALLY_STEPS

#: Where the steps of a distribution begin: minutes of a win, or of a Vegas game the cards put up.
MINUTES: Final = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
CARDS_UP: Final = (0, 5, 10, 15, 20, 25, 30, 40, 52)


class Tally(NamedTuple):
    """What a player has done under one rule set. The ``won_…`` are sums over the wins, the best ones ``None`` without.

    ``helped`` games had an undo or a hint. ``streak`` is the number of wins in a row up to the last game.
    """

    rules: str
    games: int
    won: int
    helped: int
    best_ms: int | None
    won_ms: int
    best_score: int | None
    won_score: int
    fewest_moves: int | None
    won_moves: int
    streak: int
    longest: int


_COLUMNS = tuple(TALLIES.c[name] for name in Tally._fields)


def add(conn: Connection, row: GameRow) -> None:
    """Count a game that has ended, once it had a move."""
    rules = rule_set(row.rules)
    _add_to_tally(conn, row)
    step = step_of(row, rules)
    if step is not None:
        place = {"player_id": row.player_id, "rules": row.rules, "step": step}
        add_to_counts(conn, TALLY_STEPS, [{**place, "games": 1}], "games")


def step_of(row: GameRow, rules: RuleSet) -> int | None:
    """Return the step of its distribution that an ended game belongs to, ``None`` if it has none."""
    if rules.scoring == "vegas":
        return bisect_right(CARDS_UP, (row.score + 52) // 5) - 1
    if row.status == "won" and rules.timed:
        return bisect_right(MINUTES, row.clock_ms // 60_000) - 1
    return None


def _add_to_tally(conn: Connection, row: GameRow) -> None:
    won = int(row.status == "won")
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    statement = insert(TALLIES).values(
        player_id=row.player_id,
        rules=row.rules,
        games=1,
        won=won,
        helped=int(row.helped != 0),
        best_ms=row.clock_ms if won else None,
        won_ms=row.clock_ms if won else 0,
        best_score=row.score if won else None,
        won_score=row.score if won else 0,
        fewest_moves=row.moves if won else None,
        won_moves=row.moves if won else 0,
        streak=won,
        longest=won,
    )
    new, old = statement.excluded, TALLIES.c
    streak = case((new.won == 1, old.streak + 1), else_=0)
    added = {name: old[name] + new[name] for name in ("games", "won", "helped", "won_ms", "won_score", "won_moves")}
    best = {
        "best_ms": _smaller(old.best_ms, new.best_ms),
        "best_score": -_smaller(-old.best_score, -new.best_score),
        "fewest_moves": _smaller(old.fewest_moves, new.fewest_moves),
        "streak": streak,
        "longest": case((streak > old.longest, streak), else_=old.longest),
    }
    conn.execute(statement.on_conflict_do_update(index_elements=[old.player_id, old.rules], set_=added | best))


def _smaller(one: Any, other: Any) -> ColumnElement[Any]:
    """The smaller of two of which either may be null."""
    return case((one.is_(None), other), (other.is_(None), one), (one < other, one), else_=other)


def of(conn: Connection, player_id: str) -> list[Tally]:
    """Return a player's tallies, by the keys of their rule sets."""
    chosen = select(*_COLUMNS).where(TALLIES.c.player_id == player_id).order_by(TALLIES.c.rules)
    return [Tally._make(values) for values in conn.execute(chosen)]


def distributions(conn: Connection, player_id: str) -> dict[str, dict[int, int]]:
    """Return how many games fall on each step, by rule set; steps without a game are out."""
    steps = TALLY_STEPS.c
    found: dict[str, dict[int, int]] = {}
    for rules, step, games in conn.execute(
        select(steps.rules, steps.step, steps.games).where(steps.player_id == player_id)
    ):
        found.setdefault(rules, {})[step] = games
    return found
