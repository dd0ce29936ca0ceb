"""What names look like with dots between their letters, and with letters of more alphabets"""

import sqlalchemy as sa
from alembic import op

from app.store.names import name_key

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

PLAYERS = sa.table("players", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("name_key", sa.Text))
REFUSED = sa.table("refused_names", sa.column("name_key", sa.Text), sa.column("at", sa.BigInteger))


def upgrade() -> None:
    conn = op.get_bind()
    named = conn.execute(sa.select(PLAYERS).where(PLAYERS.c.name.is_not(None)))
    changed = [(player.id, key) for player in named if (key := name_key(player.name)) != player.name_key]
    for player_id, key in changed:
        # Whoever had the look first keeps it; a name that was there beside it stays as well.
        if conn.execute(sa.select(PLAYERS.c.id).where(PLAYERS.c.name_key == key)).first() is None:
            conn.execute(sa.update(PLAYERS).where(PLAYERS.c.id == player_id).values(name_key=key))
    # Of hidden names only the look is known; what that looks like in turn is hidden too.
    for refused in conn.execute(sa.select(REFUSED)).all():
        key = name_key(refused.name_key)
        if conn.execute(sa.select(REFUSED.c.at).where(REFUSED.c.name_key == key)).first() is None:
            conn.execute(sa.insert(REFUSED).values(name_key=key, at=refused.at))


def downgrade() -> None:
    """The keys do as they are."""
