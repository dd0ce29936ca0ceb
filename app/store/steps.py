"""Steps: what nearly every move writes, a few columns of its game's row and its entries.

A step names all of the row that could have changed since it was read. Where something did, it writes nothing and
comes out as ``False``: then the whole way, :func:`app.store.games.append`, finds out what to say. So a step may be
made from a row that was read a while ago, and many games' steps may go into one statement.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

from app.game.record import Entry
from app.store.rows import GameRow


class Step(NamedTuple):
    """A running game's row ``before`` and ``after`` some entries that neither started nor ended it."""

    before: GameRow
    after: GameRow
    entries: Sequence[Entry]


class Waiting(NamedTuple):
    """A step, and who waits to hear whether it was taken."""

    step: Step
    future: "asyncio.Future[bool]"

    def answer(self, outcome: bool | BaseException) -> None:
        """Say whether the step was taken, or what went wrong; nobody hears it where the one who asked has gone."""
        if self.future.done():
            return
        if isinstance(outcome, BaseException):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


#: The columns that such entries change, with PostgreSQL's types.
_CHANGING: Final = {
    "position": "text",
    "version": "int",
    "score": "int",
    "ticks": "int",
    "moves": "int",
    "gain_base": "int",
    "emptied": "int",
    "undo_depth": "int",
    "redo_depth": "int",
    "helped": "smallint",
    "kept": "bigint",
    "clock_ms": "bigint",
    "clock_at": "bigint",
}
_SEEN: Final = {"id": "text", "player_id": "text", "version": "int", "clock_at": "bigint"}
_new = itemgetter(*(GameRow._fields.index(name) for name in _CHANGING))
_seen = itemgetter(*(GameRow._fields.index(name) for name in _SEEN))

# A pause changes the clock and not the version, so both are named; the owner, as a game may change hands.
_SQLITE_UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in _CHANGING)} "  # noqa: S608 - names of ours
    "WHERE id = ? AND player_id = ? AND version = ? AND clock_at IS ? AND status = 'playing'"
)
_SQLITE_INSERT: Final = "INSERT INTO entries (game_id, number, text, clock_ms) VALUES (?, ?, ?, ?)"


def _postgres_statement() -> str:
    columns = [("new_" + name, kind) for name, kind in _CHANGING.items()]
    columns += [("seen_" + name, kind) for name, kind in _SEEN.items()]
    entries = (("game_id", "text"), ("number", "int"), ("text", "text"), ("clock_ms", "bigint"))
    arrays = [f"${place}::{kind}[]" for place, (_, kind) in enumerate((*columns, *entries), 1)]
    return (
        f"WITH step AS (SELECT * FROM unnest({', '.join(arrays[: len(columns)])})"  # noqa: S608 - names of ours
        f" AS s({', '.join(name for name, _ in columns)})),"
        f" moved AS (UPDATE games SET {', '.join(f'{name} = step.new_{name}' for name in _CHANGING)} FROM step"
        " WHERE games.id = step.seen_id AND games.player_id = step.seen_player_id"
        " AND games.version = step.seen_version AND games.clock_at IS NOT DISTINCT FROM step.seen_clock_at"
        " AND games.status = 'playing' RETURNING games.id),"
        " made AS (INSERT INTO entries (game_id, number, text, clock_ms)"
        f" SELECT e.* FROM unnest({', '.join(arrays[len(columns) :])}) AS e(game_id, number, text, clock_ms)"
        " JOIN moved ON moved.id = e.game_id)"
        " SELECT id FROM moved"
    )


def _postgres_single() -> str:
    columns = [*_CHANGING.items(), *_SEEN.items(), ("number", "int"), ("text", "text"), ("clock_ms", "bigint")]
    values = [f"${place}::{kind}" for place, (_, kind) in enumerate(columns, 1)]
    changes = ", ".join(f"{name} = {value}" for name, value in zip(_CHANGING, values, strict=False))
    game, player, version, clock = values[len(_CHANGING) : -3]
    return (
        f"WITH moved AS (UPDATE games SET {changes} WHERE id = {game} AND player_id = {player}"  # noqa: S608 - as above
        f" AND version = {version} AND clock_at IS NOT DISTINCT FROM {clock} AND status = 'playing' RETURNING id)"
        " INSERT INTO entries (game_id, number, text, clock_ms)"
        f" SELECT id, {', '.join(values[-3:])} FROM moved RETURNING game_id"
    )


#: Takes :func:`postgres_arrays`, and returns the ids of the games that took their step.
POSTGRES_STATEMENT: Final = _postgres_statement()
#: The same for a lone step of one entry, in two thirds of the time: takes :func:`postgres_values`.
POSTGRES_SINGLE: Final = _postgres_single()


def entry_rows(step: Step) -> list[tuple[str, int, str, int]]:
    """Return the rows of ``entries`` that a step adds."""
    game_id, first = step.before.id, step.before.version
    return [(game_id, first + n, entry.text, entry.clock_ms) for n, entry in enumerate(step.entries)]


def save_on_sqlite(raw: sqlite3.Connection, steps: Sequence[Step]) -> list[bool]:
    """Write steps inside the transaction that ``raw`` is in; tell of each whether it was written."""
    saved = []
    made = []
    for step in steps:
        is_saved = raw.execute(_SQLITE_UPDATE, _new(step.after) + _seen(step.before)).rowcount == 1
        saved.append(is_saved)
        if is_saved:
            made += entry_rows(step)
    raw.executemany(_SQLITE_INSERT, made)
    return saved


def postgres_arrays(steps: Sequence[Step]) -> list[tuple[Any, ...]]:
    """Return one array for each column of steps of different games, then one for each column of their entries."""
    rows = [_new(step.after) + _seen(step.before) for step in steps]
    made = [row for step in steps for row in entry_rows(step)]
    return [*zip(*rows, strict=True), *zip(*made, strict=True)]


def postgres_values(step: Step) -> tuple[Any, ...]:
    """Return what :data:`POSTGRES_SINGLE` takes of a step of one entry."""
    ((_, *entry),) = entry_rows(step)
    return (*_new(step.after), *_seen(step.before), *entry)
