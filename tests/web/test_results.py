"""The result of a game that counts, and the text to share."""

import pytest
import time_machine

from app.game.cards import CARDS
from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    house.write(dailies.create, "2026-11-29", deal_from_code(WON_CODE).text, "0", 0)


def finish(visitor: Visitor, *entries: str, board: str = "standard-3") -> str:
    game = visitor.post(f"/daily/{board}").headers["location"].rpartition("/")[2]
    visitor.play(game, *entries)
    return game


def see(visitor: Visitor, path: str) -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


@MIDDAY
def test_the_text_begins_with_words_and_gives_nothing_away(house: House, player: Visitor):
    game = finish(player, *WON_LINE)
    finish(player, "draw", "resign", board="vegas-1")
    text = see(player, f"/game/{game}/result").one("textarea").text
    assert text == (
        "Klondaily, November 29, 2026 Standard, draw 3 cards: won with 615 points in 0:00. ⬜🟩🟨⬜"
        f" http://cards.example/game/{game}/result"
    )
    assert not [card.text for card in CARDS if card.text in text.replace(game, "")]
    german = read_page(player.get(f"/game/{game}/result", headers={"accept-language": "de"}).text)
    assert "Standard, 3 Karten: gewonnen, 615 Punkte in 0:00." in german.one("textarea").text


@MIDDAY
def test_it_works_without_scripts(house: House, player: Visitor):
    page = see(player, f"/game/{finish(player, *WON_LINE)}/result")
    assert page.one("textarea").has("readonly")
    assert [button["id"] for button in page.one("section", class_="share").every("button", hidden=True)] == [
        "share-send",
        "share-copy",
    ]


@MIDDAY
def test_a_lost_game_has_a_rank_and_no_coins(house: House, player: Visitor):
    finish(house.visitor(), *WON_LINE)
    game = finish(player, "draw", "resign")
    page = see(player, f"/game/{game}/result")
    assert page.one("h1").text == "Not won"
    assert "Rank 2 of 2" in page.one("dl").text
    assert "coin" not in page.one("dl").text


@MIDDAY
def test_only_games_that_counted_and_ended_have_one(house: House, player: Visitor):
    running = player.post("/daily/vegas-3").headers["location"].rpartition("/")[2]
    player.play(running, "draw")
    ended = finish(player, "draw", "resign")
    practice = finish(player, "draw", "resign")
    other = player.deal()
    player.play(other, "draw", "resign")
    for path in ("result", "reward"):
        assert player.get(f"/game/{ended}/{path}").status_code == 200
        for game in (running, practice, other, "nothing"):
            assert player.get(f"/game/{game}/{path}").status_code == 404
    # Everybody may see a result, and only its player what it has brought.
    assert house.visitor().get(f"/game/{ended}/result").status_code == 200
    assert house.visitor().get(f"/game/{ended}/reward").status_code == 404


def test_the_record_is_public_once_the_grace_is_over(house: House, player: Visitor):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        game = finish(player, *WON_LINE)
        assert not see(player, f"/game/{game}/result").every("a", download=True)
    with time_machine.travel("2026-12-01T00:00:00Z", tick=False):
        stranger = house.visitor()
        link = see(stranger, f"/game/{game}/result").one("a", download=True)
        record = stranger.get(link["href"]).json()
        assert [text for text, _ in record["entries"]] == WON_LINE
        assert record["deal"] == deal_from_code(WON_CODE).text
