"""Deals by their link: the same cards by any rules, and a table of those who played them."""

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import RULE_SETS
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

BOARD = f"/deal/{WON_CODE}/standard-3"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_deals_page_deals_it_by_every_rule_set(house: House, language: str):
    visitor = house.visitor(language)
    page = read_page(visitor.get(f"/deal/{WON_CODE}").text)
    assert WON_CODE in page.one("h1").text
    assert page.one("input", id="share")["value"] == f"http://cards.example/deal/{WON_CODE}"
    form = page.one("form", class_="new-game")
    assert form.one("input", name="code")["value"] == WON_CODE
    for button in form.every("button"):
        fields = {"code": WON_CODE, "options": "1", "rules": button["value"], "sure": "1"}
        game = visitor.post("/games", fields).headers["location"].rpartition("/")[2]
        rules = RULE_SETS[house.game(game)["rules"]]
        assert house.position(game) == deal_position(deal_from_code(WON_CODE), rules)
    boxes = read_page(visitor.get("/new").text).every("input", type="checkbox")
    assert [box["name"] for box in boxes if box.has("checked")] == ["winnable"], "a link changes no option"


def test_the_table_links_to_its_deal_and_the_end_to_the_comparison(house: House, player: Visitor):
    game = player.deal("standard-3", WON_CODE)
    assert player.see(game).table.one("a", class_="deal-code")["href"] == f"/deal/{WON_CODE}"
    seen = player.play(game, *WON_LINE)
    assert [link["href"] for link in seen.table.one(class_="outcome").every("a") if link["href"] == BOARD] == [BOARD]


def test_friends_are_compared(house: House, player: Visitor):
    assert "Be the first" in read_page(player.get(BOARD).text).one("p", class_="empty").text
    player.play(player.deal("standard-3", WON_CODE), *WON_LINE)
    friend = house.visitor()
    friend.play(friend.deal("standard-3", WON_CODE), "draw", "resign")
    friend.post("/name", {"name": "Frida"})
    page = read_page(player.get(BOARD).text)
    rows = page.one("tbody").every("tr")
    assert [row.one("td", class_="rank").text for row in rows] == ["1", "2"]
    assert "own" in rows[0].classes
    assert rows[1].one("bdi").text == "Frida"
    assert rows[1].one("small").text == "not won"
    again = page.one("button", name="rules")
    assert again["value"] == "standard-3"
    assert again.text == "Play it again"


def test_a_code_is_written_in_one_way_and_nonsense_is_not_found(player):
    assert f"Deal no. {WON_CODE}" in player.get(f"/deal/00{WON_CODE}").text
    for path in (
        "/deal/x",
        f"/deal/{2**64}",
        f"/deal/{WON_CODE}/castle-1",
        f"/deal/{WON_CODE}/x",
        "/deal/1/daily-vegas-1",
    ):
        assert player.get(path).status_code == 404


def test_no_page_of_a_deal_names_its_cards(player):
    for path in (f"/deal/{WON_CODE}", BOARD):
        text = player.get(path).text
        assert not read_page(text).every(data_card=True)
