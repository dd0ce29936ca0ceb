import re

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.i18n import translator
from app.store import dailies
from app.web.home import ago
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MINUTE = 60_000


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_table_has_its_own_label_and_deals_what_it_says(house: House, language: str):
    # Case 8: nothing to open, and the number on the label is the number of cards that are drawn.
    visitor = house.visitor(language)
    section = read_page(visitor.get("/").text).one("section", class_="new")
    assert not section.every("details")
    buttons = section.every("button")
    labels = [" ".join(child.text for child in button.every() if child.tag in ("b", "span")) for button in buttons]
    assert len(set(labels)) == len(labels) == 4
    for button, label in zip(buttons, labels, strict=True):
        answer = visitor.post("/games", {"rules": button["value"], "sure": "1"})
        game = answer.headers["location"].rpartition("/")[2]
        visitor.play(game, "draw")
        (drawn,) = re.findall(r"\d", label)
        assert len(house.position(game).waste) == int(drawn) == int(button["data-draw"])
        name, _, _ = label.partition(" ")
        assert house.game(game)["rules"] == f"{name.lower()}-{drawn}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_boards_of_the_day_are_named_apart_too(house: House, language: str):
    section = read_page(house.visitor(language).get("/").text).one("section", class_="hero")
    assert [form["action"] for form in section.every("form")] == [
        "/daily/standard-1",
        "/daily/standard-3",
        "/daily/vegas-1",
        "/daily/vegas-3",
    ]
    assert len({button.text for button in section.every("button")}) == 4


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
@pytest.mark.parametrize(
    ("language", "heading", "states"),
    [
        ("en", "Sunday, November 29", ["Not played", "Under way: 0 points", "Not won: balance −52", "Won: 615 points"]),
        (
            "de",
            "Sonntag, 29. November",
            ["Noch offen", "Begonnen: 0 Punkte", "Nicht gewonnen: Konto −52", "Gewonnen: 615 Punkte"],
        ),
    ],
)
def test_the_hero_shows_the_day_and_how_one_stands_on_each_board(
    house: House, language: str, heading: str, states: list[str]
):
    house.write(dailies.create, "2026-11-29", deal_from_code(WON_CODE).text, "0", 0)
    visitor = house.visitor(language)
    page = read_page(visitor.get("/").text)
    assert page.one("h1").text == heading
    assert {small.text for small in page.one("section", class_="hero").every("small")} == {states[0]}
    for board, entries in {"standard-1": ["draw"], "standard-3": WON_LINE, "vegas-1": ["draw", "resign"]}.items():
        place = visitor.post(f"/daily/{board}").headers["location"]
        visitor.play(place.rpartition("/")[2], *entries)
    section = read_page(visitor.get("/").text).one("section", class_="hero")
    shown = {choice.every("small")[0].text: choice for choice in section.every(class_="choice")}
    assert set(shown) == set(states)
    # What is under way is gone on with; what has ended leads to where one stands.
    assert [choice.get("data-done") for choice in section.every(class_="choice")] == ["playing", "won", "lost", ""]
    assert shown[states[1]].tag == shown[states[0]].tag == "button"
    assert shown[states[2]]["href"] == "/leaderboard/2026-11-29/vegas-1"
    assert shown[states[3]]["href"] == "/leaderboard/2026-11-29/standard-3"


def test_a_game_under_way_is_offered_first(house: House, player: Visitor):
    assert not read_page(player.get("/").text).every("section", class_="resume")
    game = player.deal("standard-3")
    assert not read_page(player.get("/").text).every("section", class_="resume"), "an untouched deal is no game"
    player.play(game, "draw")
    resume = read_page(player.get("/").text).one("section", class_="resume")
    assert resume.one("a")["href"] == f"/game/{game}"
    assert resume.one("p").text == "Standard, draw 3 cards · 0 points · begun just now"
    player.play(game, "resign")
    assert not read_page(player.get("/").text).every("section", class_="resume")


def test_another_ones_game_is_not_offered(house: House, player: Visitor):
    player.play(player.deal(), "draw")
    assert not read_page(house.visitor().get("/").text).every("section", class_="resume")


@pytest.mark.parametrize(
    ("millis", "english", "german"),
    [
        (-5, "begun just now", "gerade begonnen"),
        (MINUTE, "begun 1 minute ago", "vor 1 Minute begonnen"),
        (59 * MINUTE, "begun 59 minutes ago", "vor 59 Minuten begonnen"),
        (60 * MINUTE, "begun 1 hour ago", "vor 1 Stunde begonnen"),
        (24 * 60 * MINUTE - 1, "begun 23 hours ago", "vor 23 Stunden begonnen"),
        (48 * 60 * MINUTE, "begun 2 days ago", "vor 2 Tagen begonnen"),
    ],
)
def test_how_long_ago_is_told_in_the_largest_unit_that_fits(millis: int, english: str, german: str):
    assert ago(millis, translator("en")) == english
    assert ago(millis, translator("de")) == german


def test_the_start_page_keeps_the_players_cookie_from_running_out(house: House, player: Visitor):
    assert "set-cookie" not in player.get("/").headers
    player.deal()
    kept = player.client.cookies["klondaily-player"]
    header = player.get("/").headers["set-cookie"]
    assert header.startswith(f"klondaily-player={kept}; Path=/; Max-Age=34560000;")
