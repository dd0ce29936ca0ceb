"""The tables of games, players and days"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

RUNNING = "status = 'playing' AND started_at IS NOT NULL"


def upgrade() -> None:
    op.create_table(
        "dailies",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_dailies")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("day", sa.Text(), nullable=True),
        sa.Column("board", sa.Text(), nullable=True),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("ticks", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("gain_base", sa.Integer(), nullable=False),
        sa.Column("emptied", sa.Integer(), nullable=False),
        sa.Column("undo_depth", sa.Integer(), nullable=False),
        sa.Column("redo_depth", sa.Integer(), nullable=False),
        sa.Column("helped", sa.SmallInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), nullable=False),
        sa.Column("clock_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("end_reason IN ('won', 'resigned', 'left', 'time')", name=op.f("ck_games_end_reason")),
        sa.CheckConstraint("status IN ('playing', 'won', 'lost')", name=op.f("ck_games_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index("ix_games_player_id_created_at", "games", ["player_id", "created_at"], unique=False)
    op.create_index(
        "ix_games_running",
        "games",
        ["player_id", "started_at"],
        unique=False,
        sqlite_where=sa.text(RUNNING),
        postgresql_where=sa.text(RUNNING),
    )

    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("coins", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("name_key", name=op.f("uq_players_name_key")),
    )
    op.create_table(
        "rank_counts",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("prefix", sa.BigInteger(), nullable=False),
        sa.Column("results", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "board", "level", "prefix", name=op.f("pk_rank_counts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ranked_games",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_ranked_games_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("day", "board", "player_id", name=op.f("pk_ranked_games")),
        sa.UniqueConstraint("game_id", name=op.f("uq_ranked_games_game_id")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("seconds_ms", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("rank_key", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_board", "results", ["day", "board", "rank_key", "finished_at", "game_id"], unique=False)
    op.create_index("ix_results_player", "results", ["player_id", "day", "board"], unique=False)

    op.create_table(
        "vegas_ledger",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("draw", sa.SmallInteger(), nullable=False),
        sa.Column("balance", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_vegas_ledger_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_vegas_ledger")),
    )
    op.create_index("ix_vegas_ledger_player_id_at", "vegas_ledger", ["player_id", "at"], unique=False)


def downgrade() -> None:
    op.drop_table("vegas_ledger")
    op.drop_table("results")
    op.drop_table("ranked_games")
    op.drop_table("entries")
    op.drop_table("rank_counts")
    op.drop_table("players")
    op.drop_table("games")
    op.drop_table("dailies")
