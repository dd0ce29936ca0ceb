"""Runs of the castles"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

RUNNING = sa.text("ended_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "castle_runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("done", sa.SmallInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("end_reason IN ('done', 'time', 'resigned')", name=op.f("ck_castle_runs_end_reason")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_castle_runs")),
    )
    op.create_index(
        "ix_castle_runs_running",
        "castle_runs",
        ["player_id"],
        unique=True,
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.create_table(
        "castle_levels",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["castle_runs.id"], name=op.f("fk_castle_levels_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_castle_levels_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", "level", name=op.f("pk_castle_levels")),
        sa.UniqueConstraint("game_id", name=op.f("uq_castle_levels_game_id")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "castle_bests",
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("done", sa.SmallInteger(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("rank_key", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["castle_runs.id"], name=op.f("fk_castle_bests_run_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("period", "player_id", name=op.f("pk_castle_bests")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_castle_bests_order",
        "castle_bests",
        ["period", "rank_key", "finished_at", "player_id"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_table("castle_bests")
    op.drop_table("castle_levels")
    op.drop_table("castle_runs")
