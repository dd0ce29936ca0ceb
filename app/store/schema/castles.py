"""Runs of the castles (R6), their levels and the best of them."""

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, SmallInteger, Table, Text, text

from app.store.schema.metadata import METADATA

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
