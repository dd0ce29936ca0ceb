"""What games that have ended add up to: statistics, and the running sums of Vegas."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, Table, Text

from app.store.schema.metadata import METADATA

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
