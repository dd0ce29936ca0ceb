"""Whose hand plays, and how fast one can: what took less time is nobody's play and stands on no board."""

from typing import Final, NamedTuple

from app.config import Terms
from app.store.rows import GameRow

#: A game that was not won may have so many entries in no time: whoever gives up at once is honest and gains nothing.
FEW_ENTRIES: Final = 10


class Hand(NamedTuple):
    """Whose hand makes an entry; ``may_rank`` says whether a game that a program has a hand in may be ranked."""

    is_program: bool = False
    may_rank: bool = True


PERSON: Final = Hand()


def is_too_fast(row: GameRow, terms: Terms) -> bool:
    """Tell whether an ended game took less time than a hand needs for its entries, on the average.

    However it ended: points count in a game that was given up too. A program's game is measured by whether its host
    lets it count, not by its pace.
    """
    is_held = row.status == "won" or row.version > FEW_ENTRIES
    return is_held and not row.by_program and row.clock_ms < terms.least_ms * row.version
