"""What a request's entries come to: the game after them, and what the record holds of them already."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from app.game.auto import put_up, redo_all, undo_all
from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.law import Event
from app.game.record import Entry
from app.game.state import CONTROL_ENTRIES, Game, HistoryMissingError, enter, time_out
from app.store.pace import PERSON, Hand
from app.store.rows import GameRow, state_of
from app.store.schema import ENTRIES

#: So many entries a record may have: at each undo it is replayed, and a real game has some hundred.
MOST_ENTRIES: Final = 5_000

_PUT_UPS: Final = frozenset({"W-F", *(f"T{column}-F" for column in range(1, 8))})


class Attempt(NamedTuple):
    """What a request wants to be entered in a game at ``now_ms``, in this order, up to the first that is refused.

    ``version`` is the one that the player saw. The first ``sent`` of ``texts`` were sent before and no answer came:
    those of them that the record holds at that version are taken already and count as taken now. With ``auto`` cards
    that can never be needed go up by themselves afterwards (R9.3). ``by`` says whose hand it is.
    """

    game_id: str
    player_id: str
    version: int
    texts: Sequence[str]
    now_ms: int
    sent: int = 0
    auto: bool = False
    by: Hand = PERSON


class Entered(NamedTuple):
    """The game after the first ``taken`` texts, the ``entries`` that they made, and what stopped the next one.

    ``told`` has each text that was taken and its events, with those of the cards that went up by themselves after it.

    There are more entries than texts where cards went up by themselves (R9.3).
    """

    game: Game
    entries: list[Entry]
    taken: int
    error: IllegalMoveError | InvalidMoveError | None
    told: list[tuple[str, tuple[Event, ...]]]


def entered(row: GameRow, texts: Sequence[str], clock_ms: int, history: Callable[[], Game], *, auto: bool) -> Entered:
    """Make as many of ``texts`` as the law takes; with ``auto``, cards go up by themselves after the last of them.

    Not between them: each was played at a table on which the ones before it had moved nothing else. ``history``
    gives the game with all that can be undone and redone, where an entry needs that.
    """
    game = Game(state_of(row))
    entries: list[Entry] = []
    told: list[tuple[str, tuple[Event, ...]]] = []
    error: IllegalMoveError | InvalidMoveError | None = None
    for text in texts:
        try:
            if game.state.version >= MOST_ENTRIES and text != "resign" and game.state.status == "playing":
                raise IllegalMoveError("record_full", text, game.state.position.text)
            try:
                game, made = _made(game, text, clock_ms, auto=auto)
            except HistoryMissingError:
                game = history()
                for before in entries:
                    game = enter(game, before.text, before.clock_ms)
                game, made = _made(game, text, clock_ms, auto=auto)
        except (IllegalMoveError, InvalidMoveError) as refused:
            if isinstance(refused, IllegalMoveError) and refused.reason == "time_over":
                game = Game(time_out(game.state))
            error = refused
            break
        entries += made
        told.append((text, game.events))
    if auto and told and told[-1][0] not in CONTROL_ENTRIES:
        game, made = put_up(game, clock_ms)
        entries += made
        told[-1] = (told[-1][0], game.events)
    return Entered(game, entries, len(told), error, told)


def _made(game: Game, text: str, clock_ms: int, *, auto: bool) -> tuple[Game, list[Entry]]:
    if auto and text == "undo":
        return undo_all(game, clock_ms)
    if auto and text == "redo":
        return redo_all(game, clock_ms)
    game = enter(game, text, clock_ms)
    return game, [Entry(text, game.state.clock_ms)]


class MadeBefore(NamedTuple):
    """How many texts of a request the record holds already, and whether cards went up by themselves since."""

    taken: int
    more: bool


def made_before(conn: Connection, game_id: str, version: int, texts: Sequence[str]) -> MadeBefore | None:
    """Look for ``texts``, which were sent before, in the record from ``version`` on.

    ``None`` if the record went on in another way: from another page, or not at all.
    """
    wanted = select(ENTRIES.c.text, ENTRIES.c.clock_ms).where(ENTRIES.c.game_id == game_id, ENTRIES.c.number >= version)
    made = [Entry._make(values) for values in conn.execute(wanted.order_by(ENTRIES.c.number))]
    taken = more = 0
    for entry in made:
        if taken < len(texts) and entry.text == texts[taken]:
            taken += 1
        elif taken and _followed(entry, made[taken + more - 1]):
            more += 1
        else:
            return None
    return MadeBefore(taken, bool(more)) if taken else None


def _followed(entry: Entry, before: Entry) -> bool:
    """Tell whether an entry made itself after the one before it: at once, and of a kind that does."""
    if entry.clock_ms != before.clock_ms:
        return False
    if before.text in ("undo", "redo"):
        return entry.text == before.text
    return entry.text in _PUT_UPS and before.text not in CONTROL_ENTRIES
