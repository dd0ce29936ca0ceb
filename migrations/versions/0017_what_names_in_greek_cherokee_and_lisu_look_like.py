"""What names with Greek, Cherokee or Lisu letters look like, by what is known of these letters now"""

import sqlalchemy as sa
from alembic import op

from app.store.names import name_key

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

PLAYERS = sa.table("players", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("name_key", sa.Text))


def upgrade() -> None:
    conn = op.get_bind()
    named = conn.execute(sa.select(PLAYERS).where(PLAYERS.c.name.is_not(None)))
    changed = [(player.id, key) for player in named if (key := name_key(player.name)) != player.name_key]
    for player_id, key in changed:
        # Whoever had the look first keeps it; a name that was there beside it stays as well.
        if conn.execute(sa.select(PLAYERS.c.id).where(PLAYERS.c.name_key == key)).first() is None:
            conn.execute(sa.update(PLAYERS).where(PLAYERS.c.id == player_id).values(name_key=key))


def downgrade() -> None:
    """The keys do as they are."""
