"""Cards that auto-moves leave alone"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("kept", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("games", "kept")
