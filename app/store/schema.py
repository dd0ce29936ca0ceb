"""The tables. Times are integer milliseconds since 1970 UTC; positions, deals and moves are the game's own texts.

What PostgreSQL alone is told, where an index is partial and how full a page may be, stands in the migrations: here it
would load SQLAlchemy's whole part for PostgreSQL into every server on SQLite.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    # What the name looks like: two names that a reader could take for each other share it.
    Column("name_key", Text, unique=True),
    Column("language", Text),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("coins", Integer, nullable=False, server_default="0"),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

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

# R7.2: a player's first started game on a board.
RANKED_GAMES: Final = Table(
    "ranked_games",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("player_id", Text, primary_key=True),
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("seconds_ms", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    # Smaller is better, see app.store.ranks.
    Column("rank_key", BigInteger, nullable=False),
    Index("ix_results_board", "day", "board", "rank_key", "finished_at", "game_id"),
    Index("ix_results_player", "player_id", "day", "board"),
)

# How many results of a board begin with a prefix of the rank key, so that nobody counts a million rows for a rank.
RANK_COUNTS: Final = Table(
    "rank_counts",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("level", SmallInteger, primary_key=True),
    Column("prefix", BigInteger, primary_key=True),
    Column("results", Integer, nullable=False),
    sqlite_with_rowid=False,
)

DAILIES: Final = Table(
    "dailies",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("deal", Text, nullable=False),
    # The number of the candidate.
    Column("salt", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("proof", Text),
    # What the commitment hides the deal with, see app.game.commitment; days from before there were any have none.
    Column("nonce", Text),
)

VEGAS_LEDGER: Final = Table(
    "vegas_ledger",
    METADATA,
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("draw", SmallInteger, nullable=False),
    Column("balance", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "player_id", "at"),
)

# A player's games on the boards of days, for the calendar. No move changes these columns.
Index(
    "ix_games_daily",
    GAMES.c.player_id,
    GAMES.c.day,
    sqlite_where=text("day IS NOT NULL"),
)

# What wins on the boards of days have paid (R7.6): once a board.
COINS_LEDGER: Final = Table(
    "coins_ledger",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("coins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What players have bought with them.
PURCHASES: Final = Table(
    "purchases",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("item", Text, primary_key=True),
    Column("coins", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Statistics as running counts, see app.store.tallies.
TALLIES: Final = Table(
    "tallies",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("rules", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("helped", Integer, nullable=False),
    Column("best_ms", BigInteger),
    Column("won_ms", BigInteger, nullable=False),
    Column("best_score", Integer),
    Column("won_score", BigInteger, nullable=False),
    Column("fewest_moves", Integer),
    Column("won_moves", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    sqlite_with_rowid=False,
)

TALLY_STEPS: Final = Table(
    "tally_steps",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("rules", Text, primary_key=True),
    Column("step", SmallInteger, primary_key=True),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The running sums of Vegas (R5.2): whole numbers that outgrow 32 bits.
VEGAS_SUMS: Final = Table(
    "vegas_sums",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("draw", SmallInteger, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("all_balance", BigInteger, nullable=False),
    Column("all_games", Integer, nullable=False),
    Column("reset_at", BigInteger),
    sqlite_with_rowid=False,
)

# The days whose ranks have become points, and the points of players by period ("all", "2026-11", "2026-W48").
SETTLED_DAYS: Final = Table("settled_days", METADATA, Column("day", Text, primary_key=True), sqlite_with_rowid=False)
STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("period", Text, primary_key=True),
    Column("player_id", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Index("ix_standings_order", "period", "points", "player_id"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

# What names look like that the host has hidden: nobody can take them again.
REFUSED_NAMES: Final = Table(
    "refused_names",
    METADATA,
    Column("name_key", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Codes that bring a second device along, each once: only their hashes are here.
DEVICE_CODES: Final = Table(
    "device_codes",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

# A player's running game: few rows, and only the start and the end of a game touch it.
Index(
    "ix_games_running",
    GAMES.c.player_id,
    GAMES.c.started_at,
    sqlite_where=text("status = 'playing' AND started_at IS NOT NULL"),
)

# A player's run through the five levels of the castles (R6): one under way at most.
CASTLE_RUNS: Final = Table(
    "castle_runs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("player_id", Text, nullable=False),
    # Levels done, and sums over all levels that have ended, the one that was lost among them.
    Column("done", SmallInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("clock_ms", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("end_reason", Text),
    CheckConstraint("end_reason IN ('done', 'time', 'resigned')", name="end_reason"),
    Index(None, "player_id"),
)
Index(
    "ix_castle_runs_running",
    CASTLE_RUNS.c.player_id,
    unique=True,
    sqlite_where=text("ended_at IS NULL"),
)

CASTLE_LEVELS: Final = Table(
    "castle_levels",
    METADATA,
    Column("run_id", Text, ForeignKey("castle_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("level", SmallInteger, primary_key=True),
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    # What proves the deal, see app.game.proof; levels from before proofs were kept have none.
    Column("proof", Text),
    sqlite_with_rowid=False,
)

# Each player's best run of a period: of all time, a month, a week. Counted in rank_counts like results.
CASTLE_BESTS: Final = Table(
    "castle_bests",
    METADATA,
    Column("period", Text, primary_key=True),
    Column("player_id", Text, primary_key=True),
    Column("run_id", Text, ForeignKey("castle_runs.id", ondelete="CASCADE"), nullable=False),
    Column("points", Integer, nullable=False),
    Column("done", SmallInteger, nullable=False),
    Column("clock_ms", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("rank_key", BigInteger, nullable=False),
    Index("ix_castle_bests_order", "period", "rank_key", "finished_at", "player_id"),
    Index(None, "player_id"),
    Index(None, "run_id"),
    sqlite_with_rowid=False,
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

# Deals that the solver has proven winnable under their rules, waiting for somebody to play them.
READY_DEALS: Final = Table(
    "ready_deals",
    METADATA,
    Column("rules", Text, primary_key=True),
    Column("code", Text, primary_key=True),
    # Thirds of the solver's measure: 0 gentle, 1 medium, 2 hard.
    Column("difficulty", SmallInteger, nullable=False),
    Column("added_at", BigInteger, nullable=False),
    # See app.game.proof; deals from before proofs were kept have none.
    Column("proof", Text),
    sqlite_with_rowid=False,
)

# The number of the deal that is drawn next from the secret for each rule set: no number is used twice.
READY_SERIALS: Final = Table(
    "ready_serials",
    METADATA,
    Column("rules", Text, primary_key=True),
    Column("next", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# How games with proven deals ended, by the solver's difficulty of their deals.
WIN_COUNTS: Final = Table(
    "win_counts",
    METADATA,
    Column("rules", Text, primary_key=True),
    Column("difficulty", SmallInteger, primary_key=True),
    Column("won", Boolean, primary_key=True),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
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

# What programs show instead of a player's cookie: only its hash is here.
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "player_id", "created_at"),
)
