"""Games that counted on a board of a day and have ended: what everyone may see of them is their result."""

from datetime import date
from typing import NamedTuple

from app.store import boards, games
from app.store.boards import Line
from app.store.errors import GameNotFoundError
from app.store.rows import GameRow
from app.web.site import Visit


class Counted(NamedTuple):
    """A game with the day that it counted for, and its ``line`` there, ``None`` where it was kept off."""

    row: GameRow
    day: date
    line: Line | None
    is_own: bool


async def counted_game(visit: Visit, game_id: str) -> Counted:
    """Return an ended game that counts: anybody's that is on its board, the visitor's own in any case.

    Raises GameNotFoundError for any other game.
    """
    read = visit.site.database.read
    row = await read(games.load_any, game_id)
    if row is None or row.day is None or row.board is None or not row.ranked or row.status == "playing":
        raise GameNotFoundError
    is_own = row.player_id == visit.player_id
    line = await read(boards.own_rank, row.day, row.board, row.player_id)
    if line is not None and line.game_id != row.id:
        line = None
    if line is None and not is_own:
        raise GameNotFoundError
    return Counted(row, date.fromisoformat(row.day), line, is_own)
