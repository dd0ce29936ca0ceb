"""The two writes of the hot path: a game's row, naming the version that was seen, and the entries that made it."""

from collections.abc import Sequence

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Connection,
    Integer,
    Text,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)

from app.game.record import Entry
from app.store.prepared import Prepared
from app.store.rows import GameRow
from app.store.schema import ENTRIES, GAMES

# All that changes during a game.
_CHANGING = (
    "practice",
    "ranked",
    "position",
    "version",
    "score",
    "ticks",
    "moves",
    "gain_base",
    "emptied",
    "undo_depth",
    "redo_depth",
    "helped",
    "kept",
    "status",
    "clock_ms",
    "clock_at",
    "started_at",
    "ended_at",
    "end_reason",
    "by_program",
)
# Parameters are named apart from the columns, as the condition names columns too.
_NEW_NAMES = tuple(f"new_{name}" for name in GameRow._fields)
_UPDATE = (
    update(GAMES)
    .where(
        GAMES.c.id == bindparam("game_id"),
        GAMES.c.version == bindparam("seen"),
        # Who has it may have changed too, where two devices have become one player's meanwhile.
        GAMES.c.player_id == bindparam("new_player_id"),
        GAMES.c.status == literal_column("'playing'"),
    )
    .values({name: bindparam(f"new_{name}", type_=GAMES.c[name].type) for name in _CHANGING})
    .returning(GAMES.c.id)
)
_UPDATE_ROW = Prepared(_UPDATE)
_INSERT_ENTRY = Prepared(
    insert(ENTRIES).values(
        game_id=bindparam("game_id"),
        number=bindparam("entry_number"),
        text=bindparam("entry_text"),
        clock_ms=bindparam("entry_clock"),
    )
)


def _update_and_insert() -> Prepared:
    """Both in one statement: one way to the server and back instead of two."""
    moved = _UPDATE.cte("moved")
    entries = (
        func.unnest(
            bindparam("numbers", type_=ARRAY(Integer)),
            bindparam("texts", type_=ARRAY(Text)),
            bindparam("clocks", type_=ARRAY(BigInteger)),
        )
        .table_valued("number", "text", "clock_ms", name="made")
        .render_derived()
    )
    rows = select(moved.c.id, entries.c.number, entries.c.text, entries.c.clock_ms).select_from(moved, entries)
    return Prepared(
        insert(ENTRIES)
        .from_select(["game_id", "number", "text", "clock_ms"], rows)
        .returning(ENTRIES.c.number)
        .add_cte(moved)
    )


_UPDATE_AND_INSERT = _update_and_insert()


def save(conn: Connection, row: GameRow, seen: int, entries: Sequence[Entry]) -> bool:
    """Write ``row`` and its new ``entries`` over the version ``seen``; ``False`` if another came first."""
    values: dict[str, object] = dict(zip(_NEW_NAMES, row, strict=True))
    values["game_id"] = row.id
    values["seen"] = seen
    if conn.dialect.name == "postgresql" and entries:
        values["numbers"] = list(range(seen, seen + len(entries)))
        values["texts"] = [entry.text for entry in entries]
        values["clocks"] = [entry.clock_ms for entry in entries]
        return bool(_UPDATE_AND_INSERT.run(conn, values))
    if not _UPDATE_ROW.run(conn, values):
        return False
    for number, entry in enumerate(entries, seen):
        numbered = {"game_id": row.id, "entry_number": number, "entry_text": entry.text, "entry_clock": entry.clock_ms}
        _INSERT_ENTRY.run(conn, numbered)
    return True
