"""Names that are kept already: what they look like, worked out anew when more is known of letters. For migrations."""

import sqlalchemy as sa

from app.store.names import name_key

# Only what is needed of them, and as it has been since there are names: later columns are not there yet.
_PLAYERS = sa.table("players", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("name_key", sa.Text))
_REFUSED = sa.table("refused_names", sa.column("name_key", sa.Text), sa.column("at", sa.BigInteger))


def renew_keys(conn: sa.Connection) -> None:
    """Keep every name, and every hidden one, by what it looks like today."""
    named = conn.execute(sa.select(_PLAYERS).where(_PLAYERS.c.name.is_not(None)))
    changed = [(player.id, key) for player in named if (key := name_key(player.name)) != player.name_key]
    for player_id, key in changed:
        # Whoever had the look first keeps it; a name that was there beside it stays as well.
        if conn.execute(sa.select(_PLAYERS.c.id).where(_PLAYERS.c.name_key == key)).first() is None:
            conn.execute(sa.update(_PLAYERS).where(_PLAYERS.c.id == player_id).values(name_key=key))
    # Of hidden names only the look is known; what that looks like in turn is hidden too.
    for refused in conn.execute(sa.select(_REFUSED)).all():
        key = name_key(refused.name_key)
        if conn.execute(sa.select(_REFUSED.c.at).where(_REFUSED.c.name_key == key)).first() is None:
            conn.execute(sa.insert(_REFUSED).values(name_key=key, at=refused.at))
