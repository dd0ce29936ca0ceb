"""What makes the site an app to install: manifest, service worker, page for being offline, and their headers."""

import json
import re

import pytest

from app.config import STATIC
from tests.web.page import read_page
from tests.web.playing import House, Visitor


@pytest.mark.parametrize(("language", "name"), [("en", "Daily deal"), ("de", "Tagesspiel")])
def test_the_manifest_is_in_the_language_of_the_page(house: House, language: str, name: str):
    visitor = house.visitor(language)
    page = read_page(visitor.get("/").text)
    link = page.one("link", rel="manifest")["href"]
    answer = house.visitor("fr").get(link)
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    value = json.loads(answer.text)
    assert (value["lang"], value["start_url"], value["scope"], value["display"]) == (language, "/", "/", "standalone")
    assert value["name"].startswith(value["short_name"])
    assert value["description"]
    assert value["theme_color"] == page.one("meta", name="theme-color")["content"]
    assert [(one["name"], one["url"]) for one in value["shortcuts"]] == [(name, "/daily")]


@pytest.mark.parametrize("query", ["", "?lang=xx", "?lang=", "?lang=de&lang=en"])
def test_a_manifest_is_sent_whatever_language_is_asked_for(player: Visitor, query: str):
    assert player.get(f"/manifest.webmanifest{query}").status_code == 200


def test_the_icons_are_there_in_the_sizes_that_the_manifest_says(player: Visitor):
    icons = json.loads(player.get("/manifest.webmanifest").text)["icons"]
    assert {(icon["sizes"], icon.get("purpose")) for icon in icons} == {
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    }
    for icon in icons:
        answer = player.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"] == "image/png"
        assert "immutable" in answer.headers["cache-control"]
        width, height = (int.from_bytes(answer.content[at : at + 4]) for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]


def test_the_service_worker_names_this_versions_files_and_is_asked_for_each_time(player: Visitor):
    answer = player.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    (static,) = re.findall(r'^const STATIC = "(/static/v-[0-9a-f]+)";$', answer.text, re.MULTILINE)
    assert f"{static}/css/base.css" in player.get("/").text
    assert answer.text.endswith((STATIC / "js" / "worker.js").read_text())
    policy = answer.headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_what_the_worker_keeps_beforehand_is_there(player: Visitor):
    text = player.get("/sw.js").text
    static = re.findall(r'const STATIC = "(.+)"', text)[0]
    names = re.findall(r'"([\w/.-]+\.(?:css|svg))"', text)
    assert names
    for path in ["/offline", *(f"{static}/{name}" for name in names)]:
        assert player.get(path).status_code == 200
    page = read_page(player.get("/offline").text)
    needed = {one["href"].partition("#")[0] for one in page.every() if one.tag in ("link", "use")}
    assert needed == {f"{static}/{name}" for name in names}


def test_the_page_for_being_offline_is_nobodys_and_in_both_languages(player: Visitor):
    player.post("/settings", {"cloth": "blue", "theme": "dark"})
    player.post("/language", {"language": "de"})
    page = read_page(player.get("/offline").text)
    assert page.one("html").attrs == {"lang": "en"}
    assert [one["lang"] for one in page.every("section")] == ["en", "de"]
    assert [one["href"] for one in page.every("a")] == ["", ""], "the address at which it is shown, once more"
    assert not page.every("script")


def test_every_page_knows_how_to_tell_of_a_new_version(player: Visitor):
    for path in ("/", "/settings", f"/game/{player.deal()}"):
        page = read_page(player.get(path).text)
        line = page.one(id="upgrade")
        assert "hidden" in line.attrs
        assert line.one("a")["href"] == ""
        assert [one for one in page.every("script") if one["src"].endswith("/js/install.js")]


def test_files_under_another_version_are_not_to_be_kept(player: Visitor):
    answer = player.get("/static/v-000000000000/css/base.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, no-cache")


def test_browsers_find_an_icon_without_being_told(player: Visitor):
    answer = player.get("/favicon.ico")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
