"""The page of all tables: each deals what it says, with the options that its rules offer, and remembers them."""

import pytest

from app.game.rules import RULE_SETS
from app.web.options import options_text, read_options
from tests.web.page import read_page
from tests.web.playing import House, Visitor

OFFERED = {key for key, rules in RULE_SETS.items() if not rules.ranked}


def pressed(player: Visitor, rules: str, *options: str) -> str:
    """Press a table's button with these boxes ticked, and return the game's id."""
    answer = player.post("/games", {"options": "1", "rules": rules, "sure": "1"} | dict.fromkeys(options, "1"))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_offers_every_table_that_is_not_ranked_with_a_label_of_its_own(house: House, language: str):
    page = read_page(house.visitor(language).get("/new").text)
    buttons = page.one("form", class_="new-game").every("button")
    assert {button["value"] for button in buttons} == OFFERED
    assert len({button.text for button in buttons}) == len(buttons)
    boxes = page.every("input", type="checkbox")
    assert [box["name"] for box in boxes if box.has("checked")] == ["winnable"]
    for box in boxes:
        assert page.one(id=box["aria-describedby"]).text


@pytest.mark.parametrize("key", sorted(OFFERED))
def test_it_deals_each_with_those_options_that_its_rules_offer(house: House, player: Visitor, key: str):
    game = pressed(player, key, "untimed", "wholeruns", "winnable")
    assert house.game(game)["rules"] == "+".join([key, *RULE_SETS[key].options])
    assert player.see(game).status == 200
    assert house.game(pressed(player, key))["rules"] == key


def test_the_options_are_remembered_and_the_running_game_keeps_its_own(house, player):
    # Case 15.
    game = pressed(player, "standard-3", "untimed")
    player.play(game, "draw")
    boxes = read_page(player.get("/new").text).every("input", type="checkbox")
    assert [box["name"] for box in boxes if box.has("checked")] == ["untimed"]
    player.post("/games", {"options": "1", "rules": "standard-3"})  # it asks first, and is not sure
    assert house.game(game)["rules"] == "standard-3+untimed"
    new = player.post("/games", {"from": game, "then": "new", "sure": "1"}).headers["location"].rpartition("/")[2]
    assert house.game(new)["rules"] == "standard-3+untimed"


def test_the_question_before_leaving_carries_the_options_along(house, player):
    player.play(player.deal(), "draw")
    page = read_page(player.post("/games", {"options": "1", "rules": "open-1", "wholeruns": "1"}).text)
    fields = {field["name"]: field["value"] for field in page.one("main").every("input", type="hidden")}
    game = player.post("/games", fields).headers["location"].rpartition("/")[2]
    assert house.game(game)["rules"] == "open-1+wholeruns"


def test_the_quick_choices_of_the_start_page_change_no_option(house, player):
    pressed(player, "standard-1", "untimed")
    assert house.game(player.deal("standard-1"))["rules"] == "standard-1"
    boxes = read_page(player.get("/new").text).every("input", type="checkbox")
    assert [box["name"] for box in boxes if box.has("checked")] == ["untimed"]


@pytest.mark.parametrize("key", ["castle-1", "daily-standard-1"])
def test_ranked_tables_are_not_dealt_here(player, key):
    assert player.post("/games", {"options": "1", "rules": key, "sure": "1"}).status_code == 400


@pytest.mark.parametrize("chosen", [frozenset(), frozenset({"winnable"}), frozenset({"untimed", "wholeruns"})])
def test_what_was_chosen_is_read_back(chosen):
    assert read_options(options_text(chosen)) == chosen


@pytest.mark.parametrize("text", ["x", "winnable;", "a" * 5000, "." * 50])
def test_nonsense_in_the_cookie_chooses_nothing(text):
    assert read_options(text) == frozenset()


@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        ("standard-1-limited", "Standard, draw 1 card, 1 pass", "Standard, 1 Karte, 1 Durchgang"),
        ("free-castle-3", "Free castle, Level 3", "Freies Spiel, Level 3"),
        (
            "open-3+untimed+wholeruns",
            "Open Klondike, draw 3 cards, no clock, whole runs",
            "Offenes Klondike, 3 Karten, ohne Uhr, ganze Folgen",
        ),
    ],
)
def test_a_games_title_names_its_rules(house, key, english, german):
    for language, title in (("en", english), ("de", german)):
        visitor = house.visitor(language)
        assert visitor.see(visitor.deal(key)).root.one("h1").text == title
