"""The daily over a day, a night and the ends of clocks: one deal, four boards, the first game counts."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

BOARDS = ("standard-1", "standard-3", "vegas-1", "vegas-3")
MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)
#: The days that tests play on; a deal that is there need not be searched for.
DAYS = ("2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26", "2026-11-29", "2026-11-30")


def deal_of(day: str) -> str:
    return deal_from_code(WON_CODE if day == "2026-11-29" else day.replace("-", "")).text


def keep_deals(house: House) -> None:
    for day in DAYS:
        house.write(dailies.create, day, deal_of(day), "0", 0)


@pytest.fixture(autouse=True)
def deals(house: House) -> None:
    keep_deals(house)


def sit_down(visitor: Visitor, board: str) -> str:
    answer = visitor.post(f"/daily/{board}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def see(visitor: Visitor, path: str = "/daily") -> Element:
    return read_page(visitor.get(path).text)


@MIDDAY
@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "On each board your first game counts.",
                "Its clock starts with your first move and runs on to the end, even while the page is hidden.",
                "Any further game on that board is practice",
            ],
        ),
        (
            "de",
            [
                "Auf jeder Liste zählt dein erstes Spiel.",
                "Seine Uhr beginnt mit deinem ersten Zug und läuft bis zum Ende, auch wenn die Seite verdeckt ist.",
                "Jedes weitere Spiel um diese Liste ist Übung",
            ],
        ),
    ],
)
def test_what_counts_is_said_before_the_start(house: House, language: str, sentences: list[str]):
    # Case 27.
    page = see(house.visitor(language))
    before_the_first_board = page.one("main").text.partition(page.one("section", id="standard-1").text)[0]
    for sentence in sentences:
        assert sentence in before_the_first_board


@MIDDAY
def test_each_board_deals_the_same_cards_by_its_own_rules(house: House, player: Visitor):
    games = [house.game(sit_down(player, board)) for board in BOARDS]
    games += [house.game(sit_down(house.visitor("de"), board)) for board in BOARDS]
    assert len({game["deal"] for game in games}) == 1
    assert [game["rules"] for game in games] == [f"daily-{board}" for board in BOARDS] * 2
    assert [(game["ranked"], game["practice"], game["code"]) for game in games] == [(1, 0, None)] * 8


@MIDDAY
def test_the_first_game_is_gone_on_with_and_any_later_one_is_practice(house: House, player: Visitor):
    game = sit_down(player, "vegas-3")
    assert sit_down(player, "vegas-3") == game, "an untouched deal is used again"
    player.play(game, "draw")
    section = see(player).one("section", id="vegas-3")
    assert (section.one("button").text, section.one(class_="state").text) == (
        "Play on: Vegas, draw 3 cards",
        "Under way: balance −52",
    )
    assert sit_down(player, "vegas-3") == game
    player.play(game, "resign")
    assert see(player).one("section", id="vegas-3").one("button").text.startswith("Practise")
    again = sit_down(player, "vegas-3")
    assert again != game
    assert (house.game(again)["ranked"], house.game(again)["practice"]) == (0, 1)
    assert "practice" in read_page(player.get(f"/game/{again}").text).one("h1").text
    player.play(again, "draw", "resign")
    assert [row["game_id"] for row in house.rows("SELECT game_id FROM results")] == [game]


@MIDDAY
@pytest.mark.parametrize("board", ["standard-2", "standard", "daily-standard-1", "open-1", "x", "standard-1+untimed"])
def test_there_are_four_boards_and_no_other(player: Visitor, board: str):
    assert player.post(f"/daily/{board}").status_code == 404


@MIDDAY
def test_looking_starts_nothing(house: House, player: Visitor):
    assert player.get("/daily/standard-1").headers["location"] == "/daily"
    assert house.rows("SELECT id FROM games") == []


@MIDDAY
def test_a_win_stands_on_the_board_with_the_name_that_was_chosen(house: House):
    visitor = house.visitor("de")
    game = sit_down(visitor, "standard-3")
    visitor.play(game, *WON_LINE)
    visitor.post("/name", {"name": "Käthe"})
    board = see(visitor, "/leaderboard/2026-11-29/standard-3")
    assert [cell.text for cell in board.one("tr", class_="own").every() if cell.tag in ("td", "th")] == [
        "1",
        "Käthe (du)",
        "615",
        "0:00",
        str(len(WON_LINE)),
    ]
    other = see(house.visitor("en"), "/leaderboard/2026-11-29/standard-3")
    assert other.one("th", scope="row").text == "Käthe"


# Case 60: deal, streak, calendar and board use one day.
@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("UTC", "2026-11-29T23:59:59.999Z", "2026-11-29"),
        ("UTC", "2026-11-30T00:00:00Z", "2026-11-30"),
        ("Europe/Berlin", "2026-03-28T22:59:59Z", "2026-03-28"),
        ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29"),
        ("Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-29"),
        ("Europe/Berlin", "2026-03-29T22:00:00Z", "2026-03-30"),
        ("Europe/Berlin", "2026-10-24T21:59:59Z", "2026-10-24"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T23:00:00Z", "2026-10-26"),
    ],
)
def test_page_deal_and_board_change_their_day_in_the_same_moment(
    tmp_path, sqlite_template, zone: str, instant: str, day: str
):
    house = House(tmp_path, sqlite_template, time_zone=ZoneInfo(zone))
    keep_deals(house)
    try:
        with time_machine.travel(instant, tick=False):
            visitor = house.visitor()
            game = sit_down(visitor, "standard-1")
            visitor.play(game, "draw", "resign")
            row = house.game(game)
            heading = date.fromisoformat(day).strftime("%A, %B %-d")
            assert see(visitor).one("h1").text == see(visitor, "/").one("h1").text == heading
            assert visitor.get("/leaderboard").headers["location"] == f"/leaderboard/{day}/standard-1"
            assert (row["day"], row["ranked"]) == (day, 1)
            assert row["deal"] == deal_of(day)
            assert [result["day"] for result in house.rows("SELECT day FROM results")] == [day]
            assert see(visitor, f"/leaderboard/{day}/standard-1").every("tr", class_="own")
    finally:
        house.close()


def test_a_deal_taken_before_midnight_but_begun_after_it_is_practice(house: House, player: Visitor):
    with time_machine.travel("2026-11-29T23:59:59Z", tick=False) as clock:
        game = sit_down(player, "standard-1")
        clock.move_to("2026-11-30T00:00:00Z")
        player.play(game, "draw")
        assert house.game(game)["practice"] == 1
        assert sit_down(player, "standard-1") != game, "the new day has a deal of its own"


# Case 62.
@MIDDAY
def test_tomorrows_deal_is_not_found_although_it_is_there_already(house: House, player: Visitor):
    for path in ("/leaderboard/2026-11-30/standard-1", "/daily/2026-11-30", "/daily/2026-11-30/standard-1"):
        for answer in (player.get(path, follow_redirects=True), player.post(path)):
            assert answer.status_code in (404, 405)
    sit_down(player, "standard-1")
    for path in ("/", "/daily", "/leaderboard/2026-11-29/standard-1", "/rules", "/name"):
        text = player.get(path).text
        assert "2026-11-30" not in text
        assert "November 30" not in text
        assert deal_of("2026-11-30") not in text
    assert [row["day"] for row in house.rows("SELECT day FROM games")] == ["2026-11-29"]


@pytest.mark.parametrize(
    ("instant", "english", "german"),
    [
        ("2026-11-29T00:00:00Z", "The next deal comes in 24 hours.", "Das nächste Spiel kommt in 24 Stunden."),
        ("2026-11-29T22:30:00Z", "The next deal comes in 1 hour.", "Das nächste Spiel kommt in 1 Stunde."),
        ("2026-11-29T23:15:00Z", "The next deal comes in 45 minutes.", "Das nächste Spiel kommt in 45 Minuten."),
        ("2026-11-29T23:59:59Z", "The next deal comes in 1 minute.", "Das nächste Spiel kommt in 1 Minute."),
    ],
)
def test_it_says_when_the_next_deal_comes(house: House, instant: str, english: str, german: str):
    with time_machine.travel(instant, tick=False):
        assert english in see(house.visitor("en")).one("main").text
        assert german in see(house.visitor("de")).one("main").text
