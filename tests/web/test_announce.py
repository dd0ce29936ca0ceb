"""What is read out after several entries at once: each event once, in its order."""

from app.game.cards import Card
from app.game.law import Event
from app.web.announce import story

TEN, NINE = Card.parse("TS"), Card.parse("9H")
DRAWN = ("draw", (Event("draw", TEN),))
MOVED = ("T1-T2", (Event("column_to_column", NINE, 1), Event("turn_up", TEN, 0)))


def test_every_entry_of_several_is_told_in_order():
    assert story([DRAWN, MOVED, ("undo", ())], "en", is_won=False) == (
        "10 of spades drawn. 9 of hearts to column 2. 10 of spades turned up in column 1. Move taken back."
    )


def test_what_has_no_event_says_nothing():
    assert story([("hint", ()), DRAWN], "de", is_won=False) == "Pik-10 aufgedeckt."
    assert story([], "en", is_won=False) == ""
