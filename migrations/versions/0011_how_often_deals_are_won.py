"""How often deals of each difficulty are won here"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "win_counts",
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("rules", "difficulty", "won", name=op.f("pk_win_counts")),
        sqlite_with_rowid=False,
    )
    # What was played before this was counted. A clock makes no deal harder, so games without one are the same.
    op.execute(
        "INSERT INTO win_counts (rules, difficulty, won, games) "
        "SELECT replace(rules, '+untimed', ''), difficulty, status = 'won', count(*) FROM games "
        "WHERE difficulty IS NOT NULL AND started_at IS NOT NULL AND ended_at IS NOT NULL AND NOT by_program "
        "GROUP BY replace(rules, '+untimed', ''), difficulty, status = 'won'"
    )


def downgrade() -> None:
    op.drop_table("win_counts")
