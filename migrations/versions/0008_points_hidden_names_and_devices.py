"""Points of periods, names that the host has hidden, codes that bring a second device along"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settled_days",
        sa.Column("day", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_settled_days")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standings",
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("period", "player_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_order", "standings", ["period", "points", "player_id"], unique=False)
    op.create_table(
        "refused_names",
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name_key", name=op.f("pk_refused_names")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "device_codes",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_device_codes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_device_codes_player_id", "device_codes", ["player_id"], unique=False)


def downgrade() -> None:
    op.drop_table("device_codes")
    op.drop_table("refused_names")
    op.drop_table("standings")
    op.drop_table("settled_days")
