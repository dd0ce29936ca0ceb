"""The calendar, past days and the streak as the pages show them (R7.6, R7.7, cases 60–62)."""

import re
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)
FIRST = date(2026, 10, 30)


@pytest.fixture(autouse=True)
def deals(house: House) -> None:
    for number in range(33):
        day = (FIRST + timedelta(number)).isoformat()
        house.write(dailies.create, day, deal_from_code(WON_CODE).text, "0", 0)


def see(visitor: Visitor, path: str = "/calendar") -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def sit_down(visitor: Visitor, path: str) -> str:
    answer = visitor.post(path)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def win(visitor: Visitor, path: str = "/daily/standard-3") -> str:
    game = sit_down(visitor, path)
    visitor.play(game, *WON_LINE)
    return game


def marks(page: Element) -> dict[str, str]:
    cells = [cell for cell in page.one("table", class_="month").every("td") if cell.has("data-mark")]
    return {cell.one("b").text: cell.one("span").text for cell in cells}


def streak_of(visitor: Visitor) -> str:
    found = see(visitor, "/daily").one("nav", class_="habit").every("b")
    return found[0].text if found else ""


@MIDDAY
def test_a_new_visitor_has_missed_every_day_and_is_not_scolded(house: House, player: Visitor):
    page = see(player)
    assert page.one("h1").text == "November 2026"
    assert marks(page) == {str(day): "missed" for day in range(1, 29)} | {"29": "today"}
    assert streak_of(player) == ""
    assert house.rows("SELECT * FROM players") == []


CHOOSE, BEGINS = "Choose a past day to play its deal", "Today is the first day of this calendar"
WAEHLE, BEGINNT = "Wähle einen vergangenen Tag", "Heute ist der erste Tag dieses Kalenders"


@pytest.mark.parametrize(
    ("today", "month", "is_new"),
    [
        (FIRST, "", True),
        (FIRST + timedelta(1), "", False),
        # The first of a month: all that is past is in the month before.
        (date(2026, 11, 1), "", False),
        (date(2026, 11, 1), "?month=2026-10", False),
    ],
)
def test_a_past_day_is_offered_only_where_there_is_one(player: Visitor, today: date, month: str, is_new: bool):
    with time_machine.travel(f"{today}T12:00:00Z", tick=False):
        for language, (choose, begins) in {"en": (CHOOSE, BEGINS), "de": (WAEHLE, BEGINNT)}.items():
            player.post("/language", {"language": language, "next": "/"})
            text = see(player, f"/calendar{month}").one("p", class_="help").text
            assert (choose in text, begins in text) == (not is_new, is_new)
            assert not re.search(r"[.!][^\s]", text), "sentences stand apart"


@MIDDAY
def test_each_day_says_in_words_what_it_was(house: House, player: Visitor):
    with time_machine.travel("2026-11-27T12:00:00Z", tick=False):
        win(player)
    with time_machine.travel("2026-11-28T12:00:00Z", tick=False):
        player.play(sit_down(player, "/daily/vegas-1"), "draw", "resign")
    player.play(sit_down(player, "/daily/vegas-1"), "draw")
    win(player, "/daily/2026-11-03/standard-3")
    found = marks(see(player))
    assert [found[day] for day in ("3", "4", "27", "28", "29")] == ["won later", "missed", "won", "played", "under way"]
    player.post("/language", {"language": "de", "next": "/"})
    german = marks(see(player))
    assert [german[day] for day in ("3", "4", "27", "28")] == ["Sieg später", "verpasst", "Sieg", "gespielt"]


@MIDDAY
def test_a_past_day_is_played_as_practice_and_marked_and_pays_nothing(house: House, player: Visitor):
    page = see(player, "/daily/2026-11-20")
    assert "pays no coins" in page.one("p", class_="lead").text
    game = win(player, "/daily/2026-11-20/standard-3")
    row = house.game(game)
    assert (row["ranked"], row["practice"], row["day"]) == (0, 1, "2026-11-20")
    assert house.rows("SELECT * FROM results") == house.rows("SELECT * FROM coins_ledger") == []
    state = see(player, "/daily/2026-11-20").one("section", id="standard-3").one(class_="state")
    assert (state.text, state["data-done"]) == ("Won later", "won")
    assert streak_of(player) == ""
    again = see(player, f"/game/{game}").one("form", action="/daily/2026-11-20/standard-3")
    assert again.every("button")


@MIDDAY
def test_the_page_of_today_is_the_one_address_of_today(player: Visitor):
    answer = player.get("/daily/2026-11-29")
    assert (answer.status_code, answer.headers["location"]) == (303, "/daily")


@MIDDAY
def test_todays_game_by_its_date_counts(house: House, player: Visitor):
    game = sit_down(player, "/daily/2026-11-29/standard-3")
    assert sit_down(player, "/daily/standard-3") == game
    assert house.game(game)["ranked"] == 1


@MIDDAY
@pytest.mark.parametrize("day", ["2026-11-30", "2027-01-01", "2026-10-29", "20261129", "2026-11-31", "x", "2026-W48-7"])
def test_days_to_come_and_days_before_the_first_are_not_there(house: House, player: Visitor, day: str):
    """Case 62: a deal is made for tomorrow already."""
    assert player.get(f"/daily/{day}").status_code == 404
    assert player.post(f"/daily/{day}/standard-3").status_code == 404
    assert house.rows("SELECT * FROM games") == []


@MIDDAY
@pytest.mark.parametrize(
    ("month", "status"),
    [("2026-11", 200), ("2026-10", 200), ("2026-09", 404), ("2026-12", 404), ("2026-1", 404), ("x", 404), ("", 404)],
)
def test_months_are_those_of_the_installation(player: Visitor, month: str, status: int):
    assert player.get("/calendar", params={"month": month}).status_code == status


@MIDDAY
def test_a_month_leads_to_its_neighbours_and_each_day_to_its_page(player: Visitor):
    page = see(player)
    assert [link["href"] for link in page.one("nav", aria_label="Other months").every("a")] == [
        "/calendar?month=2026-10"
    ]
    before = see(player, "/calendar?month=2026-10")
    days = [link["href"] for link in before.one("table").every("a")]
    assert days == ["/daily/2026-10-30", "/daily/2026-10-31"]
    assert see(player).one("a", aria_current="date")["href"] == "/daily"


@MIDDAY
def test_a_ranked_game_still_running_is_gone_on_with_from_the_past_day(house: House, player: Visitor):
    with time_machine.travel("2026-11-28T23:00:00Z", tick=False):
        game = sit_down(player, "/daily/vegas-3")
        player.play(game, "draw")
    assert sit_down(player, "/daily/2026-11-28/vegas-3") == game


@MIDDAY
def test_an_untouched_deal_of_yesterday_is_not_taken_for_one_that_counts(house: House, player: Visitor):
    with time_machine.travel("2026-11-28T23:00:00Z", tick=False):
        stale = sit_down(player, "/daily/vegas-3")
    fresh = sit_down(player, "/daily/2026-11-28/vegas-3")
    assert fresh != stale
    assert house.game(fresh)["practice"] == 1


def test_a_streak_grows_over_midnight_and_ends_with_a_missed_day(house: House, player: Visitor):
    """Case 61."""
    with time_machine.travel("2026-11-27T23:58:00Z", tick=False):
        win(player)
        assert streak_of(player) == "Streak: 1 day"
    with time_machine.travel("2026-11-28T00:03:00Z", tick=False):
        assert "Win one board today to keep it." in see(player, "/").one("nav", class_="habit").text
        win(player)
        win(player, "/daily/vegas-3")
        assert streak_of(player) == "Streak: 2 days"
        assert "Today is won already." in see(player, "/").one("nav", class_="habit").text
        assert "Streak: 2 days" in see(player).one("p", class_="lead").text
    with time_machine.travel("2026-11-29T23:59:59Z", tick=False):
        assert streak_of(player) == "Streak: 2 days"
    with time_machine.travel("2026-11-30T00:00:00Z", tick=False):
        assert streak_of(player) == ""
        assert "Longest so far: 2 days" in see(player).one("p", class_="lead").text


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-03-28T22:59:59Z", 28),
        ("2026-03-28T23:00:00Z", 29),
        ("2026-10-24T21:59:59Z", 24),
        ("2026-10-25T22:59:59Z", 25),
        ("2026-10-25T23:00:00Z", 26),
    ],
)
def test_the_calendar_changes_its_day_with_the_daily(tmp_path, sqlite_template, instant: str, day: int):
    """Case 60, both nights in which clocks change."""
    house = House(tmp_path, sqlite_template, time_zone=ZoneInfo("Europe/Berlin"))
    try:
        with time_machine.travel(instant, tick=False):
            assert see(house.visitor()).one("a", aria_current="date").one("b").text == str(day)
    finally:
        house.close()
