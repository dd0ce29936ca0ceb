"""The tables of a week, a month and all time."""

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, House, Visitor

DAYS = ("2026-11-27", "2026-11-28", "2026-11-29")


@pytest.fixture(autouse=True)
def deals(house: House) -> None:
    for day in DAYS:
        house.write(dailies.create, day, deal_from_code(WON_CODE).text, "0", 0)


def lose(visitor: Visitor, *entries: str) -> None:
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, *entries, "draw", "resign")


def see(visitor: Visitor, path: str) -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def rows(page: Element) -> list[list[str]]:
    return [[cell.text for cell in row.every() if cell.tag in ("td", "th")] for row in page.one("tbody").every("tr")]


def test_a_day_counts_once_its_grace_is_over(house: House, player: Visitor):
    other = house.visitor()
    with time_machine.travel("2026-11-28T12:00:00Z", tick=False):
        player.post("/name", {"name": "Ada"})
        other.post("/name", {"name": "Bob"})
        lose(player)
        lose(other, "draw")
    with time_machine.travel("2026-11-29T23:59:59Z", tick=False):
        assert "No day of this time is settled yet." in see(player, "/leaderboard/points/2026-W48").text
    with time_machine.travel("2026-11-30T00:00:00Z", tick=False):
        for period in ("2026-W48", "2026-11", "all"):
            for _ in range(2):
                page = see(player, f"/leaderboard/points/{period}")
                assert rows(page) == [["1", "Ada (you)", "100", "1"], ["2", "Bob", "99", "1"]]
            assert "101 minus the rank" in page.text
        assert (
            "101 minus Rang"
            in read_page(player.get("/leaderboard/points/all", headers={"accept-language": "de"}).text).text
        )


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
def test_the_day_boards_lead_there_and_each_period_has_an_address(house: House, player: Visitor):
    assert see(player, "/leaderboard/2026-11-29/standard-1").every("a", href="/leaderboard/points")
    assert player.get("/leaderboard/points").headers["location"] == "/leaderboard/points/2026-W48"
    page = see(player, "/leaderboard/points/2026-11")
    assert page.one("h1").text == "November 2026"
    assert [tab["href"] for tab in page.one("nav", class_="tabs").every("a")] == [
        "/leaderboard/points/2026-W48",
        "/leaderboard/points/2026-11",
        "/leaderboard/points/all",
    ]
    assert page.one("nav", class_="tabs").one("a", aria_current="page").text == "Month"


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
@pytest.mark.parametrize(
    "period",
    ["2026-W49", "2026-12", "2026-10", "2026-W47", "2026-W54", "2026-13", "x", "2026-11-29", "2026-W48?page=2"],
)
def test_times_to_come_and_times_before_the_first_day_are_not_there(house: House, player: Visitor, period: str):
    assert player.get(f"/leaderboard/points/{period}").status_code == 404
