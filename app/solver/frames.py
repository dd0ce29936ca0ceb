"""What stands in a frame of the searches: one state, and where the search goes on from it.

A frame is a tuple of whole numbers: the eight parts of a state (cards up, rooted, free, in the stock, how many of these
lie in the waste, redeals used, key, empty columns), then those named here; with whole runs one more, where cards lie.
"""

from typing import Final

#: What a frame may wait for: nothing, the search over reversible moves, or a king for the column just emptied.
#: Any number above zero is a class mask: the card that goes there must be the next to move (S6).
FREE: Final = 0
REVERSIBLE: Final = -1
KING: Final = -2

# The places of a frame's parts after the first eight.
DEPTH: Final = 8
WAIT: Final = 9
STEP: Final = 10

#: Flags beside the card's index in a frame's step.
TO_FOUNDATION: Final = 64
FROM_STOCK: Final = 128
NO_STEP: Final = 256

#: More frames than any way has.
MAX_DEPTH: Final = 256

# How a search ends.
WON: Final = 1
LOST: Final = 2
OUT_OF_BUDGET: Final = 3
CANCELLED: Final = 4
