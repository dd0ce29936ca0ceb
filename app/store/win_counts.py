"""How often people win the deals of each difficulty here: counted as games end, so that asking costs nothing."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from app.store.inserting import add_to_counts
from app.store.rows import GameRow
from app.store.schema import WIN_COUNTS

#: The solver's difficulties, 0 gentle … 2 hard.
DIFFICULTIES: Final = 3


class Rate(NamedTuple):
    """How many games were ended, and how many of them by a win."""

    games: int
    won: int


def add(conn: Connection, row: GameRow) -> None:
    """Count a game that has ended after a move, if its deal is proven and no program had a hand in it."""
    if row.difficulty is None or row.by_program:
        return
    place: dict[str, object] = {"rules": counted_as(row.rules), "difficulty": row.difficulty}
    add_to_counts(conn, WIN_COUNTS, [place | {"won": row.status == "won", "games": 1}], "games")


def counted_as(rules: str) -> str:
    """Return the key under which a rule set's games are counted: a clock makes no deal harder."""
    return rules.replace("+untimed", "")


def by_difficulty(conn: Connection, rules: str | None = None) -> list[Rate]:
    """Return the rate of each difficulty, under one rule set or over all."""
    columns = (WIN_COUNTS.c.difficulty, WIN_COUNTS.c.won, func.sum(WIN_COUNTS.c.games))
    counted = select(*columns).group_by(WIN_COUNTS.c.difficulty, WIN_COUNTS.c.won)
    if rules is not None:
        counted = counted.where(WIN_COUNTS.c.rules == counted_as(rules))
    games, wins = [0] * DIFFICULTIES, [0] * DIFFICULTIES
    for difficulty, won, number in conn.execute(counted):
        games[difficulty] += int(number)
        wins[difficulty] += int(number) if won else 0
    return [Rate(*pair) for pair in zip(games, wins, strict=True)]
