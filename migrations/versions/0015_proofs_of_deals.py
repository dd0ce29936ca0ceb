"""What proves the deals that lie ready and those of the castles' levels, and how many were drawn from the secret"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("ready_deals", sa.Column("proof", sa.Text(), nullable=True))
    op.add_column("castle_levels", sa.Column("proof", sa.Text(), nullable=True))
    op.create_table(
        "ready_serials",
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("rules", name=op.f("pk_ready_serials")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("ready_serials")
    op.drop_column("castle_levels", "proof")
    op.drop_column("ready_deals", "proof")
