from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.day import day_end_ms, day_of, day_start_ms

HOUR = 3_600_000
BERLIN = ZoneInfo("Europe/Berlin")


def ms(text: str) -> int:
    """An instant, read with its own offset: `2026-11-29T23:59:59+00:00`."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-11-29T00:00:00+00:00", date(2026, 11, 29)),
        ("2026-11-29T23:59:59+00:00", date(2026, 11, 29)),
        ("2026-11-30T00:00:00+00:00", date(2026, 11, 30)),
    ],
)
def test_the_day_changes_at_midnight_to_the_second(instant, day):
    assert day_of(ms(instant), UTC) == day


def test_the_last_millisecond_of_a_day_is_still_that_day():
    end = ms("2026-11-30T00:00:00+00:00")
    assert day_of(end - 1, UTC) == date(2026, 11, 29)
    assert day_of(end, UTC) == date(2026, 11, 30)


@pytest.mark.parametrize(
    ("day", "hours", "start"),
    [
        (date(2026, 3, 28), 24, "2026-03-28T00:00:00+01:00"),
        (date(2026, 3, 29), 23, "2026-03-29T00:00:00+01:00"),
        (date(2026, 3, 30), 24, "2026-03-30T00:00:00+02:00"),
        (date(2026, 10, 24), 24, "2026-10-24T00:00:00+02:00"),
        (date(2026, 10, 25), 25, "2026-10-25T00:00:00+02:00"),
        (date(2026, 10, 26), 24, "2026-10-26T00:00:00+01:00"),
    ],
)
def test_the_nights_when_clocks_change_have_one_day_each(day, hours, start):
    begin, end = day_start_ms(day, BERLIN), day_end_ms(day, BERLIN)
    assert begin == ms(start)
    assert end - begin == hours * HOUR
    assert end == day_start_ms(day + timedelta(days=1), BERLIN)
    for hour in range(hours):
        assert day_of(begin + hour * HOUR, BERLIN) == day
    assert day_of(begin - 1, BERLIN) == day - timedelta(days=1)
    assert day_of(end - 1, BERLIN) == day
    assert day_of(end, BERLIN) == day + timedelta(days=1)


def test_a_day_whose_midnight_is_skipped_begins_when_clocks_skip_it():
    # São Paulo, 4 November 2018: 23:59:59 was followed by 01:00:00.
    zone = ZoneInfo("America/Sao_Paulo")
    day = date(2018, 11, 4)
    assert day_start_ms(day, zone) == ms("2018-11-04T01:00:00-02:00")
    assert day_end_ms(day, zone) - day_start_ms(day, zone) == 23 * HOUR


def test_a_day_whose_midnight_comes_twice_begins_at_the_first_and_is_not_left_again():
    # Havana, 1 November 2026: 00:59:59 is followed by 00:00:00. St John's, 7 November 2010: 00:00:59 by 23:01:00.
    havana = ZoneInfo("America/Havana")
    assert day_start_ms(date(2026, 11, 1), havana) == ms("2026-11-01T00:00:00-04:00")
    johns = ZoneInfo("America/St_Johns")
    begin = day_start_ms(date(2010, 11, 7), johns)
    assert [day_of(begin + minutes * 60_000, johns).day for minutes in (-1, 0, 1, 30, 59, 60, 61, 90)] == [6] + [7] * 7


@given(
    instant=st.integers(min_value=ms("1990-01-01T00:00:00+00:00"), max_value=ms("2060-01-01T00:00:00+00:00")),
    later=st.integers(min_value=0, max_value=3 * 24 * HOUR),
    zone=st.sampled_from(
        ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza"]
    ),
)
def test_every_instant_lies_within_its_day_and_days_never_go_back(instant, later, zone):
    place = ZoneInfo(zone)
    day = day_of(instant, place)
    assert day_start_ms(day, place) <= instant < day_end_ms(day, place)
    assert day_of(instant + later, place) >= day
