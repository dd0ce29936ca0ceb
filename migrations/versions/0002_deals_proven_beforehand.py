"""Deals proven beforehand, for new games"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ready_deals",
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.SmallInteger(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("rules", "code", name=op.f("pk_ready_deals")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("ready_deals")
