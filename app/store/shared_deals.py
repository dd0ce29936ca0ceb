"""Who has played the same deal by the same rules: for those who send each other a deal's link."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from app.store.schema import GAMES, PLAYERS

#: As many finished games are looked at, the first ones; more of one deal is no comparison among friends any more.
MOST: Final = 500


class Played(NamedTuple):
    """A player's first finished game of a deal. Equal in all but the finish time share ``rank``."""

    rank: int
    player_id: str
    name: str | None
    won: bool
    score: int
    clock_ms: int
    moves: int


def played(conn: Connection, code: str, rules: str) -> list[Played]:
    """Return the first finished game of each player with that deal and rule set: won ones first, then by points.

    Only games that were dealt by a code, so none of a daily, a castle or a deal brought along. Where points are
    equal the seconds decide, then the moves.
    """
    ended = (
        select(GAMES.c.player_id, PLAYERS.c.name, GAMES.c.status, GAMES.c.score, GAMES.c.clock_ms, GAMES.c.moves)
        .select_from(GAMES.outerjoin(PLAYERS, PLAYERS.c.id == GAMES.c.player_id))
        .where(GAMES.c.code == code, GAMES.c.rules == rules, GAMES.c.ended_at.is_not(None))
        .where(GAMES.c.started_at.is_not(None))
        .order_by(GAMES.c.ended_at, GAMES.c.id)
        .limit(MOST)
    )
    first: dict[str, tuple[str, str | None, bool, int, int, int]] = {}
    for player_id, name, status, score, clock_ms, moves in conn.execute(ended):
        first.setdefault(player_id, (player_id, name, status == "won", score, clock_ms, moves))
    lines: list[Played] = []
    best_first = sorted(first.values(), key=_order)
    for place, line in enumerate(best_first, 1):
        shares = lines and _order(best_first[place - 2]) == _order(line)
        lines.append(Played(lines[-1].rank if shares else place, *line))
    return lines


def _order(line: tuple[str, str | None, bool, int, int, int]) -> tuple[bool, int, int, int]:
    _, _, won, score, clock_ms, moves = line
    return not won, -score, clock_ms // 1000, moves
