"""The text forms of formats.md: each round-trips, and each wrong one is refused with its place."""

import copy
import pickle
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game.cards import CARDS, Card, cards_text, parse_cards
from app.game.deal import Deal, deal_from_code
from app.game.errors import (
    InvalidCardError,
    InvalidDealError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesError,
)
from app.game.law import play
from app.game.moves import Move, parse_move
from app.game.position import Position, deal_position, parse_position
from app.game.rules import ALL_KEYS, RULE_SETS, rule_set
from tests.game.tables import ALL_MOVES, cards

DEAL = deal_from_code("1")
SORTED = "".join(card.text for card in CARDS)


# Cards, R1.1 and R1.2


def test_r1_1_there_are_52_different_cards():
    assert len({card.text for card in CARDS}) == 52
    assert [(card.rank, card.suit) for card in CARDS] == [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    assert {card.text for card in CARDS if card.is_red} == {
        f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "DH"
    }


def test_a_card_round_trips_and_stays_one_object():
    for card in CARDS:
        assert Card.parse(card.text) is card
        assert CARDS[card.index] is card
        assert eval(repr(card)) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
        assert str(card) == card.text


@pytest.mark.parametrize("text", ["", "A", "1C", "10C", "td", "TDD", " TD", "DT", "🂡", "A♠", "AS\n"])
def test_no_other_text_is_a_card(text):
    with pytest.raises(InvalidCardError):
        Card.parse(text)


@pytest.mark.parametrize(("text", "place"), [("2S3SS3", 4), ("ASA", 2), ("as", 0), ("KC  QH", 2)])
def test_a_wrong_card_in_a_row_of_cards_is_named_with_its_place(text, place):
    with pytest.raises(InvalidCardError) as caught:
        parse_cards(text)
    assert caught.value.place == place


# Deals, R1.3


def test_a_deal_round_trips():
    assert Deal.parse(DEAL.text) == DEAL
    assert len(DEAL.text) == 104
    assert str(DEAL) == DEAL.text


def test_reading_a_deal_ignores_white_space_and_case_and_takes_10_for_t():
    spaced = " \n".join(card.text.replace("T", "10") for card in DEAL.cards).lower()
    assert Deal.parse(f"\t{spaced}\r\n") == DEAL
    assert Deal.parse(" ".join(DEAL.text)) == DEAL


@pytest.mark.parametrize(
    ("text", "code", "named", "place"),
    [
        ("", "cards_missing", SORTED[:2], 0),
        (SORTED[:-2], "cards_missing", "KS", 51),
        (SORTED[:-2] + "AC", "card_twice", "AC", 51),
        (SORTED + "AC", "too_many_cards", "AC", 52),
        (SORTED + "x", "unknown_card", "X", 52),
        (SORTED[:6] + "1S" + SORTED[8:], "unknown_card", "1S", 3),
        (SORTED[:-1], "unknown_card", "K", 51),
        (SORTED.replace("AS", "A♠"), "unknown_card", "A♠", 3),
        (SORTED.replace("AS", "Aſ"), "unknown_card", "Aſ", 3),
        (SORTED.replace("2C", "２C"), "unknown_card", "２C", 4),
    ],
)
def test_anything_else_is_refused_with_its_place(text, code, named, place):
    with pytest.raises(InvalidDealError) as caught:
        Deal.parse(text)
    assert (caught.value.code, caught.value.place) == (code, place)
    assert caught.value.text.startswith(named)


def test_r1_3_it_is_laid_out_row_by_row():
    position = deal_position(Deal.parse(SORTED), rule_set("standard-1"))
    # Cards 0, 7, 13, 18, 22, 25, 27 of the sorted deck lie face up; column 3 is dealt cards 2, 8 and 13.
    assert [column.text for column in position.columns] == [
        "|AC",
        "AD|2S",
        "AH3C|4D",
        "AS3D4H|5H",
        "2C3H4S5S|6H",
        "2D3S5C6C6S|7D",
        "2H4C5D6D7C7H|7S",
    ]
    assert position.stock == CARDS[28:]
    assert position.stock[0].text == "8C"
    assert (position.waste, position.foundations, position.pass_number) == ((), (0, 0, 0, 0), 1)


def test_r1_5_open_klondike_lies_face_up():
    position = deal_position(Deal.parse(SORTED), rule_set("open-3"))
    assert [column.text for column in position.columns][:3] == ["|AC", "|AD2S", "|AH3C4D"]
    assert all(not column.down for column in position.columns)


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "//KKKQ/|KS////// 1",
        f"{SORTED}//----/////// 1",
        f"/{SORTED}//".replace("//", "/----/") + "////// 12",
        "AC/2D/-A--/|" + "".join(c.text for c in CARDS if c.text not in ("AC", "AD", "2D")) + "////// 3",
        "2C//A---/ADAH|AS/|" + "".join(c.text for c in CARDS[5:]) + "///// 3",
    ],
)
def test_a_position_round_trips(text):
    assert parse_position(text).text == text
    assert parse_position(parse_position(text).text) == parse_position(text)
    assert parse_position(f"  {text}\n") == parse_position(text)


def test_the_example_of_the_formats_page():
    position = parse_position("//KKKQ/|KS////// 1")
    assert position.foundations == (13, 13, 13, 12)
    assert position.columns[0].up == cards("KS")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_pass_number"),
        ("//KKKQ/|KS//////", "no_pass_number"),
        ("//KKKQ/|KS////// 0", "bad_pass_number"),
        ("//KKKQ/|KS////// -1", "bad_pass_number"),
        ("//KKKQ/|KS////// 1.0", "bad_pass_number"),
        ("//KKKQ/|KS////// ²", "bad_pass_number"),
        ("//KKKQ/|KS////// x", "bad_pass_number"),
        ("//KKKQ/|KS////// 00000000000", "bad_pass_number"),
        ("//KKKQ/|KS//////  1", "blank_in_position"),
        ("//KKKQ/ |KS////// 1", "blank_in_position"),
        ("KS 9D 8C", "not_ten_parts"),
        ("//KKKQ/|KS////// " + "9" * 5000, "pass_number_too_long"),
        ("//KKKQ/|KS////// 1000000000", "pass_number_too_long"),
        ("//KKKQ/|KS///// 1", "not_ten_parts"),
        ("//KKKQ/|KS/////// 1", "not_ten_parts"),
        ("//KKK/|KS////// 1", "bad_foundations"),
        ("//KKKKK/////// 1", "bad_foundations"),
        ("//KKKq/|KS////// 1", "bad_foundations"),
        ("//KKK0/|KS////// 1", "bad_foundations"),
        ("//KKKQ/KS////// 1", "no_bar_in_column"),
        ("//KKKQ/KS|////// 1", "no_card_face_up"),
        ("//KKKQ/|////// 1", "no_card_face_up"),
        ("//KKKQ/|KX////// 1", "unknown_card"),
        ("//KKKQ/|K|S////// 1", "unknown_card"),
        ("//KKKQ/|ks////// 1", "unknown_card"),
        ("//KKKQ/|K////// 1", "unknown_card"),
        ("//KKKQ/|KSKS////// 1", "card_twice"),
        ("KS//KKKQ/|KS////// 1", "card_twice"),
        ("//KKKQ/|QS////// 1", "card_twice"),
        ("//KKKQ/////// 1", "cards_missing"),
        ("//KKKJ/|KS////// 1", "cards_missing"),
    ],
)
def test_a_wrong_position_is_refused_and_says_why(text, code):
    with pytest.raises(InvalidPositionError) as caught:
        parse_position(text)
    assert caught.value.code == code


def test_a_wrong_card_in_a_position_is_named_with_its_place():
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("2S3SS3//KKKQ/|KS////// 1")
    assert (caught.value.text, caught.value.place) == ("S3", 4)


@settings(deadline=None)
@given(st.text(alphabet="A2TKCDHS/|- 1", max_size=40) | st.text(max_size=40))
def test_no_text_at_all_breaks_the_readers(text):
    for read, error in (
        (parse_position, InvalidPositionError),
        (Deal.parse, InvalidDealError),
        (Card.parse, InvalidCardError),
        (rule_set, InvalidRulesError),
        (parse_move, InvalidMoveError),
    ):
        with suppress(error):
            read(text)


# Moves


def test_every_move_of_the_alphabet_round_trips():
    assert len(set(ALL_MOVES)) == 2 + 1 + 7 + 7 + 7 * 7 * 13 + 4 * 7
    for text in ALL_MOVES:
        assert parse_move(text).text == text
        assert parse_move(parse_move(text).text) == parse_move(text)


def test_moves_say_what_they_are():
    assert parse_move("T3-T5x4") == Move("T-T", 2, 4, 4)
    assert parse_move("FH-T4") == Move("F-T", 2, 3, 1)
    assert parse_move("W-T7") == Move("W-T", -1, 6, 1)
    assert parse_move("T1-F") == Move("T-F", 0, -1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "draw ",
        "deal",
        "W",
        "W-",
        "W-T",
        "W-T0",
        "W-T8",
        "W-W",
        "w-t3",
        "T0-F",
        "T8-F",
        "T1-T8",
        "T1-T2x0",
        "T1-T2x1",
        "T1-T2x14",
        "T1-T2x02",
        "T1-T2x-2",
        "T1-T2x",
        "T1-Fx2",
        "W-Fx1",
        "W-T1x2",
        "FX-T1",
        "FH-F",
        "FH-FD",
        "F-T1",
        "FH-T0",
        "FH-T1x2",
        "S-W",
        "T1T2",
        "T1-T2\n",
        "T１-T2",
        "undo",
        "redo",
        "hint",
        "finish",
        "resign",
        "T1-T2x2x2",
        " draw",
        "T1-FH",
    ],
)
def test_any_other_text_is_no_move(text):
    with pytest.raises(InvalidMoveError) as caught:
        parse_move(text)
    assert caught.value.text == text


# Rule set keys, R3

KEYS = [
    "standard-1",
    "standard-3",
    "standard-1-limited",
    "standard-3-limited",
    "vegas-1",
    "vegas-3",
    "open-1",
    "open-3",
    "castle-1",
    "castle-2",
    "castle-3",
    "castle-4",
    "castle-5",
    "free-castle-1",
    "free-castle-2",
    "free-castle-3",
    "free-castle-4",
    "free-castle-5",
    "daily-standard-1",
    "daily-standard-3",
    "daily-vegas-1",
    "daily-vegas-3",
]


def test_the_keys_are_those_of_the_formats_page():
    assert sorted(KEYS) == list(ALL_KEYS)
    for key in KEYS:
        assert rule_set(key).key == key
        assert rule_set(rule_set(key).key) == RULE_SETS[key]


def test_options_stand_where_the_rules_give_them():
    both = {"standard-1", "standard-3", "standard-1-limited", "standard-3-limited", "open-1", "open-3"}
    runs = {"vegas-1", "vegas-3", *(f"free-castle-{level}" for level in range(1, 6))}
    for key in KEYS:
        for option, allowed in (("untimed", both), ("wholeruns", both | runs)):
            if key in allowed:
                assert rule_set(f"{key}+{option}").key == f"{key}+{option}"
            else:
                with pytest.raises(InvalidRulesError):
                    rule_set(f"{key}+{option}")
    assert rule_set("standard-3+untimed").timed is False
    assert rule_set("standard-3+wholeruns").partial_runs is False
    assert rule_set("standard-3+wholeruns+untimed").key == "standard-3+untimed+wholeruns"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "standard",
        "standard-2",
        "Standard-1",
        "standard-1+",
        "+untimed",
        "standard-1+untimed+untimed",
        "castle-6",
        "standard-1+x",
        "standard-1 ",
        "daily-open-1",
        "vegas-1-limited",
        "standard-1+untimed-limited",
        "castle-0",
    ],
)
def test_other_keys_are_refused(key):
    with pytest.raises(InvalidRulesError):
        rule_set(key)


# R3's table, row by row: draw, passes, scoring, clock, undo cost, hint cost, seconds.
ROWS = {
    "standard-1": (1, None, "standard", True, 0, 0, None),
    "standard-3": (3, None, "standard", True, 0, 0, None),
    "standard-1-limited": (1, 1, "standard", True, 0, 0, None),
    "standard-3-limited": (3, 3, "standard", True, 0, 0, None),
    "vegas-1": (1, 1, "vegas", True, 0, 0, None),
    "vegas-3": (3, 3, "vegas", True, 0, 0, None),
    "open-1": (1, None, "standard", True, 0, 0, None),
    "open-3": (3, None, "standard", True, 0, 0, None),
    "castle-1": (1, 5, "castles", True, None, None, 500),
    "castle-2": (1, 4, "castles", True, None, None, 500),
    "castle-3": (1, 3, "castles", True, None, None, 400),
    "castle-4": (1, 2, "castles", True, None, None, 400),
    "castle-5": (1, 1, "castles", True, None, None, 300),
    "free-castle-1": (1, 5, "castles", False, 5, 10, None),
    "free-castle-2": (1, 4, "castles", False, 5, 10, None),
    "free-castle-3": (1, 3, "castles", False, 5, 10, None),
    "free-castle-4": (1, 2, "castles", False, 5, 10, None),
    "free-castle-5": (1, 1, "castles", False, 5, 10, None),
    "daily-standard-1": (1, None, "standard", True, 5, 10, None),
    "daily-standard-3": (3, None, "standard", True, 5, 10, None),
    "daily-vegas-1": (1, 1, "vegas", True, None, None, None),
    "daily-vegas-3": (3, 3, "vegas", True, None, None, None),
}


@pytest.mark.parametrize("key", KEYS)
def test_r3_the_tables(key):
    row = rule_set(key)
    assert (row.draw, row.passes, row.scoring, row.timed, row.undo_cost, row.hint_cost, row.seconds) == ROWS[key]
    assert row.open is key.startswith("open")
    assert row.partial_runs is True
    assert row.ranked is (key.startswith(("castle", "daily")))
    assert row.finishes_itself is ("castle" in key)


def test_values_are_immutable():
    position = deal_position(DEAL, rule_set("standard-1"))
    for value, name in ((position, "stock"), (DEAL, "cards"), (rule_set("standard-1"), "draw")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    before = position.text
    play(position, rule_set("standard-1"), parse_move("draw"))
    assert position.text == before
    assert isinstance(position, Position)
    assert cards_text(position.stock) in before
