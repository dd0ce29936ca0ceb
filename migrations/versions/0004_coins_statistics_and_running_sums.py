"""Coins, statistics and running sums"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

HAS_DAY = sa.text("day IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_games_daily",
        "games",
        ["player_id", "day"],
        unique=False,
        sqlite_where=HAS_DAY,
        postgresql_where=HAS_DAY,
    )
    op.create_table(
        "coins_ledger",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("coins", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "day", "board", name=op.f("pk_coins_ledger")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "purchases",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("coins", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "item", name=op.f("pk_purchases")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tallies",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("helped", sa.Integer(), nullable=False),
        sa.Column("best_ms", sa.BigInteger(), nullable=True),
        sa.Column("won_ms", sa.BigInteger(), nullable=False),
        sa.Column("best_score", sa.Integer(), nullable=True),
        sa.Column("won_score", sa.BigInteger(), nullable=False),
        sa.Column("fewest_moves", sa.Integer(), nullable=True),
        sa.Column("won_moves", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "rules", name=op.f("pk_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tally_steps",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "rules", "step", name=op.f("pk_tally_steps")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vegas_sums",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("draw", sa.SmallInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("all_balance", sa.BigInteger(), nullable=False),
        sa.Column("all_games", sa.Integer(), nullable=False),
        sa.Column("reset_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "draw", name=op.f("pk_vegas_sums")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("vegas_sums")
    op.drop_table("tally_steps")
    op.drop_table("tallies")
    op.drop_table("purchases")
    op.drop_table("coins_ledger")
    op.drop_index("ix_games_daily", table_name="games")
