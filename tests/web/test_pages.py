"""What holds for every ordinary page, in both languages: sound HTML, one heading, no word without its language."""

import itertools
import re
from collections.abc import Iterator

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, House, Visitor

PATHS = (
    "/",
    "/new",
    "/castles",
    "/deal/32",
    "/deal/32/standard-3",
    "/leaderboard/castles",
    "/daily",
    "/leaderboard/{day}/standard-1",
    "/leaderboard/{day}/vegas-3",
    "/rules",
    "/learn",
    "/custom",
    "/tokens",
    "/rules/standard",
    "/rules/open",
    "/rules/castles",
    "/rules/daily",
    "/name",
    "/calendar",
    "/statistics",
    "/shop",
    "/fairness",
    "/device",
    "/leaderboard/points/all",
    "/nowhere",
)
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
LABELLED = ("input", "select", "textarea")


DAY = "2026-11-29"


@pytest.fixture(autouse=True)
def midday() -> Iterator[None]:
    with time_machine.travel(f"{DAY}T12:00:00Z", tick=False):
        yield


def pages(house: House, language: str) -> dict[str, Element]:
    visitor = house.visitor(language)
    house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)
    # With a game of each kind under way and one that has ended, so that every part of the pages is there.
    game = visitor.deal("standard-3")
    visitor.play(game, "draw")
    for board, entries in {"standard-1": ["draw"], "vegas-3": ["draw", "resign"]}.items():
        place = visitor.post(f"/daily/{board}").headers["location"]
        visitor.play(place.rpartition("/")[2], *entries)
    return {path: read_page(visitor.get(path.format(day=DAY)).text) for path in PATHS}


@LANGUAGES
def test_every_page_has_its_language_one_heading_and_a_title_of_its_own(house: House, language: str):
    shown = pages(house, language)
    titles = set()
    for path, page in shown.items():
        assert page.one("html")["lang"] == language, path
        assert page.one("h1").text
        assert page.one("main", id="main")
        titles.add(page.one("title").text)
        levels = [int(element.tag[1]) for element in page.every() if re.fullmatch("h[1-6]", element.tag)]
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels)), (path, levels)
    assert len(titles) == len(shown)
    assert all(title.endswith(" · Klondaily") for title in titles)


@LANGUAGES
def test_no_page_has_a_script_or_a_style_within(house: House, language: str):
    for path, page in pages(house, language).items():
        for element in page.every():
            assert element.tag != "style", path
            assert element.tag != "script" or (element["src"] and not element.text), path
            assert not [name for name in element.attrs if name == "style" or name.startswith("on")], (path, element.tag)


@LANGUAGES
def test_every_control_has_a_name_and_every_id_is_there_once(house: House, language: str):
    for path, page in pages(house, language).items():
        ids = [element["id"] for element in page.every(id=True)]
        assert len(set(ids)) == len(ids), path
        for button in [*page.every("button"), *page.every("a")]:
            assert button.text or button.get("aria-label"), (path, button.attrs)
        labels = {label["for"] for label in page.every("label", for_=True)}
        for tag in LABELLED:
            for field in page.every(tag):
                assert field.get("type") == "hidden" or field.get("id") in labels, (path, field.attrs)
        for element in page.every(aria_describedby=True):
            assert set(element["aria-describedby"].split()) <= set(ids), path


@LANGUAGES
def test_the_page_one_is_on_is_marked_in_the_menu(house: House, language: str):
    shown = pages(house, language)
    marked = {
        path: [link["href"] for link in page.one("header").every(aria_current="page")] for path, page in shown.items()
    }
    assert marked["/"] == ["/"]
    assert marked["/daily"] == ["/daily"]
    assert marked["/leaderboard/{day}/vegas-3"] == ["/leaderboard"]
    assert marked["/rules"] == ["/rules"]
    assert marked["/nowhere"] == []


@LANGUAGES
def test_every_link_leads_somewhere_and_every_form_is_taken(house: House, language: str):
    visitor = house.visitor(language)
    seen = set()
    for path, page in pages(house, language).items():
        for link in page.every("a", href=True):
            href = link["href"]
            if href.startswith("#") or "#" in href:
                target = page if href.startswith("#") else read_page(visitor.get(href.partition("#")[0]).text)
                assert target.every(id=href.partition("#")[2]), (path, href)
            elif href not in seen and not href.startswith("/game/"):
                seen.add(href)
                assert visitor.get(href).status_code in (200, 303), (path, href)
        for form in page.every("form"):
            assert form["method"] == "post" or path == "/"
            assert form["action"].startswith("/")


@LANGUAGES
def test_a_bare_visit_leaves_nothing_behind(house: House, language: str):
    visitor = house.visitor(language)
    for path in ("/", "/daily", "/leaderboard", "/rules", "/name"):
        assert "set-cookie" not in visitor.get(path).headers
    for table in ("players", "games", "ranked_games"):
        assert house.rows(f"SELECT * FROM {table}") == []


def test_a_page_made_for_one_is_kept_by_no_cache(player: Visitor):
    for path in ("/", "/daily", "/rules", "/name", "/nowhere"):
        answer = player.get(path)
        assert answer.headers["cache-control"] == "no-store"
        assert {"Accept-Language", "Cookie"} <= set(answer.headers["vary"].split(", "))
