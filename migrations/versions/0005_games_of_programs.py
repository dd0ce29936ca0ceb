"""Games played by programs, the tokens they show, and an index of untouched deals"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

UNTOUCHED = sa.text("started_at IS NULL")


def upgrade() -> None:
    op.add_column("games", sa.Column("by_program", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(
        "ix_games_untouched",
        "games",
        ["created_at"],
        unique=False,
        sqlite_where=UNTOUCHED,
        postgresql_where=UNTOUCHED,
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index("ix_tokens_player_id_created_at", "tokens", ["player_id", "created_at"], unique=False)


def downgrade() -> None:
    op.drop_table("tokens")
    op.drop_index("ix_games_untouched", table_name="games")
    op.drop_column("games", "by_program")
