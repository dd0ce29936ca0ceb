"""What is known of a game's deal, and an index of deals by their code"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

HAS_CODE = sa.text("code IS NOT NULL")


def upgrade() -> None:
    op.add_column("games", sa.Column("difficulty", sa.SmallInteger(), nullable=True))
    op.create_index(
        "ix_games_code",
        "games",
        ["code", "rules"],
        unique=False,
        sqlite_where=HAS_CODE,
        postgresql_where=HAS_CODE,
    )


def downgrade() -> None:
    op.drop_index("ix_games_code", table_name="games")
    op.drop_column("games", "difficulty")
