"""Days in a row."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.streak import run_up_to, streak_of

TODAY = date(2026, 11, 29)


def days(*ago: int) -> set[date]:
    return {TODAY - timedelta(number) for number in ago}


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        (days(), (0, 0, False)),
        (days(0), (1, 1, True)),
        (days(1), (1, 1, False)),
        (days(2), (0, 1, False)),
        (days(0, 1, 2), (3, 3, True)),
        (days(1, 2, 4), (2, 2, False)),
        (days(0, 2, 3, 4), (1, 3, True)),
        (days(-1, 0), (1, 1, True)),
    ],
)
def test_the_streak_lives_until_a_whole_day_is_missed(won, expected):
    assert streak_of(won, TODAY) == expected


def test_months_and_years_do_not_break_it():
    won = {date(2027, 12, 31), date(2028, 1, 1), date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)}
    assert streak_of(won, date(2028, 3, 1)) == (3, 3, True)
    assert run_up_to(won, date(2028, 1, 1)) == 2


@given(st.sets(st.integers(0, 40)))
def test_it_is_what_counting_back_finds(ago):
    won = days(*ago)
    start = 0 if 0 in ago else 1
    current = 0
    while start + current in ago:
        current += 1
    found = streak_of(won, TODAY)
    assert found.current == current
    assert found.longest >= current
    assert run_up_to(won, TODAY) == (current if 0 in ago else 0)
