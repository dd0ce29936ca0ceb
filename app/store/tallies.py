"""Statistics: running counts for each rule set of a player, so that they cost the same after ten games and 100,000."""

from bisect import bisect_right
from collections import Counter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, insert, or_, select

from app.game.rules import RuleSet, rule_set
from app.store.inserting import add_to_counts, inserting
from app.store.rows import GameRow
from app.store.schema import GAMES, TALLIES, TALLY_STEPS

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
    return _step(rules, row.score, row.clock_ms, is_won=row.status == "won")


def _step(rules: RuleSet, score: int, clock_ms: int, *, is_won: bool) -> int | None:
    if rules.scoring == "vegas":
        return bisect_right(CARDS_UP, (score + 52) // 5) - 1
    if is_won and rules.timed:
        return bisect_right(MINUTES, clock_ms // 60_000) - 1
    return None


def _add_to_tally(conn: Connection, row: GameRow) -> None:
    won = int(row.status == "won")
    statement = inserting(conn, TALLIES).values(
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
    best: dict[str, Any] = {
        "best_ms": _smaller(old.best_ms, new.best_ms),
        "best_score": -_smaller(-old.best_score, -new.best_score),
        "fewest_moves": _smaller(old.fewest_moves, new.fewest_moves),
        "streak": streak,
        "longest": case((streak > old.longest, streak), else_=old.longest),
    }
    conn.execute(statement.on_conflict_do_update(index_elements=[old.player_id, old.rules], set_=added | best))


def join(conn: Connection, guest_id: str, player_id: str) -> None:
    """Make one player's statistics of two players', whose games are the player's already.

    A rule set of which all games are there is counted anew, in the order of their ends. Where the host has let old
    games go, the counts are added; wins in a row are then those of the games that are there, and the most of them
    the longest of any.
    """
    found, steps = _count(conn, player_id)
    parts = [{one.rules: one for one in of(conn, who)} for who in (player_id, guest_id)]
    parts_steps = [distributions(conn, who) for who in (player_id, guest_id)]
    for key in {*parts[0], *parts[1]}:
        counted = found.get(key, _nothing(key))
        added = _added(parts[0].get(key, _nothing(key)), parts[1].get(key, _nothing(key)))
        if added.games > counted.games:
            longest = max(added.longest, counted.longest)
            found[key] = added._replace(streak=counted.streak, longest=longest)
            steps[key] = Counter(parts_steps[0].get(key, {})) + Counter(parts_steps[1].get(key, {}))
    for table in (TALLIES, TALLY_STEPS):
        conn.execute(delete(table).where(table.c.player_id.in_((guest_id, player_id))))
    if found:
        conn.execute(insert(TALLIES), [{"player_id": player_id, **tally._asdict()} for tally in found.values()])
    rows = [
        {"player_id": player_id, "rules": key, "step": step, "games": games}
        for key, counts in steps.items()
        for step, games in counts.items()
    ]
    if rows:
        conn.execute(insert(TALLY_STEPS), rows)


def _count(conn: Connection, player_id: str) -> tuple[dict[str, Tally], dict[str, Counter[int]]]:
    """Return what a player's games come to that have ended and are still there, and their steps."""
    games = GAMES.c
    chosen = select(games.rules, games.status, games.helped, games.clock_ms, games.score, games.moves).where(
        games.player_id == player_id,
        games.started_at.is_not(None),
        games.ended_at.is_not(None),
        or_(games.practice.is_(False), games.day.is_not(None)),  # none that was played on
    )
    found: dict[str, Tally] = {}
    steps: dict[str, Counter[int]] = {}
    for key, status, helped, clock_ms, score, moves in conn.execute(chosen.order_by(games.ended_at, games.id)):
        won = status == "won"
        before = found.get(key, _nothing(key))
        found[key] = _counted(before, clock_ms, score, moves, won=won, helped=helped != 0)
        step = _step(rule_set(key), score, clock_ms, is_won=won)
        if step is not None:
            steps.setdefault(key, Counter())[step] += 1
    return found, steps


def _added(one: Tally, other: Tally) -> Tally:
    """Return both counts together; the wins in a row are one's own, the most of them either's."""
    sums = {
        name: getattr(one, name) + getattr(other, name)
        for name in ("games", "won", "helped", "won_ms", "won_score", "won_moves")
    }
    best: dict[str, Any] = {
        name: least([value for value in (getattr(one, name), getattr(other, name)) if value is not None], default=None)
        for name, least in (("best_ms", min), ("best_score", max), ("fewest_moves", min))
    }
    return one._replace(**sums, **best, longest=max(one.longest, other.longest))


def _nothing(rules: str) -> Tally:
    return Tally(rules, 0, 0, 0, None, 0, None, 0, None, 0, 0, 0)


def _counted(tally: Tally, clock_ms: int, score: int, moves: int, *, won: bool, helped: bool) -> Tally:
    """Return ``tally`` with one more game; what an upsert does to one that is stored, see ``_add_to_tally``."""
    tally = tally._replace(games=tally.games + 1, helped=tally.helped + helped, streak=tally.streak + 1 if won else 0)
    if not won:
        return tally
    return tally._replace(
        won=tally.won + 1,
        best_ms=clock_ms if tally.best_ms is None else min(tally.best_ms, clock_ms),
        won_ms=tally.won_ms + clock_ms,
        best_score=score if tally.best_score is None else max(tally.best_score, score),
        won_score=tally.won_score + score,
        fewest_moves=moves if tally.fewest_moves is None else min(tally.fewest_moves, moves),
        won_moves=tally.won_moves + moves,
        longest=max(tally.longest, tally.streak),
    )


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
