"""Who has played the same deal by the same rules: for those who send each other a deal's link."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from app.store.schema import GAMES, PLAYERS

#: As many finished games are looked at, the first ones; more of one deal is no comparison among friends any more.
MOST: Final = 500
_OF_GAME: Final = ("status", "score", "clock_ms", "moves", "by_program")


class Played(NamedTuple):
    """A player's first finished game of a deal. Equal in all but the finish time share ``rank``."""

    rank: int
    player_id: str
    name: str | None
    won: bool
    score: int
    clock_ms: int
    moves: int
    by_program: bool


def played(conn: Connection, code: str, rules: str) -> list[Played]:
    """Return the first finished game of each player with that deal and rule set: won ones first, then by points.

    Only games that were dealt by a code, so none of a daily, a castle or a deal brought along, and none that was played
    on from where another had come to. Where points are equal the seconds decide, then the moves.
    """
    ended = (
        select(GAMES.c.player_id, PLAYERS.c.name, *(GAMES.c[name] for name in _OF_GAME))
        .select_from(GAMES.outerjoin(PLAYERS, PLAYERS.c.id == GAMES.c.player_id))
        .where(GAMES.c.code == code, GAMES.c.rules == rules, GAMES.c.ended_at.is_not(None))
        .where(GAMES.c.started_at.is_not(None), GAMES.c.practice.is_(False))
        .order_by(GAMES.c.ended_at, GAMES.c.id)
        .limit(MOST)
    )
    first: dict[str, Played] = {}
    for player_id, name, status, *more in conn.execute(ended):
        first.setdefault(player_id, Played(0, player_id, name, status == "won", *more))
    lines: list[Played] = []
    for place, line in enumerate(sorted(first.values(), key=_order), 1):
        shares = lines and _order(lines[-1]) == _order(line)
        lines.append(line._replace(rank=lines[-1].rank if shares else place))
    return lines


def _order(line: Played) -> tuple[bool, int, int, int]:
    return not line.won, -line.score, line.clock_ms // 1000, line.moves
