"""What a link shows where it is sent: Open Graph tags and their pictures."""

import asyncio
import io
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine
from PIL import Image, ImageChops

from app.game.cards import CARDS
from app.game.deal import deal_from_code
from app.store import dailies
from app.web import drawing, previews
from app.web.preview_picture import Picture
from tests.waiting import HANGS
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    for day in ("2026-11-28", "2026-11-29", "2026-11-30"):
        house.write(dailies.create, day, deal_from_code(WON_CODE).text, "0", 0)


def finish(visitor: Visitor, *entries: str, board: str = "standard-3") -> str:
    game = visitor.post(f"/daily/{board}").headers["location"].rpartition("/")[2]
    visitor.play(game, *entries)
    return game


def tags(visitor: Visitor, path: str) -> dict[str, str]:
    page: Element = read_page(visitor.get(path).text)
    return {meta["property"]: meta["content"] for meta in page.every("meta", property=True)}


def picture(visitor: Visitor, address: str) -> Image.Image:
    answer = visitor.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), address
    assert answer.headers["cache-control"] == "public, max-age=86400"
    # Messengers take no more than some hundred kilobytes.
    assert len(answer.content) < 300_000
    return Image.open(io.BytesIO(answer.content))


@MIDDAY
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("path", "day"), [("/", "29"), ("/daily", "29"), ("/daily/2026-11-28", "28")])
def test_a_days_page_has_a_picture_in_its_language(house: House, path: str, day: str, language: str):
    visitor = house.visitor(language)
    found = tags(visitor, path)
    assert found["og:url"] == f"http://cards.example{path}"
    assert found["og:image"] == f"http://cards.example/daily/2026-11-{day}/preview-{language}.png"
    assert found["og:locale"] == {"en": "en_GB", "de": "de_DE"}[language]
    assert day in found["og:title"]
    # Whoever sends the link on has no cookie and may read another language.
    image = picture(house.visitor("en"), found["og:image"])
    assert image.size == (int(found["og:image:width"]), int(found["og:image:height"])) == (1200, 630)


@MIDDAY
def test_a_results_page_is_everyones_with_a_picture_of_the_result(house: House, player: Visitor):
    player.post("/name", {"name": "Grete"})
    game = finish(player, *WON_LINE)
    crawler = house.visitor()
    found = tags(crawler, f"/game/{game}/result")
    assert found["og:title"] == "Standard, draw 3 cards: won with 615 points in 0:00."
    assert found["og:image"] == f"http://cards.example/game/{game}/preview-en.png"
    won = picture(crawler, found["og:image"])
    lost = picture(crawler, f"/game/{finish(player, 'draw', 'resign', board='vegas-1')}/preview-en.png")
    # On the left the words differ, on the right the cards.
    for half in ((0, 0, 600, 630), (600, 0, 1200, 630)):
        assert ImageChops.difference(won.crop(half), lost.crop(half)).getbbox()
    page = read_page(crawler.get(f"/game/{game}/result").text)
    assert "Grete" in page.one("p", class_="lead").text
    assert not page.every("textarea")
    assert not page.every("a", href=f"/game/{game}/replay?step=0")
    assert not [card.text for card in CARDS if card.text in page.text.replace(game, "")]
    assert "Streak" not in page.text


@MIDDAY
def test_there_is_no_picture_of_what_nobody_may_know(house: House, player: Visitor):
    """Case 62, and games that have no result."""
    running = player.post("/daily/vegas-3").headers["location"].rpartition("/")[2]
    player.play(running, "draw")
    unranked = player.deal()
    player.play(unranked, "draw", "resign")
    for path in (
        "/daily/2026-11-30/preview-en.png",
        "/daily/2026-11-27/preview-en.png",
        "/daily/yesterday/preview-en.png",
        "/daily/2026-11-29/preview-fr.png",
        f"/game/{running}/preview-en.png",
        f"/game/{unranked}/preview-en.png",
        "/game/nothing/preview-en.png",
    ):
        assert player.get(path).status_code == 404, path
        if path.startswith("/game/"):
            assert house.visitor().get(path.replace("preview-en.png", "result")).status_code == 404


@MIDDAY
def test_the_pictures_of_a_day_tell_nothing_of_its_deal(house: House, player: Visitor):
    first = player.get("/daily/2026-11-29/preview-en.png").content
    house.empty()
    previews._png.cache_clear()
    house.write(dailies.create, "2026-11-29", deal_from_code("1").text, "0", 0)
    assert house.visitor().get("/daily/2026-11-29/preview-en.png").content == first


@pytest.fixture
def public(tmp_path: Path, sqlite_template: Path) -> Iterator[House]:
    house = House(tmp_path, sqlite_template, base_url="https://cards.example/play")
    yield house
    house.close()


def test_addresses_are_those_that_players_use(public: House):
    found = tags(public.visitor(), "/daily")
    assert found["og:url"] == "https://cards.example/play/daily"
    assert found["og:image"].startswith("https://cards.example/play/daily/")


@MIDDAY
def test_a_picture_is_drawn_once_and_not_by_the_thread_that_answers(
    house: House, player: Visitor, monkeypatch: pytest.MonkeyPatch
):
    previews._png.cache_clear()
    drawn: list[str] = []
    draw = drawing.png

    def watched(picture: Picture) -> bytes:
        drawn.append(threading.current_thread().name)
        return draw(picture)

    monkeypatch.setattr(drawing, "png", watched)
    for _ in range(3):
        player.get("/daily/2026-11-29/preview-de.png")
    assert len(drawn) == 1
    assert drawn[0] != threading.current_thread().name


@MIDDAY
def test_of_a_flood_of_pictures_the_last_ones_come_later(house: House, monkeypatch: pytest.MonkeyPatch):
    """Nobody fills the server's memory with what is still to be drawn."""
    busy, go_on = threading.Event(), threading.Event()

    def slow(picture: Picture) -> bytes:
        busy.set()
        go_on.wait(HANGS)
        return b""

    previews._png.cache_clear()
    monkeypatch.setattr(drawing, "png", slow)
    visitor = house.visitor()

    async def flood() -> list[int]:
        address = "/daily/2026-11-29/preview-en.png"
        asked = [asyncio.ensure_future(visitor.client.get(address)) for _ in range(previews.MOST_WAITING + 5)]
        while not busy.is_set() or sum(one.done() for one in asked) < 4:
            await asyncio.sleep(0.01)
        go_on.set()
        return [answer.status_code for answer in await asyncio.gather(*asked)]

    statuses = house.run(flood())
    previews._png.cache_clear()
    assert statuses.count(503) == 4
    assert statuses.count(200) == previews.MOST_WAITING + 1


@pytest.mark.parametrize("letter", list("äöüÄÖÜßé−–·’„“×\u00a0"))
def test_every_letter_of_our_texts_can_be_written(letter: str):
    """The letters that come with Pillow are few: one that it has not shows as a box."""
    font = drawing._font(40)
    missing = font.getmask("\uffff")
    for piece, _ in drawing._pieces(f"a{letter}b"):
        for part in piece:
            mask = font.getmask(part)
            assert part in "−–" or (mask.size, bytes(mask)) != (missing.size, bytes(missing)), part


@pytest.mark.parametrize("text", ["Donnerstag", "Standard, 3 Karten aufdecken", "W" * 22])
def test_long_lines_are_made_smaller(text: str):
    assert drawing._length(text, drawing._fitting(text, 80)) <= 545
