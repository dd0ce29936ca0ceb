import re

import pytest

from app.i18n import LANGUAGES, Language, translator
from app.web.names import shown_name
from tests.web.page import read_page
from tests.web.playing import House, Visitor


def choose(visitor: Visitor, name: str, afterwards: str = "/leaderboard"):
    return visitor.post("/name", {"name": name, "next": afterwards})


def test_a_name_is_kept_and_one_comes_back_to_where_one_was(house: House, player: Visitor):
    page = read_page(player.get("/name?next=/rules").text)
    form = page.one("form", action="/name")
    answer = choose(player, "  Ada   Lovelace ", form.one("input", name="next")["value"])
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert "klondaily-player=" in answer.headers["set-cookie"]
    assert read_page(player.get("/name").text).one("input", id="name")["value"] == "Ada Lovelace"
    assert house.rows("SELECT name FROM players") == [{"name": "Ada Lovelace"}]


def test_it_can_be_changed_and_the_old_one_is_free_again(house: House, player: Visitor):
    choose(player, "Ada")
    assert "set-cookie" not in choose(player, "Grace").headers, "the same player as before"
    assert choose(house.visitor(), "Ada").status_code == 303
    assert [row["name"] for row in house.rows("SELECT name FROM players ORDER BY name")] == ["Ada", "Grace"]


@pytest.mark.parametrize(
    ("language", "name", "status", "message"),
    [
        ("en", "", 422, "Please type a name."),
        ("en", "x" * 25, 422, "That is too long: 24 characters fit on the board."),
        ("en", "a\u202eb", 422, "It holds characters that no name may have."),
        ("en", "ADA", 409, "Somebody already has this name, or one that looks just like it."),
        ("en", "Ada (You)", 422, "“(you)” marks everyone's own line on the board"),
        ("de", "Ada （ԁu）", 422, "„(du)“ steht auf der Bestenliste hinter dem eigenen Namen"),
        ("de", "", 422, "Bitte gib einen Namen ein."),
        ("de", "Аdа", 409, "Diesen Namen oder einen, der genauso aussieht, hat schon jemand."),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(
    house: House, player: Visitor, language: str, name: str, status: int, message: str
):
    choose(player, "Ada")
    answer = choose(house.visitor(language), name, "/rules")
    page = read_page(answer.text)
    field, error = page.one("input", id="name"), page.one(id="name-error")
    assert answer.status_code == status
    assert message in error.text
    assert field["value"] == name
    assert field["aria-invalid"] == "true"
    assert "name-error" in field["aria-describedby"].split()
    assert page.one("form", action="/name").one("input", name="next")["value"] == "/rules"
    assert "set-cookie" not in answer.headers
    assert [row["name"] for row in house.rows("SELECT name FROM players")] == ["Ada"]


def test_a_name_is_shown_as_text_whatever_it_holds(player: Visitor):
    name = "<b>&\"'</b>"
    choose(player, name)
    page = read_page(player.get("/name").text)
    assert page.one("input", id="name")["value"] == name
    assert not page.every("b")


@pytest.mark.parametrize("afterwards", ["//evil.example", "https://evil.example", "/\\evil"])
def test_it_leads_to_no_other_site(player: Visitor, afterwards: str):
    page = read_page(player.get("/name", params={"next": afterwards}).text)
    assert page.one("form", action="/name").one("input", name="next")["value"] == "/leaderboard"
    assert page.one("a", class_="quiet")["href"] == "/leaderboard"
    assert choose(player, "Ada", afterwards).headers["location"] == "/leaderboard"


@pytest.mark.parametrize("name", ["-", "...", "👍", "〇"])
def test_signs_alone_are_a_name_and_nothing_says_otherwise(house: House, player: Visitor, name: str):
    assert choose(player, name).status_code == 303
    assert [row["name"] for row in house.rows("SELECT name FROM players")] == [name]
    assert "letter" not in read_page(choose(house.visitor(), " ").text).one(id="name-error").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_ends_like_the_mark_of_ones_own_line_in_any_language(house: House, player: Visitor, language: Language):
    mark = translator(language).gettext("you")
    answer = player.post("/name", {"name": f"Ada ({mark})"})
    assert answer.status_code == 422
    assert house.rows("SELECT name FROM players") == []


def test_whoever_has_no_name_is_a_number_that_stays_and_does_not_tell_the_id():
    words = translator("de")
    name = shown_name(None, "player-one", words)
    assert re.fullmatch(r"Spieler [1-9]\d{3}", name)
    assert shown_name(None, "player-one", words) == name
    assert len({shown_name(None, f"player-{number}", words) for number in range(100)}) > 90
    assert shown_name("Ada", "player-one", words) == "Ada"
