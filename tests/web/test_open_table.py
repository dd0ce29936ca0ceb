"""Open Klondike (R1.5): everything is to be seen, and only what is in sequence moves together."""

import itertools

import pytest

from app.game.cards import CARDS, RANKS
from app.web.cards import card_name
from tests.web.page import Element
from tests.web.playing import WON_CODE, WON_LINE, House, Sight, Visitor


def listed(seen: Sight, kind: str) -> list[str]:
    """The cards of one part of the strip, in notation."""
    lists = seen.table.every("ol", class_=kind)
    return [mini["data-rank"] + mini["data-suit"] for part in lists for mini in part.every(class_="mini")]


def test_every_card_of_the_columns_is_named_and_the_strip_tells_the_stocks_order(house: House, player: Visitor):
    game = player.deal("open-1", WON_CODE)
    seen, position = player.see(game), house.position(game)
    assert sum(len(seen.cards(f"T{number}")) for number in range(1, 8)) == 28
    assert listed(seen, "coming") == [card.text for card in position.stock]
    assert listed(seen, "gone") == []


def test_the_strip_goes_on_with_the_waste_in_the_order_of_the_next_pass(house, player):
    game = player.deal("open-3", WON_CODE)
    seen = player.play(game, "draw", "draw", "W-F") if "W-F" in house.legal(game) else player.play(game, "draw", "draw")
    position = house.position(game)
    assert listed(seen, "coming") == [card.text for card in position.stock]
    assert listed(seen, "gone") == [card.text for card in position.waste]
    player.play(game, *["draw"] * 6, "redeal")
    assert listed(player.see(game), "coming") == [card.text for card in position.waste + position.stock]


def test_of_a_draw_of_three_the_card_that_comes_to_lie_on_top_is_marked(house, player):
    game = player.deal("open-3", WON_CODE)
    strip = player.see(game).table.one("ol", class_="coming")
    tops = [bool("top" in item.classes) for item in strip.every("li")]
    assert tops == [False, False, True] * 8
    assert not player.see(player.deal("open-1", WON_CODE)).table.every("li", class_="top")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_strip_can_be_read_out(house, language):
    visitor = house.visitor(language)
    seen = visitor.see(visitor.deal("open-1", WON_CODE))
    minis = seen.table.every("span", class_="mini")
    assert all(mini["role"] == "img" for mini in minis)
    assert len({mini["aria-label"] for mini in minis}) == 24
    for mini in minis:
        card = next(card for card in CARDS if card.text == mini["data-rank"] + mini["data-suit"])
        assert mini["aria-label"] == card_name(card, language)


@pytest.mark.parametrize("rules", ["standard-1", "vegas-3", "free-castle-1", "standard-1-limited"])
def test_no_other_table_has_such_a_strip(player, rules):
    assert not player.see(player.deal(rules)).table.every(class_="order")


def test_a_covered_tables_strip_keeps_its_room_and_tells_no_card(player):
    game = player.deal("open-1")
    player.play(game, "draw")
    player.post(f"/game/{game}/pause")
    strip = player.see(game).table.one(class_="order")
    assert strip["aria-hidden"] == "true"
    minis = strip.every("span")
    assert [mini.attrs for mini in minis] == [{"class": "mini"}] * 24


def test_cards_that_are_in_no_sequence_do_not_move_together(house: House, player: Visitor):
    # Case 50.
    game = player.deal("open-1", WON_CODE)
    version = 0
    for source, column in enumerate(house.position(game).columns, 1):
        for size in range(2, len(column.up) + 1):
            answer = player.send(game, version, f"T{source}-T{source % 7 + 1}x{size}")
            assert answer.status_code == 422
            assert "not in sequence" in answer.text or size == 1
    assert house.game(game)["version"] == 0


def places(element: Element) -> list[str]:
    return element.get("data-to").split()


def test_a_card_with_others_on_it_that_are_no_run_has_no_places(house, player):
    game = player.deal("open-1", WON_CODE)
    for number in range(1, 8):
        cards = player.see(game).pile(f"T{number}").every("button", data_card=True)
        for card, below in itertools.pairwise(cards):
            one, other = card["data-card"], below["data-card"]
            is_red = [text[1] in "DH" for text in (one, other)]
            if is_red[0] == is_red[1] or RANKS.index(one[0]) != RANKS.index(other[0]) + 1:
                assert not places(card), (one, other)


def test_an_open_game_is_won_and_its_strip_is_gone(house, player):
    game = player.deal("open-3", WON_CODE)
    seen = player.play(game, *WON_LINE)
    assert seen.table["data-status"] == "won"
    assert not seen.table.every(class_="mini")
    assert sum(house.position(game).foundations) == len(CARDS)
