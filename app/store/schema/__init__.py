"""The tables. Times are integer milliseconds since 1970 UTC; positions, deals and moves are the game's own texts.

What PostgreSQL alone is told, where an index is partial and how full a page may be, stands in the migrations: here it
would load SQLAlchemy's whole part for PostgreSQL into every server on SQLite.
"""

from app.store.schema.castles import CASTLE_BESTS, CASTLE_LEVELS, CASTLE_RUNS
from app.store.schema.counts import TALLIES, TALLY_STEPS, VEGAS_LEDGER, VEGAS_SUMS, WIN_COUNTS
from app.store.schema.days import DAILIES, RANK_COUNTS, RANKED_GAMES, RESULTS, SETTLED_DAYS, STANDINGS
from app.store.schema.deals import READY_DEALS, READY_SERIALS
from app.store.schema.games import ENTRIES, GAMES
from app.store.schema.metadata import METADATA
from app.store.schema.players import COINS_LEDGER, DEVICE_CODES, PLAYERS, PURCHASES, REFUSED_NAMES, TOKENS

__all__ = [
    "CASTLE_BESTS",
    "CASTLE_LEVELS",
    "CASTLE_RUNS",
    "COINS_LEDGER",
    "DAILIES",
    "DEVICE_CODES",
    "ENTRIES",
    "GAMES",
    "METADATA",
    "PLAYERS",
    "PURCHASES",
    "RANKED_GAMES",
    "RANK_COUNTS",
    "READY_DEALS",
    "READY_SERIALS",
    "REFUSED_NAMES",
    "RESULTS",
    "SETTLED_DAYS",
    "STANDINGS",
    "TALLIES",
    "TALLY_STEPS",
    "TOKENS",
    "VEGAS_LEDGER",
    "VEGAS_SUMS",
    "WIN_COUNTS",
]
