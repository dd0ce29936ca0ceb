"""What a tap on a card enters (R9.1): the value of its button, as every table has it."""

import re

import pytest

from app.game.rules import rule_set
from app.web.piles import PileMaker
from tests.game.tables import table


def tap(drawing, source, size=1, key="standard-1"):
    """Return what the button of a column's or the waste's card enters, ``None`` where it enters nothing."""
    position = table(drawing)
    card = position.waste[-1] if source < 0 else position.columns[source].up[-size]
    piles = PileMaker(position, rule_set(key), "en", "", is_playing=True).piles()
    return re.search(rf'id="{card}"[^>]* value="([^"]*)"', piles)[1] or None


@pytest.mark.parametrize(
    ("drawing", "source", "size", "expected"),
    [
        ("F A - - -\n1 | 2C\n2 | 3D", 0, 1, "T1-F"),  # foundation before a column
        ("W 2C\nF A - - -\n2 | 3D", -1, 1, "W-F"),
        ("1 | 2C\n4 | 3H\n6 | 3D", 0, 1, "T1-T4"),  # else the first column from the left
        ("W 2C\n2 | 3S\n4 | 3H", -1, 1, "W-T4"),
        ("1 3S | 9H 8S 7D\n3 | TC", 0, 3, "T1-T3x3"),  # the run from the card that was tapped
        ("1 3S | 9H 8S 7D\n3 | 8C\n4 | 9D", 0, 2, "T1-T4x2"),
        ("1 3S | 9H 8S 7D\n3 | 8C", 0, 1, "T1-T3"),
        ("F 8 - - -\n1 | TH 9C 8D\n3 | TD", 0, 2, "T1-T3x2"),  # a card under others goes to no foundation
        ("1 3S | KH\n2 | AS", 0, 1, "T1-T3"),  # a king to the first empty column
        ("1 3S | KH QS\n2 | AS", 0, 2, "T1-T3x2"),
        ("W KD\n1 | AS", -1, 1, "W-T2"),
        ("1 | KH\n2 | AS", 0, 1, None),  # but not one that is on the table's edge (R2.10)
        ("1 | KH QS\n2 | AS", 0, 2, None),
        ("1 | KH QS\n2 | KD", 0, 1, "T1-T2"),  # its queen still goes
        ("F - - Q -\n1 | KH\n2 | AS", 0, 1, "T1-F"),
        ("1 | 9D\n2 | 9H", 0, 1, None),
        ("W 9D", -1, 1, None),
    ],
)
def test_r9_1_a_tap_plays_a_card_to_its_best_place(drawing, source, size, expected):
    assert tap(drawing, source, size) == expected


def test_r9_1_whole_runs_are_not_split_by_a_tap():
    drawing = "1 3S | 9H 8S 7D\n3 | 8C\n4 | 9D\n5 | TS"
    assert tap(drawing, 0, 1, "standard-1+wholeruns") is None
    assert tap(drawing, 0, 2, "standard-1+wholeruns") is None
    assert tap(drawing, 0, 3, "standard-1+wholeruns") == "T1-T5x3"
    assert tap("F - 6 - -\n" + drawing, 0, 1, "standard-1+wholeruns") == "T1-F"


def test_r1_5_a_tap_on_a_card_out_of_sequence_has_no_place():
    assert tap("1 | KD 9H 8S\n2 |", 0, 3, "open-1") is None
    assert tap("1 | KD TC 8S\n2 | JH", 0, 2, "open-1") is None
