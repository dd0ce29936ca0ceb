"""A game as it is stored, and as the law sees it."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from app.game.position import Position, parse_position
from app.game.rules import rule_set
from app.game.state import EndReason, State, Status
from app.store.prepared import Prepared
from app.store.schema import GAMES


class GameRow(NamedTuple):
    """A row of ``games``; what the columns mean stands in :mod:`app.store.schema`."""

    id: str
    player_id: str
    rules: str
    deal: str
    code: str | None
    day: str | None
    board: str | None
    practice: bool
    ranked: bool
    position: str
    version: int
    score: int
    ticks: int
    moves: int
    gain_base: int
    emptied: int
    undo_depth: int
    redo_depth: int
    helped: int
    kept: int
    status: Status
    clock_ms: int
    clock_at: int | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    end_reason: EndReason | None
    difficulty: int | None
    by_program: bool

    @property
    def is_played_on(self) -> bool:
        """Tell whether it was played on from a table that a finished game had come to: it counts nowhere (R7.2)."""
        return self.practice and self.day is None


COLUMNS = tuple(GAMES.c[name] for name in GameRow._fields)
_FLAG = GameRow._fields.index("practice")
_MINE = (GAMES.c.id == bindparam("game_id"), GAMES.c.player_id == bindparam("owner"))
_LOAD = Prepared(select(*COLUMNS).where(*_MINE))
_LOCK = Prepared(select(*COLUMNS).where(*_MINE).with_for_update())

# Positions by their text: what one move writes the next one reads. A fact about texts, so it can never be out of date.
_KNOWN: dict[str, Position] = {}
_KNOWN_MOST = 512


def read_row(values: tuple[object, ...]) -> GameRow:
    """Return the row for the values of :data:`COLUMNS`."""
    practice, ranked = bool(values[_FLAG]), bool(values[_FLAG + 1])  # SQLite has 0 and 1
    return GameRow._make((*values[:_FLAG], practice, ranked, *values[_FLAG + 2 : -1], bool(values[-1])))


def load(conn: Connection, game_id: str, player_id: str) -> GameRow | None:
    """Return the player's game; ``None`` if there is none or it is another's."""
    if "\0" in game_id:  # a form may hold anything, and PostgreSQL fails on this
        return None
    rows = _LOAD.run(conn, {"game_id": game_id, "owner": player_id})
    return read_row(tuple(rows[0])) if rows else None


def lock(conn: Connection, game_id: str, player_id: str) -> GameRow | None:
    """Load the game and keep it from changing until the transaction ends."""
    rows = _LOCK.run(conn, {"game_id": game_id, "owner": player_id})
    return read_row(tuple(rows[0])) if rows else None


def position_of(text: str) -> Position:
    """Return the position of a stored text."""
    known = _KNOWN.get(text)
    return known if known is not None else remember(parse_position(text), text)


def remember(position: Position, text: str) -> Position:
    """Spare the next one who needs ``text`` the reading."""
    if len(_KNOWN) >= _KNOWN_MOST:
        _KNOWN.pop(next(iter(_KNOWN)), None)
    _KNOWN[text] = position
    return position


def state_of(row: GameRow) -> State:
    """Return the state that the law goes on from."""
    return State(
        rules=rule_set(row.rules),
        position=position_of(row.position),
        score=row.score,
        ticks=row.ticks,
        emptied=row.emptied,
        clock_ms=row.clock_ms,
        moves=row.moves,
        version=row.version,
        gain_base=row.gain_base,
        undo_depth=row.undo_depth,
        redo_depth=row.redo_depth,
        helped=row.helped,
        kept=row.kept,
        status=row.status,
        end_reason=row.end_reason,
    )


def with_state(row: GameRow, state: State, now_ms: int) -> GameRow:
    """Return ``row`` with ``state`` in it, its clock running from ``now_ms`` if the game does."""
    text = state.position.text
    remember(state.position, text)
    playing = state.status == "playing"
    ended_at = None if playing else max(now_ms, row.started_at or row.created_at)
    # By place: _replace takes longer than the law does.
    return GameRow(
        *row[:9],
        text,
        state.version,
        state.score,
        state.ticks,
        state.moves,
        state.gain_base,
        state.emptied,
        state.undo_depth,
        state.redo_depth,
        state.helped,
        state.kept,
        state.status,
        state.clock_ms,
        now_ms if playing and row.started_at is not None else None,
        row.created_at,
        row.started_at,
        ended_at,
        state.end_reason,
        *row[27:],
    )
