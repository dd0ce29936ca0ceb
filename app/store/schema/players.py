"""Players: their names, their coins, and what brings another device or a program to them."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from app.store.schema.metadata import METADATA

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    # What the name looks like: two names that a reader could take for each other share it.
    Column("name_key", Text, unique=True),
    Column("language", Text),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("coins", Integer, nullable=False, server_default="0"),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

# What names look like that the host has hidden: nobody can take them again.
REFUSED_NAMES: Final = Table(
    "refused_names",
    METADATA,
    Column("name_key", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Codes that bring a second device along, each once: only their hashes are here.
DEVICE_CODES: Final = Table(
    "device_codes",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

# What programs show instead of a player's cookie: only its hash is here.
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "player_id", "created_at"),
)

# What wins on the boards of days have paid (R7.6): once a board.
COINS_LEDGER: Final = Table(
    "coins_ledger",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("coins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What players have bought with them.
PURCHASES: Final = Table(
    "purchases",
    METADATA,
    Column("player_id", Text, primary_key=True),
    Column("item", Text, primary_key=True),
    Column("coins", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
