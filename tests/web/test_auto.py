"""Cards that go up by themselves (R9.3), through the pages: only where the player wishes it, marked, told in short."""

import pytest

from app.game.cards import CARDS
from app.game.law import Event
from app.web.announce import announcement
from tests.web.playing import House, Visitor, sight

#: In the deal of code 0 these go up as soon as one move was made, the last with two cards of one column.
FOLLOWS_THE_DRAW = ["T1-F", "T5-F", "T6-F", "T6-F"]


@pytest.fixture
def helped(player: Visitor) -> Visitor:
    player.post("/settings", {"auto": "on"})
    return player


def test_without_the_setting_every_card_waits_for_the_player(house: House, player: Visitor):
    game = player.deal(code="0")
    player.play(game, "draw")
    assert house.entries(game) == ["draw"]


def test_cards_go_up_by_themselves_are_marked_and_told(house: House, helped: Visitor):
    game = helped.deal(code="0")
    seen = helped.play(game, "draw")
    assert house.entries(game) == ["draw", *FOLLOWS_THE_DRAW]
    assert (seen.taken, seen.version) == (1, 5)
    marked = [card["data-card"] for card in seen.table.every(class_="auto")]
    assert marked
    assert set(marked) <= {card for suit in "CDHS" for card in seen.cards(f"F{suit}")}
    said = seen.table["data-say"]
    assert said.count("drawn.") == 1
    assert "4 cards put up." in said
    assert not helped.see(game).table.every(class_="auto"), "only in the answer to the move"


def test_one_undo_takes_the_cards_back_with_the_move(house: House, helped: Visitor):
    game = helped.deal(code="0")
    before = house.position(game)
    helped.play(game, "draw", "undo")
    seen = helped.play(game, "draw")
    seen = helped.play(game, "undo")
    assert house.position(game) == before
    assert seen.taken == 1
    assert seen.table["data-say"] == "Move taken back."


def test_without_scripts_cards_go_up_as_well(house: House, helped: Visitor):
    game = helped.deal(code="0")
    helped.send(game, 0, "draw", script=False)
    assert house.entries(game) == ["draw", *FOLLOWS_THE_DRAW]


def test_a_lost_answer_is_sent_again_and_what_was_played_since_stays_with_the_page(house: House, helped: Visitor):
    game = helped.deal(code="0")
    helped.play(game, "draw")
    fields = {"version": "0", "sent": "1", "entry": ["draw", "T1-F"]}
    answer = helped.post(f"/game/{game}/table", fields)
    assert (answer.status_code, sight(answer).taken, sight(answer).version) == (200, 1, 5)


def card(text: str):
    return next(card for card in CARDS if card.text == text)


@pytest.mark.parametrize(
    ("events", "language", "expected"),
    [
        ("column_to_foundation:AS", "en", "Ace of spades put up."),
        (
            "draw:9C column_to_foundation:AS column_to_foundation:2S turn_up:5H:2",
            "en",
            "9 of clubs drawn. Ace of spades put up. 2 of spades put up. 5 of hearts turned up in column 3.",
        ),
        (
            "column_to_column:9C:1 turn_up:AS:2 column_to_foundation:AS turn_up:2S:2 "
            "column_to_foundation:2S turn_up:5H:2",
            "en",
            "9 of clubs to column 2. Ace of spades, 2 of spades put up. 5 of hearts turned up in column 3.",
        ),
        (
            "draw:9C column_to_foundation:AS column_to_foundation:2S column_to_foundation:AH column_to_foundation:2H",
            "de",
            "Kreuz-9 aufgedeckt. 4 Karten abgelegt.",
        ),
    ],
)
def test_what_happened_is_told_in_order_and_in_short(events: str, language, expected: str):
    read = []
    for text in events.split():
        kind, name, *column = text.split(":")
        read.append(Event(kind, card(name), int(column[0]) if column else -1))
    assert announcement(tuple(read), language, is_won=False) == expected
