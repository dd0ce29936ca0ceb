"""One player on two devices; own data taken and deleted."""

import re

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)
DEAL = deal_from_code(WON_CODE).text


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    house.write(dailies.create, "2026-11-29", DEAL, "0", 0)


def win(visitor: Visitor) -> str:
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, *WON_LINE)
    return game


def code_of(visitor: Visitor) -> tuple[str, Element]:
    page = read_page(visitor.post("/device/code").text)
    return page.one("p", class_="code").text, page


@MIDDAY
def test_a_code_makes_two_devices_one_player(house: House, player: Visitor):
    """Case 61: nothing is doubled."""
    win(player)
    player.post("/settings", {"cloth": "blue"})
    code, page = code_of(player)
    assert page.every("svg", class_="qr")
    address = page.one("section", class_="offer").one("code").text
    assert re.fullmatch(r"http://cards\.example/device\?code=[2-9A-Z]{8}", address)
    other = house.visitor("de")
    assert read_page(other.get(address).text).one("input", id="code")["value"] == code.replace(" ", "")
    answer = other.post("/device", {"code": code.lower()})
    assert (answer.status_code, answer.headers["location"]) == (303, "/device?moved")
    home = read_page(other.get("/").text)
    assert "11 Taler" in home.one("nav", class_="habit").text
    assert home.one("html")["data-cloth"] == "blue"
    win(other)
    assert "11 coins" in player.get("/").text, "the second game on the board is practice on either device"
    assert player.post("/daily/vegas-3").headers["location"] == other.post("/daily/vegas-3").headers["location"]
    assert len(house.rows("SELECT * FROM players")) == 1


@MIDDAY
def test_a_device_does_not_go_on_wearing_what_was_given_back(house: House, player: Visitor):
    """Both won the same board, and the second device spent what it was paid; prices here come by the database."""
    win(player)
    other = house.visitor()
    win(other)
    house.write(_set_coins, 60)
    for item in ("cloth-plum", "back-peacock"):
        other.post("/shop", {"item": item})
        house.write(_set_coins, 60 if item == "cloth-plum" else 0)
    assert read_page(other.get("/").text).one("html")["data-back"] == "peacock"
    code, _ = code_of(player)
    assert other.post("/device", {"code": code}).headers["location"] == "/device?joined"
    assert [row["item"] for row in house.rows("SELECT item FROM purchases")] == ["cloth-plum"]
    assert not read_page(other.get("/").text).one("html").has("data-back")


def _set_coins(conn, coins):
    conn.exec_driver_sql(f"UPDATE players SET coins = {coins}")


@MIDDAY
def test_a_code_works_once_and_ten_minutes(house: House, player: Visitor):
    win(player)
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        code, _ = code_of(player)
        assert house.visitor().post("/device", {"code": code}).status_code == 303
        again = house.visitor().post("/device", {"code": code})
        assert again.status_code == 422
        assert "no such code, or it is not good any more" in read_page(again.text).one(role="alert").text
        code, _ = code_of(player)
        clock.shift(600)
        assert house.visitor().post("/device", {"code": code}).status_code == 422


@MIDDAY
@pytest.mark.parametrize("code", ["", "ABCD2345", "x" * 500, "0O1I"])
def test_guesses_lead_nowhere(house: House, player: Visitor, code: str):
    win(player)
    code_of(player)
    other = house.visitor()
    assert other.post("/device", {"code": code}).status_code == 422
    assert not other.client.cookies


@MIDDAY
def test_whoever_has_not_played_has_nothing_to_show(house: House, player: Visitor):
    page = read_page(player.get("/device").text)
    assert [form["action"] for form in page.one("main").every("form")] == ["/device"]
    assert player.post("/device/code").status_code == 200
    assert player.get("/device/data.json").status_code == 303
    assert house.rows("SELECT * FROM device_codes") == []


@MIDDAY
def test_own_data_holds_no_card_that_lies_face_down(house: House, player: Visitor):
    """Case 65's kind: not by the file either."""
    won = win(player)
    running = player.deal("standard-1", "77")
    player.play(running, "draw")
    answer = player.get("/device/data.json")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert deal_from_code("77").text not in answer.text
    assert DEAL not in answer.text, "the day is not over yet"
    found = answer.json()
    assert {game["id"] for game in found["games"]} == {won, running}
    with time_machine.travel("2026-12-01T00:00:00Z", tick=False):
        assert DEAL in player.get("/device/data.json").text


@MIDDAY
def test_deleting_asks_and_then_leaves_nothing(house: House, player: Visitor):
    win(player)
    assert player.post("/device/delete").status_code == 422
    assert len(house.rows("SELECT * FROM results")) == 1
    answer = player.post("/device/delete", {"sure": "yes"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/device?deleted")
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    for table in ("players", "games", "entries", "results", "coins_ledger", "tallies", "ranked_games"):
        assert house.rows(f"SELECT * FROM {table}") == [], table
    assert "Everything about you is deleted." in player.get("/device?deleted").text
    assert player.post("/device/delete", {"sure": "yes"}).headers["location"] == "/device"


@MIDDAY
def test_a_second_device_that_has_played_brings_its_games_along(house: House, player: Visitor):
    win(player)
    other = house.visitor("de")
    game = other.post("/daily/vegas-3").headers["location"].rpartition("/")[2]
    other.play(game, "draw")
    other.post("/name", {"name": "Grete"})
    assert "kommen mit" in read_page(other.get("/device").text).one("form", action="/device").text
    before = other.client.cookies["klondaily-player"]
    code, _ = code_of(player)
    answer = other.post("/device", {"code": code})
    assert (answer.status_code, answer.headers["location"]) == (303, "/device?joined")
    assert other.client.cookies["klondaily-player"] != before
    assert "mit den Spielen von beiden" in read_page(other.get("/device?joined").text).one(role="status").text
    # Both devices are at the same game, and the page that was open goes on.
    assert player.post("/daily/vegas-3").headers["location"] == f"/game/{game}"
    other.play(game, "draw")
    assert player.get(f"/game/{game}").status_code == 200
    assert read_page(player.get("/name").text).one("input", id="name")["value"] == "Grete"
    assert [row["name"] for row in house.rows("SELECT * FROM players")] == ["Grete"]


@MIDDAY
def test_the_cookie_from_before_leads_to_nobody(house: House, player: Visitor):
    """Whoever had left their own cookie on that device does not become the player that it joins."""
    win(player)
    other = house.visitor()
    game = other.deal("standard-1", "1")
    other.play(game, "draw")
    before = other.client.cookies["klondaily-player"]
    code, _ = code_of(player)
    other.post("/device", {"code": code})
    stale = house.visitor()
    stale.client.cookies.set("klondaily-player", before)
    assert stale.get(f"/game/{game}").status_code == 404
    assert not read_page(stale.get("/statistics").text).every("details", class_="rules")
    assert other.get(f"/game/{game}").status_code == 200


@MIDDAY
def test_a_lost_device_is_signed_out_and_this_one_goes_on(house: House, player: Visitor):
    game = win(player)
    code, _ = code_of(player)
    lost = house.visitor("de")
    lost.post("/device", {"code": code})
    assert lost.get(f"/game/{game}").status_code == 200
    answer = player.post("/device/others")
    assert (answer.status_code, answer.headers["location"]) == (303, "/device?alone")
    assert "signed out" in read_page(player.get("/device?alone").text).one("p", class_="notice").text
    assert player.get(f"/game/{game}").status_code == 200
    assert "11 coins" in player.get("/").text
    assert lost.get(f"/game/{game}").status_code == 404
    assert lost.get("/device/data.json").json()["games"] == []
    assert house.visitor().post("/device/others").headers["location"] == "/device"
