"""The deals of days, the games and results that count on their boards, and what the ranks there come to."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, Table, Text

from app.store.schema.metadata import METADATA

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
