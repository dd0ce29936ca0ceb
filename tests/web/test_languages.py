import pytest

from tests.web.page import read_page
from tests.web.playing import House, Visitor


def shown(visitor: Visitor, path: str = "/") -> str:
    return read_page(visitor.get(path).text).one("html")["lang"]


def test_the_browsers_wish_decides_until_there_is_a_choice(house: House):
    visitor = house.visitor("de-AT,de;q=0.9,en;q=0.5")
    assert shown(visitor) == "de"
    form = read_page(visitor.get("/rules").text).one("form", action="/language")
    button = form.one("button")
    assert (button["value"], button["lang"], button.text) == ("en", "en", "English")
    answer = visitor.post("/language", {"language": button["value"], "next": form.one("input")["value"]})
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert shown(visitor) == shown(visitor, "/rules") == shown(visitor, "/nowhere") == "en"
    visitor.post("/language", {"language": "de"})
    assert shown(visitor) == "de"


def test_the_choice_makes_no_player(house: House, player: Visitor):
    cookies = player.post("/language", {"language": "de"}).headers.get_list("set-cookie")
    assert len(cookies) == 1
    assert cookies[0].startswith("klondaily-language=de;")
    assert house.rows("SELECT * FROM players") == []


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "evil",
        "",
        "/\t/evil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "/x\r\nset-cookie: a=b",
        "/" + "x" * 1000,
        "/ümlaut",
    ],
)
def test_it_leads_to_no_other_site(player: Visitor, target: str):
    answer = player.post("/language", {"language": "de", "next": target})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("target", ["/", "/rules", "/leaderboard/2026-11-29/vegas-1?page=2", "/game/abc_-1"])
def test_it_leads_back_to_the_page(player: Visitor, target: str):
    assert player.post("/language", {"language": "de", "next": target}).headers["location"] == target


@pytest.mark.parametrize("language", ["", "fr", "de\r\nx: y", "DE"])
def test_a_language_that_is_not_spoken_here_is_refused(player: Visitor, language: str):
    answer = player.post("/language", {"language": language})
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


def test_an_address_that_only_takes_forms_says_so(player: Visitor):
    answer = player.get("/language")
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
