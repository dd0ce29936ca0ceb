"""Only deals that can be won: taken where they lie ready, and said of each deal whether it was checked."""

import tempfile
from pathlib import Path

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver.solving import solve
from app.store import ready_deals
from app.web import dealing
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

CHECKED = "It can be won."
UNCHECKED = "Not checked whether it can be won."


def pressed(player: Visitor, rules: str, **fields: str) -> str:
    answer = player.post("/games", {"options": "1", "rules": rules, "sure": "1"} | fields)
    return answer.headers["location"].rpartition("/")[2]


def note(player: Visitor, game: str) -> str:
    return player.see(game).table.one("p", class_="menu-note").text


def test_a_ready_deal_is_taken_and_the_menu_says_that_it_can_be_won(house: House, player: Visitor):
    house.write(ready_deals.add, "standard-3", WON_CODE, 2, 0)
    game = player.deal("standard-3")
    assert house.game(game)["code"] == WON_CODE
    assert note(player, game).endswith(CHECKED)


@pytest.mark.parametrize("rules", ["open-3", "standard-3+untimed+wholeruns"])
def test_where_none_lies_ready_one_is_looked_for_on_a_server_that_prepares_deals(sqlite_template, rules, monkeypatch):
    monkeypatch.setattr(dealing, "PATIENCE", 60)  # the solver's process is only being started
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), sqlite_template, prepare=True)
        try:
            key, *options = rules.split("+")
            game = house.game(pressed(house.visitor(), key, winnable="1", **dict.fromkeys(options, "1")))
        finally:
            house.close()
    assert game["rules"] == rules
    assert game["difficulty"] is not None
    by = rule_set(rules)
    assert solve(deal_position(deal_from_code(game["code"]), by), by, 100_000).verdict == "winnable"


def test_without_one_nobody_waits_and_the_menu_says_that_it_was_not_checked(house, player):
    game = player.deal("standard-3")
    assert note(player, game).endswith(UNCHECKED)
    assert house.game(game)["difficulty"] is None


def test_it_can_be_turned_off(house, player):
    house.write(ready_deals.add, "standard-3", WON_CODE, 2, 0)
    game = pressed(player, "standard-3")
    assert note(player, game).endswith(UNCHECKED)
    assert house.game(player.deal("standard-3"))["difficulty"] is None, "the choice is kept for the start page too"
    assert house.game(pressed(player, "standard-3", winnable="1"))["code"] == WON_CODE


@pytest.mark.parametrize(
    ("rules", "stock"),
    [("free-castle-4", "castle-4"), ("standard-3-limited", "vegas-3")],
)
def test_rare_tables_share_the_deals_of_others_with_the_same_law(house, player, rules, stock):
    house.write(ready_deals.add, stock, "7", 0, 0)
    assert house.game(player.deal(rules))["code"] == "7"


def test_whole_runs_take_no_deal_that_needs_parts_of_them(house, player):
    house.write(ready_deals.add, "standard-1", "7", 0, 0)
    assert house.game(pressed(player, "standard-1", winnable="1", wholeruns="1"))["difficulty"] is None


def test_a_difficulty_can_be_chosen_and_is_shown_after_the_game_only(house, player):
    for code, level in (("1", 0), ("2", 1), (WON_CODE, 2)):
        house.write(ready_deals.add, "standard-3", code, level, 0)
    game = pressed(player, "standard-3", winnable="1", difficulty="hard")
    assert house.game(game)["code"] == WON_CODE
    assert "hard" not in note(player, game)
    seen = player.play(game, *WON_LINE)
    assert "Difficulty of the deal: hard" in seen.table.one(class_="outcome").text
    radios = read_page(player.get("/new").text).every("input", type="radio")
    assert [radio["value"] for radio in radios if radio.has("checked")] == ["hard"]


def test_the_same_deal_again_and_by_its_code_is_still_known_to_be_winnable(house, player):
    house.write(ready_deals.add, "standard-3", WON_CODE, 2, 0)
    game = player.deal("standard-3")
    again = player.post("/games", {"from": game, "then": "again", "sure": "1"}).headers["location"].rpartition("/")[2]
    assert note(player, again).endswith(CHECKED)
    assert note(player, player.deal("standard-3", WON_CODE)).endswith(CHECKED)
    assert note(player, player.deal("vegas-1", WON_CODE)).endswith(UNCHECKED), "it was not proven by these rules"
