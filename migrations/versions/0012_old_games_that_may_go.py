"""An index of the ended games that count on no board, by their end: what a host may let go"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_games_old",
        "games",
        ["ended_at"],
        sqlite_where=sa.text("ranked = 0 AND day IS NULL AND ended_at IS NOT NULL"),
        postgresql_where=sa.text("NOT ranked AND day IS NULL AND ended_at IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_games_old", table_name="games")
