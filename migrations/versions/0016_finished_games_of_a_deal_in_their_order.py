"""Indexes of a deal's finished games in their order, and of its known difficulty: any number may play one deal"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

FINISHED = sa.text("code IS NOT NULL AND started_at IS NOT NULL AND ended_at IS NOT NULL")
KNOWN = sa.text("code IS NOT NULL AND difficulty IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_games_finished_of_code",
        "games",
        ["code", "rules", "ended_at", "id"],
        sqlite_where=FINISHED,
        postgresql_where=FINISHED,
    )
    op.create_index(
        "ix_games_difficulty_of_code",
        "games",
        ["code", "rules", "difficulty"],
        sqlite_where=KNOWN,
        postgresql_where=KNOWN,
    )


def downgrade() -> None:
    op.drop_index("ix_games_difficulty_of_code", table_name="games")
    op.drop_index("ix_games_finished_of_code", table_name="games")
