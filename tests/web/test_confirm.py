"""Leaving and giving up are asked once, and only where a game is under way (case 14)."""

import pytest

from tests.web.page import Element, read_page
from tests.web.playing import House, Visitor


def asked(answer) -> Element:
    assert answer.status_code == 200
    root = read_page(answer.text)
    assert root.one("main").every("h1")
    return root.one("main").one("form")


def press(player: Visitor, form: Element):
    """Send the form that asks, as its button does."""
    button = form.one("button")
    fields = {field["name"]: field["value"] for field in form.every("input")}
    if button.has("name"):
        fields[button["name"]] = button["value"]
    return player.post(form["action"], fields)


@pytest.mark.parametrize("fields", [{"rules": "vegas-3"}, {"rules": "standard-1", "code": "42"}])
def test_a_new_game_is_asked_for_once_where_one_is_under_way(house: House, player: Visitor, fields: dict[str, str]):
    game = player.deal()
    player.play(game, "draw")
    form = asked(player.post("/games", fields))
    assert house.game(game)["status"] == "playing"
    assert form.one("a")["href"] == f"/game/{game}"
    answer = press(player, form)
    assert answer.status_code == 303
    new = house.game(answer.headers["location"].rpartition("/")[2])
    assert new["rules"] == fields["rules"]
    assert "code" not in fields or new["code"] == fields["code"]
    assert house.game(game)["end_reason"] == "left"


@pytest.mark.parametrize("then", ["new", "again"])
def test_the_tables_menu_asks_once(house, player, then):
    game = player.deal("standard-3", "42")
    player.play(game, "draw")
    link = next(a for a in player.see(game).table.one(class_="menu").every("a") if f"then={then}" in a["href"])
    form = asked(player.get(link["href"]))
    answer = press(player, form)
    assert answer.status_code == 303
    new = house.game(answer.headers["location"].rpartition("/")[2])
    assert (new["code"] == "42") is (then == "again")


@pytest.mark.parametrize("then", ["new", "again"])
def test_the_table_asks_by_itself_where_scripts_run_and_not_a_second_time(house, player, then):
    game = player.deal("standard-3", "42")
    player.play(game, "draw")
    dialog = player.see(game).root.one("dialog", id=f"ask-{then}")
    form = dialog.one("form")
    fields = {field["name"]: field["value"] for field in form.every("input")}
    button = form.one("button", name="then")
    assert player.post(form["action"], {**fields, "then": button["value"]}).status_code == 303
    assert house.game(game)["end_reason"] == "left"


def test_giving_up_is_asked_once(house, player):
    game = player.deal()
    player.play(game, "draw")
    link = next(a for a in player.see(game).table.one(class_="menu").every("a") if a["href"].endswith("/give-up"))
    form = asked(player.get(link["href"]))
    assert house.game(game)["status"] == "playing"
    assert press(player, form).headers["location"] == f"/game/{game}"
    assert house.game(game)["status"] == "lost"


@pytest.mark.parametrize("then", ["new", "again"])
def test_nothing_is_asked_of_a_deal_never_touched(house, player, then):
    game = player.deal()
    assert player.post("/games", {"from": game, "then": then}).status_code == 303
    assert player.post("/games", {"rules": "vegas-1"}).status_code == 303
    assert player.get(f"/game/{game}/leave?then={then}").status_code in (200, 303)


@pytest.mark.parametrize("then", ["new", "again"])
def test_nothing_is_asked_of_an_ended_game(house, player, then):
    game = player.deal()
    player.play(game, "draw", "resign")
    assert player.post("/games", {"from": game, "then": then}).status_code == 303


def test_an_ended_game_does_not_hide_another_one_under_way(house, player):
    ended = player.deal()
    player.play(ended, "draw", "resign")
    running = player.deal()
    player.play(running, "draw")
    asked(player.post("/games", {"from": ended, "then": "new"}))
    assert house.game(running)["status"] == "playing"
    assert player.post("/games", {"from": ended, "then": "new", "sure": "1"}).status_code == 303
    assert house.game(running)["end_reason"] == "left"


def test_new_and_give_up_stand_apart_from_undo(player):
    game = player.deal()
    player.play(game, "draw")
    table = player.see(game).table
    undo = table.one("button", value="undo")
    bar = next(element for element in undo.ancestors() if "bar" in element.classes)
    hrefs = [a["href"] for a in bar.every("a")]
    assert not [href for href in hrefs if "leave" in href or "give-up" in href]
    assert bar.every("button", value="resign") == []


def test_the_question_is_german_for_a_german_player(house):
    player = house.visitor("de")
    game = player.deal()
    player.play(game, "draw")
    for answer in (
        player.post("/games", {"rules": "vegas-3"}),
        player.get(f"/game/{game}/leave?then=again"),
        player.get(f"/game/{game}/give-up"),
    ):
        assert asked(answer).one("a").text == "Weiterspielen"
