"""A random salt for each day, so that its deal can be committed to beforehand"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("dailies", sa.Column("nonce", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("dailies", "nonce")
