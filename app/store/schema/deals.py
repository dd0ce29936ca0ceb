"""Deals that wait for somebody to play them."""

from typing import Final

from sqlalchemy import BigInteger, Column, SmallInteger, Table, Text

from app.store.schema.metadata import METADATA

# Deals that the solver has proven winnable under their rules, waiting for somebody to play them.
READY_DEALS: Final = Table(
    "ready_deals",
    METADATA,
    Column("rules", Text, primary_key=True),
    Column("code", Text, primary_key=True),
    # Thirds of the solver's measure: 0 gentle, 1 medium, 2 hard.
    Column("difficulty", SmallInteger, nullable=False),
    Column("added_at", BigInteger, nullable=False),
    # See app.game.proof; deals from before proofs were kept have none.
    Column("proof", Text),
    sqlite_with_rowid=False,
)

# The number of the deal that is drawn next from the secret for each rule set: no number is used twice.
READY_SERIALS: Final = Table(
    "ready_serials",
    METADATA,
    Column("rules", Text, primary_key=True),
    Column("next", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
