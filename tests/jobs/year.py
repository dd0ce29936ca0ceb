"""A year of days and, for a key of the tests, the number of the candidate that is each day's deal."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

KEY = b"a key of this test, 32 bytes ..."
FIRST = date(2027, 1, 1)
DAYS = 365
PLACE = Path(__file__).parent / "data" / "year_of_candidates.txt"


def days() -> Iterator[date]:
    """Yield the year's days."""
    return (FIRST + timedelta(number) for number in range(DAYS))


def numbers() -> list[int]:
    """Return the candidate's number of each day, as tests/bench/solver_year.py found them."""
    return [int(word) for word in PLACE.read_text("ascii").split()]
