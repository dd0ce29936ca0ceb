"""Games, and the entries that their records are made of."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

from app.store.schema.metadata import METADATA

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    # No foreign key: a bare visit and an untouched deal make no player (the first move does).
    Column("player_id", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("deal", Text, nullable=False),
    Column("code", Text),
    Column("day", Text),
    Column("board", Text),
    Column("practice", Boolean, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("position", Text, nullable=False),
    # The number of entries in the record: what an update must name to be applied.
    Column("version", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("ticks", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("gain_base", Integer, nullable=False),
    Column("emptied", Integer, nullable=False),
    Column("undo_depth", Integer, nullable=False),
    Column("redo_depth", Integer, nullable=False),
    Column("helped", SmallInteger, nullable=False),
    # The cards taken down that auto-moves leave alone (R9.3): 52 bits by card index.
    Column("kept", BigInteger, nullable=False, server_default="0"),
    Column("status", Text, nullable=False),
    # The game clock when it was last stopped or an entry was made, and since when it has been running.
    Column("clock_ms", BigInteger, nullable=False),
    Column("clock_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("end_reason", Text),
    # Of a deal that was proven winnable by these rules: 0 gentle, 1 medium, 2 hard.
    Column("difficulty", SmallInteger),
    # Whether any entry came from a program.
    Column("by_program", Boolean, nullable=False, server_default=false()),
    CheckConstraint("status IN ('playing', 'won', 'lost')", name="status"),
    CheckConstraint("end_reason IN ('won', 'resigned', 'left', 'time')", name="end_reason"),
    # Holds no column that a move changes, so that a move touches no index.
    Index(None, "player_id", "created_at"),
)

# A player's games on the boards of days, for the calendar. No move changes these columns.
Index(
    "ix_games_daily",
    GAMES.c.player_id,
    GAMES.c.day,
    sqlite_where=text("day IS NOT NULL"),
)

# A player's running game: few rows, and only the start and the end of a game touch it.
Index(
    "ix_games_running",
    GAMES.c.player_id,
    GAMES.c.started_at,
    sqlite_where=text("status = 'playing' AND started_at IS NOT NULL"),
)

# Games by their deal's code: only versions before 0.1.0 ask by it. It goes when none of them can be running any more.
Index(
    "ix_games_code",
    GAMES.c.code,
    GAMES.c.rules,
    sqlite_where=text("code IS NOT NULL"),
)

# The finished games of a deal in their order, for those who play the same one: any number may have done so.
Index(
    "ix_games_finished_of_code",
    GAMES.c.code,
    GAMES.c.rules,
    GAMES.c.ended_at,
    GAMES.c.id,
    sqlite_where=text("code IS NOT NULL AND started_at IS NOT NULL AND ended_at IS NOT NULL"),
)

Index(
    "ix_games_difficulty_of_code",
    GAMES.c.code,
    GAMES.c.rules,
    GAMES.c.difficulty,
    sqlite_where=text("code IS NOT NULL AND difficulty IS NOT NULL"),
)

# Deals nobody has made a move on, the oldest first to go.
Index(
    "ix_games_untouched",
    GAMES.c.created_at,
    sqlite_where=text("started_at IS NULL"),
)

# Ended games that count on no board and no day, the oldest first: a host may let them go.
Index(
    "ix_games_old",
    GAMES.c.ended_at,
    sqlite_where=text("ranked = 0 AND day IS NULL AND ended_at IS NOT NULL"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    # No foreign key: PostgreSQL would lock the game's row again for each entry, and the one place that
    # writes entries does so together with that row.
    Column("game_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("clock_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
