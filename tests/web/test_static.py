"""What every page has in common: headers, nothing inline, sound HTML; and the files beside the pages."""

from pathlib import Path

import httpx
import pytest

from app.config import STATIC
from app.web.middleware_answer import CONTENT_SECURITY_POLICY
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

LABELLED = ("input", "select", "textarea")
OUTSIDE = ("http://", "https://", "//")


def pages(house: House, player: Visitor) -> dict[str, httpx.Response]:
    """Every page that there is, each in the states in which it looks different."""
    fresh = player.deal("vegas-3", WON_CODE)
    found = {"fresh": player.get(f"/game/{fresh}")}
    player.play(fresh, *WON_LINE[:30])
    found["played"] = player.get(f"/game/{fresh}")
    found["choosing"] = player.get(f"/game/{fresh}?select=T1x1")
    found["refused"] = player.send(fresh, 30, "T1-T1", script=False)
    found["fragment"] = player.get(f"/game/{fresh}/table")
    found["leave"] = player.get(f"/game/{fresh}/leave?then=again")
    found["give up"] = player.get(f"/game/{fresh}/give-up")
    player.post(f"/game/{fresh}/pause")
    found["paused"] = player.get(f"/game/{fresh}")
    found["home with a running game"] = player.get("/")
    player.play(fresh, *WON_LINE[30:])
    found["won"] = player.get(f"/game/{fresh}")
    daily = player.post("/daily/standard-1").headers["location"]
    player.post(f"{daily}/play", {"version": "0", "entry": "draw"})
    found["daily game"] = player.get(daily)
    player.post(f"{daily}/give-up")
    found["daily lost"] = player.get(daily)
    for path in ("/", "/daily", "/name", "/rules", "/game/nothing", "/nowhere"):
        found[path] = player.get(path)
    found["leaderboard"] = player.get(player.get("/leaderboard").headers["location"])
    found["malformed"] = player.post("/games", {"rules": "x"})
    found["asked"] = player.post("/games", {"rules": "x" * 70_000})
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_sound(house: House, language: str):
    player = house.visitor(language)
    for name, answer in pages(house, player).items():
        assert answer.status_code < 500, name
        root = read_page(answer.text)
        try:
            if name != "fragment":
                check_whole(root, language)
            check_sound(root)
            check_nothing_inline(root)
            check_headers(answer)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error


def check_whole(root: Element, language: str) -> None:
    assert root.one("html")["lang"] == language
    assert root.one("title").text
    assert len(root.every("main")) == 1
    assert len(root.one("main").every("h1")) == 1
    assert root.one("meta", name="viewport")["content"].startswith("width=device-width")


def check_sound(root: Element) -> None:
    ids = [element["id"] for element in root.every(id=True)]
    assert len(ids) == len(set(ids)), sorted({name for name in ids if ids.count(name) > 1})
    for attribute in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
        for element in root.every():
            for name in element.get(attribute).split():
                assert name in ids, f"{attribute}={name}"
    for element in root.every():
        if element.tag in LABELLED and element.get("type") != "hidden":
            check_label(root, element)
        if element.tag in ("button", "a", "summary") or element.get("role") in ("img", "group"):
            assert element.text or element.get("aria-label") or element.has("aria-labelledby"), element.attrs
        if element.tag == "form":
            assert not any(outer.tag == "form" for outer in element.ancestors()), "a form in a form"
        if element.tag in ("button", "a"):
            assert not any(outer.tag in ("button", "a") for outer in element.ancestors()), "a control in a control"
        if element.tag == "img":
            assert element.has("alt")


def check_label(root: Element, field: Element) -> None:
    wrapped = any(outer.tag == "label" for outer in field.ancestors())
    pointed = field.has("id") and bool(root.every("label", for_=field["id"]))
    assert wrapped or pointed or field.get("aria-label") or field.has("aria-labelledby"), field.attrs


def check_nothing_inline(root: Element) -> None:
    assert root.every("style") == []
    for script in root.every("script"):
        assert script["src"].startswith("/static/")
        assert script.text == ""
    for element in root.every():
        for name, value in element.attrs.items():
            assert not name.startswith("on"), f"{name}={value}"
            assert name != "style", value
            if name in ("src", "href", "action", "formaction", "poster", "hx-post", "hx-get"):
                assert not value.lower().startswith(("javascript:", "data:", *OUTSIDE)), value


def check_headers(answer: httpx.Response) -> None:
    headers = answer.headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["cache-control"] == "no-store"
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["x-content-type-options"] == "nosniff"


def test_every_file_that_a_page_names_is_there(house, player):
    for name, answer in pages(house, player).items():
        root = read_page(answer.text)
        named = [element[name] for name in ("src", "href") for element in root.every(**{name: True})]
        for path in {path.partition("#")[0] for path in named if path.startswith("/static/")}:
            answer = player.get(path)
            assert answer.status_code == 200, f"{name}: {path}"
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_an_icon_that_a_page_names_is_in_the_sprite(house, player):
    drawn = (STATIC / "icons" / "icons.svg").read_text()
    for name, answer in pages(house, player).items():
        for use in read_page(answer.text).every("use"):
            icon = use["href"].partition("#")[2]
            assert f'id="{icon}"' in drawn, f"{name}: {icon}"


def test_files_without_a_version_are_asked_for_again(player):
    answer = player.get("/static/css/base.css")
    assert answer.headers["cache-control"] == "public, no-cache"
    again = player.get("/static/css/base.css", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/static/nothing.css",
        "/static/v-000000000000/nothing.css",
        "/static/../app/main.py",
        "/static/%2e%2e/pyproject.toml",
    ],
)
def test_what_is_no_file_is_not_found(player, path):
    answer = player.get(path)
    assert answer.status_code == 404
    assert "immutable" not in answer.headers["cache-control"]


def test_no_file_of_ours_needs_another_host():
    for file in Path(STATIC).rglob("*.css"):
        assert not any(text in file.read_text() for text in ("http://", "https://", "@import")), file


def test_pages_say_on_what_they_depend(house, player):
    answer = player.get("/")
    assert "Cookie" in answer.headers["vary"]
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/", "/daily", "/rules", "/leaderboard", "/name"])
def test_a_bare_visit_sets_no_cookie(player, path):
    assert "set-cookie" not in player.get(path).headers


def test_a_cookie_goes_to_no_script_and_only_by_https_where_there_is_https(house):
    player = house.visitor()
    player.client.base_url = "https://cards.example"
    cookie = player.post("/games", {"rules": "standard-1"}).headers["set-cookie"]
    assert cookie.startswith("__Host-klondaily-player=")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/"))


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}])
def test_no_other_site_can_play(house, player, headers):
    game = player.deal()
    for path in (f"/game/{game}/table", f"/game/{game}/play", f"/game/{game}/give-up", "/games", "/name", "/language"):
        answer = player.post(path, {"version": "0", "entry": "draw", "rules": "standard-1"}, headers=headers)
        assert answer.status_code == 403
        assert read_page(answer.text).one("h1").text
    assert house.entries(game) == []
    assert house.game(game)["status"] == "playing"
