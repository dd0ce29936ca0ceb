"""Taler: what a win pays, and what they buy (R7.6, cases 25, 61)."""

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from app.web.looks import GROUPS
from app.web.shop_items import ITEMS
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    house.write(dailies.create, "2026-11-29", deal_from_code(WON_CODE).text, "0", 0)


def see(visitor: Visitor, path: str = "/shop") -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def win(visitor: Visitor, board: str = "standard-3") -> str:
    game = visitor.post(f"/daily/{board}").headers["location"].rpartition("/")[2]
    visitor.play(game, *WON_LINE)
    return game


def rich(house: House, player: Visitor, coins: int) -> None:
    win(player)
    house.write(_give, coins)


def _give(conn, coins):
    conn.exec_driver_sql(f"UPDATE players SET coins = {coins}")


def purse(house: House) -> int:
    return house.rows("SELECT coins FROM players")[0]["coins"]


@MIDDAY
def test_a_win_is_paid_and_said_on_the_table_and_every_page_of_the_day(house: House, player: Visitor):
    game = win(player)
    outcome = see(player, f"/game/{game}").one(class_="reward")
    assert outcome["hx-get"] == f"/game/{game}/reward"
    assert "+11 coins · Streak: 1 day · Rank 1 of 1" in see(player, f"/game/{game}/reward").text
    for path in ("/", "/daily"):
        assert "11 coins" in see(player, path).one("nav", class_="habit").text
    assert see(player).one("p", class_="lead").text == "11 coins"
    assert "11 Taler" in read_page(player.get("/shop", headers={"accept-language": "de"}).text).text


@MIDDAY
def test_the_winning_request_sent_twice_and_practice_pay_once(house: House, player: Visitor):
    game = win(player)
    player.send(game, house.game(game)["version"] - 1, WON_LINE[-1])
    win(player)
    assert purse(house) == 11


@MIDDAY
def test_what_is_bought_lies_on_the_table_and_is_in_the_settings(house: House, player: Visitor):
    rich(house, player, 100)
    answer = player.post("/shop", {"item": "back-peacock"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/shop?bought=back-peacock")
    page = see(player, "/shop?bought=back-peacock")
    assert page.one("html")["data-back"] == "peacock"
    assert page.one("li", data_back="peacock").one("p").text == "On your table"
    assert purse(house) == 40
    game = see(player, f"/game/{player.deal()}")
    assert [link for link in game.every("link") if link["href"].endswith("/css/shop.css")]
    chosen = see(player, "/settings").one("label", data_back="peacock").one("input")
    assert chosen.has("checked")
    assert not see(player, "/settings").every("label", data_back="lotus")


@MIDDAY
def test_nothing_is_sold_twice_or_on_credit(house: House, player: Visitor):
    rich(house, player, 100)
    for _ in range(3):
        assert player.post("/shop", {"item": "back-peacock"}).status_code == 303
    assert purse(house) == 40
    refused = player.post("/shop", {"item": "back-lotus"})
    assert refused.status_code == 409
    assert "too few coins" in read_page(refused.text).one(role="alert").text
    assert purse(house) == 40
    assert see(player).one("li", data_back="lotus").one("button").has("disabled")


@MIDDAY
def test_a_visitor_without_a_player_buys_nothing(house: House, player: Visitor):
    assert player.post("/shop", {"item": "cloth-plum"}).status_code == 409
    assert house.rows("SELECT * FROM players") == house.rows("SELECT * FROM purchases") == []


@MIDDAY
@pytest.mark.parametrize("fields", [{}, {"item": "back-waves"}, {"item": "coins"}, {"item": ""}])
def test_there_is_nothing_else_to_buy(player: Visitor, fields):
    assert player.post("/shop", fields).status_code == 400


@MIDDAY
def test_settings_do_not_give_away_what_the_shop_sells(house: House, player: Visitor):
    rich(house, player, 50)
    player.post("/settings", {"back": "lotus", "cloth": "plum", "deck": "four"})
    root = see(player, "/settings").one("html")
    assert (root.get("data-back"), root.get("data-cloth"), root.get("data-deck")) == ("", "", "four")
    player.post("/shop", {"item": "cloth-plum"})
    player.post("/settings", {"cloth": "plum"})
    assert see(player, "/settings").one("html")["data-cloth"] == "plum"


def test_what_was_free_stays_free():
    free = {setting.name: [value for value, _ in setting.values] for group in GROUPS for setting in group.settings}
    assert (len(free["back"]), len(free["cloth"])) == (6, 4)
    assert not {item.value for item in ITEMS} & {*free["back"], *free["cloth"]}
