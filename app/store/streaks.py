"""Which days a player has won or played: what streak and calendar are made of."""

from datetime import date
from typing import Literal

from sqlalchemy import Connection, case, func, select

from app.game.streak import Streak, run_up_to, streak_of
from app.store.schema import GAMES, RESULTS

#: ``won`` on the day itself, ``later`` from the calendar, ``playing`` and ``played`` without a win so far.
Mark = Literal["won", "later", "playing", "played"]
_MARKS: tuple[Mark, ...] = ("played", "playing", "later", "won")


def streak(conn: Connection, player_id: str, today: date) -> Streak:
    """Return the player's streak. Only games that count on a leaderboard count for it."""
    return streak_of(_won_days(conn, player_id, "", today.isoformat()), today)


def streak_at(conn: Connection, player_id: str, day: date, most: int) -> int:
    """Return how many days in a row up to ``day`` the player has won; no more than ``most`` are looked at."""
    first = date.fromordinal(max(day.toordinal() - most + 1, 1))
    return run_up_to(_won_days(conn, player_id, first.isoformat(), day.isoformat()), day)


def _won_days(conn: Connection, player_id: str, first: str, last: str) -> set[date]:
    mine = (RESULTS.c.player_id == player_id, RESULTS.c.day >= first, RESULTS.c.day <= last, RESULTS.c.won)
    return {date.fromisoformat(day) for (day,) in conn.execute(select(RESULTS.c.day).where(*mine).distinct())}


def marks(conn: Connection, player_id: str, first: date, last: date) -> dict[date, Mark]:
    """Return what the player did on the boards of the days from ``first`` to ``last``; days without a game are out."""
    games = GAMES.c
    weight = case(
        (games.status == "playing", 1),
        (games.status == "lost", 0),
        # A game that ended after its day's grace is on no board: it counts like one from the calendar.
        (select(RESULTS.c.game_id).where(RESULTS.c.game_id == games.id).exists(), 3),
        else_=2,
    )
    mine = (games.player_id == player_id, games.day >= first.isoformat(), games.day <= last.isoformat())
    chosen = select(games.day, func.max(weight)).where(*mine, games.started_at.is_not(None)).group_by(games.day)
    return {date.fromisoformat(day): _MARKS[best] for day, best in conn.execute(chosen) if day is not None}


def won_boards(conn: Connection, player_id: str, day: date) -> set[str]:
    """Return the boards of a day that the player has won, in a game that counted or in any other."""
    mine = (GAMES.c.player_id == player_id, GAMES.c.day == day.isoformat(), GAMES.c.status == "won")
    return {board for (board,) in conn.execute(select(GAMES.c.board).where(*mine).distinct())}
