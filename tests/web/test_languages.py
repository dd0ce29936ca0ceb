import httpx
import pytest

from tests.web.page import Element, read_page
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


@pytest.mark.parametrize(
    "path", ["/leaderboard/castles/week?page=1", "/device?code=ABCD2345", "/name?next=/rules%3Fa%3D1"]
)
def test_a_page_comes_back_with_all_of_its_address(player: Visitor, path: str):
    assert read_page(player.get(path).text).one("form", action="/language").one("input")["value"] == path


def test_a_page_with_an_address_that_leads_elsewhere_comes_back_without_it(player: Visitor):
    form = read_page(player.get("/rules?" + "x" * 600).text).one("form", action="/language")
    assert form.one("input")["value"] == "/rules"


def other_language(visitor: Visitor, answer: httpx.Response) -> Element:
    """Press the language button of a page as a browser does, and return what comes."""
    (form,) = [form for form in read_page(answer.text).every("form") if "language" in form.classes]
    fields = {field["name"]: field["value"] for field in form.every("input")}
    button = form.one("button")
    came = visitor.post(form["action"], fields | {button["name"]: button["value"]}, follow_redirects=True)
    root = read_page(came.text)
    assert root.one("html")["lang"] == button["value"]
    assert came.status_code == answer.status_code
    return root


def test_the_question_comes_back_with_the_choice(house: House, player: Visitor):
    game = player.deal()
    player.play(game, "draw")
    for fields in (
        {"rules": "vegas-3", "code": "32"},
        {"from": game, "then": "again"},
        {"rules": "standard-1", "untimed": "1", "options": "1"},
    ):
        asked = player.post("/games", fields)
        title = read_page(asked.text).one("h1").text
        german = other_language(player, asked)
        assert german.one("h1").text != title
        form = german.one("form", action="/games")
        sent = {field["name"]: field["value"] for field in form.every("input")}
        assert sent == fields | {"sure": "1"} | {"language": "de"}
        player.post("/language", {"language": "en"})
    assert len(house.rows("SELECT id FROM games")) == 1


def test_a_pasted_deal_comes_back_as_it_was_with_what_is_said_of_it(player: Visitor):
    typed = 'KS 9H "<\n two lines'
    german = other_language(player, player.post("/custom", {"deal": typed, "rules": "vegas-3", "do": "solve"}))
    # A browser sends every line end as two characters.
    assert german.one("textarea").text == " ".join(typed.split())
    assert german.one("option", selected=True)["value"] == "vegas-3"
    assert german.every(role="alert")


def test_a_name_that_cannot_be_kept_comes_back(player: Visitor):
    german = other_language(player, player.post("/name", {"name": "x" * 30, "next": "/rules"}))
    assert german.one("input", id="name")["value"] == "x" * 30
    assert german.one("form", action="/name").one("input", name="next")["value"] == "/rules"
    assert "zu lang" in german.one(role="alert").text


def test_the_code_for_another_device_comes_back_and_still_holds(house: House, player: Visitor):
    player.play(player.deal(), "draw")
    shown = player.post("/device/code")
    code = read_page(shown.text).one("p", class_="code").text
    assert other_language(player, shown).one("p", class_="code").text == code
    assert house.visitor().post("/device", {"code": code}).status_code == 303
    # It is used up: the same page, asked for once more, shows another one.
    assert other_language(player, shown).one("p", class_="code").text != code


def test_a_token_that_is_shown_only_once_comes_back_to_its_own_player_alone(house: House, player: Visitor):
    shown = player.post("/tokens", {"label": "robot"})
    token = read_page(shown.text).one("output").text
    assert other_language(player, shown).one("output").text == token
    assert len(house.rows("SELECT id FROM tokens")) == 1
    stranger = house.visitor()
    stranger.post("/tokens")
    for visitor, text in ((stranger, token), (house.visitor(), token), (player, token + "x")):
        answer = visitor.post("/tokens", {"token": text})
        assert (answer.status_code, answer.headers["location"]) == (303, "/tokens")
    assert len(house.rows("SELECT id FROM tokens")) == 2


def test_a_wrong_code_and_what_was_not_deleted_come_back(player: Visitor):
    player.play(player.deal(), "draw")
    german = other_language(player, player.post("/device", {"code": "WRONG123"}))
    assert german.one("input", id="code")["value"] == "WRONG123"
    assert "gibt es nicht" in german.one(role="alert").text
    assert "not deleted" not in other_language(player, player.post("/device/delete")).one(role="alert").text


@pytest.mark.parametrize("path", ["/daily/standard-9", "/games", "/shop", "/custom", "/language"])
def test_from_a_refusal_one_gets_to_a_page_that_is_there(player: Visitor, path: str):
    refused = player.post(path, {"rules": "no such", "item": "none"})
    assert refused.status_code >= 400
    form = read_page(refused.text).one("form", action="/language")
    came = player.post("/language", {"language": "de", "next": form.one("input")["value"]}, follow_redirects=True)
    assert (came.status_code, read_page(came.text).one("html")["lang"]) == (200, "de")


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", ""])
def test_no_form_is_sent_on_to_another_site(player: Visitor, target: str):
    answer = player.post(f"/language?again={target}", {"language": "de"})
    assert (answer.status_code, answer.headers["location"]) == (307, "/")
