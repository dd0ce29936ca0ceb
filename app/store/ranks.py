"""Where a result stands on its board: R7.3 as one number that an index can sort."""

from typing import Final

# The fields of a key from the highest bits to the lowest; what does not fit is cut to the largest that does.
POINTS_BITS: Final = 20
SECONDS_BITS: Final = 18  # three days; a day and its grace are two
MOVES_BITS: Final = 24
_POINTS_ZERO: Final = 1 << (POINTS_BITS - 1)  # points may be negative (R5.1)

# The prefixes of a key that results are counted by: how many low bits each leaves out. From one to the
# next a prefix has at most 2^11 continuations, so that summing what stands before a key stays short.
LEVELS: Final = (MOVES_BITS + SECONDS_BITS + 9, MOVES_BITS + SECONDS_BITS, MOVES_BITS + 7, MOVES_BITS, 0)


def rank_key(*, won: bool, score: int, clock_ms: int, moves: int, wins_count: bool) -> int:
    """Return the key of a result, 0 … 2^63 − 1; the smaller one is better, equal ones share a rank.

    ``wins_count`` says that won comes before not won (Standard); otherwise only the points do (Vegas).
    """
    lost = int(wins_count and not won)
    missing = (1 << POINTS_BITS) - 1 - _within(score + _POINTS_ZERO, POINTS_BITS)
    key = lost
    for value, bits in ((missing, POINTS_BITS), (clock_ms // 1000, SECONDS_BITS), (moves, MOVES_BITS)):
        key = (key << bits) | _within(value, bits)
    return key


def points_of(key: int) -> int:
    """Return the points of a key of :func:`rank_key`."""
    missing = key >> (SECONDS_BITS + MOVES_BITS) & (1 << POINTS_BITS) - 1
    return (1 << POINTS_BITS) - 1 - missing - _POINTS_ZERO


def _within(value: int, bits: int) -> int:
    return min(max(value, 0), (1 << bits) - 1)


def prefixes(key: int) -> list[tuple[int, int]]:
    """Return (level, prefix) for each level, coarse to fine; the last prefix is the key itself."""
    return [(level, key >> bits) for level, bits in enumerate(LEVELS)]


def before(key: int) -> list[tuple[int, int, int]]:
    """Return (level, first, end): the prefixes whose results together are all those better than ``key``.

    ``first`` ≤ prefix < ``end``: on each level the ones that share the next coarser prefix with the key
    and come before it.
    """
    ranges = []
    coarser = LEVELS[0] + 64
    for level, bits in enumerate(LEVELS):
        first = key >> coarser << (coarser - bits)
        ranges.append((level, first, key >> bits))
        coarser = bits
    return ranges
