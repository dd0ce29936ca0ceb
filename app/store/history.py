"""Games with their history, which undo and redo need: replayed from the record, and from nothing else.

Who undoes once will do so again, and would have the whole record replayed each time. So the games
replayed last are kept beside the entries that made them. A kept game is used only where the stored
record begins with those very entries: whatever became of a transaction, it cannot be wrong.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from app.game.deal import Deal
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from app.game.state import Game, Undone, enter, new_game
from app.store.errors import BrokenRecordError
from app.store.prepared import Prepared
from app.store.rows import GameRow
from app.store.schema import ENTRIES

# How many entries all kept games may have together, which is some 5 MB.
KEPT_ENTRIES: Final = 5_000

_ENTRIES = Prepared(
    select(ENTRIES.c.text, ENTRIES.c.clock_ms)
    .where(ENTRIES.c.game_id == bindparam("of_game"), ENTRIES.c.number < bindparam("version"))
    .order_by(ENTRIES.c.number)
)


class _Kept(NamedTuple):
    entries: tuple[Entry, ...]
    game: Game


_kept: dict[str, _Kept] = {}


def record(conn: Connection, row: GameRow) -> Record:
    """Return the record of a game up to the version of ``row``."""
    rows = _ENTRIES.run(conn, {"of_game": row.id, "version": row.version})
    return Record(rule_set(row.rules), Deal.parse(row.deal), tuple([Entry._make(values) for values in rows]))


def game_with_history(conn: Connection, row: GameRow) -> Game:
    """Return the game at the version of ``row``, with all that can be undone and redone.

    Raises :class:`app.store.errors.BrokenRecordError` where the stored record breaks the rules.
    """
    known = record(conn, row)
    entries = known.entries
    kept = _kept.pop(row.id, None)
    if kept is None or entries[: len(kept.entries)] != kept.entries:
        kept = _Kept((), new_game(known.rules, known.deal))
    game = kept.game
    try:
        for text, clock_ms in entries[len(kept.entries) :]:
            game = enter(game, text, clock_ms)
    except ValueError as error:
        raise BrokenRecordError(row.id) from error
    _keep(row.id, _Kept(entries, game))
    return game


def forget(game_id: str) -> None:
    """Keep nothing of a game in which nothing can be undone any more."""
    _kept.pop(game_id, None)


def before_last(conn: Connection, row: GameRow) -> Undone | None:
    """Return the last move that can be taken back and the state before it, if there is one.

    Raises as :func:`game_with_history` does; for readers, so nothing is kept.
    """
    if not row.undo_depth:
        return None
    try:
        return replay(record(conn, row)).past
    except ValueError as error:
        raise BrokenRecordError(row.id) from error


def _keep(game_id: str, kept: _Kept) -> None:
    _kept[game_id] = kept
    total = sum([len(other.entries) for other in list(_kept.values())])
    while total > KEPT_ENTRIES:
        oldest = next(iter(_kept))
        total -= len(_kept.pop(oldest).entries)
