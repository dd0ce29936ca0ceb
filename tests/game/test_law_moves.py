"""R2, move by move, on drawn tables."""

import pytest

from app.game.errors import IllegalMoveError
from app.game.law import REASONS, is_idle, legal_moves, play
from app.game.moves import parse_move
from app.game.rules import rule_set
from tests.game.tables import cards, table

STANDARD = rule_set("standard-1")


def after(drawing, move, key="standard-1", pass_number=1):
    return play(table(drawing, pass_number=pass_number), rule_set(key), parse_move(move))


def refused(drawing, move, key="standard-1", pass_number=1):
    position = table(drawing, pass_number=pass_number)
    with pytest.raises(IllegalMoveError) as caught:
        play(position, rule_set(key), parse_move(move))
    assert caught.value.move == move
    assert caught.value.position == position.text
    assert caught.value.reason in REASONS
    assert parse_move(move) not in legal_moves(position, rule_set(key))
    return caught.value.reason


def kinds(played):
    return [event.kind for event in played.events]


def texts(position):
    return {move.text for move in legal_moves(position, STANDARD)}


# R2.1 To a foundation


def test_r2_1_an_ace_opens_its_foundation():
    played = after("1 | AH", "T1-F")
    assert played.position == table("F - - A -")
    assert [(e.kind, e.card, e.column) for e in played.events] == [
        ("column_to_foundation", cards("AH")[0], 0),
        ("column_emptied", None, 0),
    ]


def test_r2_1_only_the_next_card_of_the_suit_goes_up():
    drawing = """
        F A 5 - Q
        1 | 2C
        2 | 7D
        3 | 2H
        4 | KS
        5 | 6D 5C
        6 | AH
        7 | 3C
    """
    assert {m for m in texts(table(drawing)) if m.endswith("-F")} == {"T1-F", "T4-F", "T6-F"}
    assert refused(drawing, "T2-F") == "not_next_on_foundation"
    assert refused(drawing, "T3-F") == "not_next_on_foundation"
    assert refused(drawing, "T5-F") == "not_next_on_foundation"
    assert refused(drawing, "T7-F") == "not_next_on_foundation"


def test_r2_1_from_the_waste_only_its_top_card_goes_up():
    played = after("W AS 2C AD", "W-F")
    assert played.position == table("W AS 2C\nF - A - -")
    assert kinds(played) == ["waste_to_foundation"]
    assert refused("W AS 2C AD\nF - A - -", "W-F") == "not_next_on_foundation"
    assert refused("W AD 2C", "W-F") == "not_next_on_foundation"
    assert refused("S AD", "W-F") == "waste_empty"


def test_r2_1_nothing_goes_on_a_king_and_an_empty_column_has_nothing_to_give():
    assert refused("F K K K K\n1 | AC", "T1-F") == "not_next_on_foundation"
    assert refused("F K K K K", "T1-F") == "column_empty"


# R2.2, R2.4 Onto a column


def test_r2_2_one_lower_and_of_the_other_colour():
    drawing = """
        W 7C
        1 | 8H
        2 | 8S
        3 | 6D
        4 | 9D
        5 | 7D
        6 | 8C
    """
    assert {m for m in texts(table(drawing)) if m.startswith("W")} == {"W-T1"}
    assert refused(drawing, "W-T2") == "does_not_fit"
    assert refused(drawing, "W-T3") == "does_not_fit"
    assert refused(drawing, "W-T4") == "does_not_fit"
    assert refused(drawing, "W-T7") == "only_king_on_empty"
    played = after(drawing, "W-T1")
    assert played.position.columns[0].up == cards("8H 7C")
    assert played.position.waste == ()
    assert kinds(played) == ["waste_to_column"]


def test_r2_2_a_face_up_card_deeper_in_a_column_is_no_target():
    assert refused("W 7C\n1 | 8H 7S", "W-T1") == "does_not_fit"


def test_r2_4_only_a_king_goes_to_an_empty_column():
    assert after("W KD", "W-T3").position == table("3 | KD")
    assert refused("W QD", "W-T3") == "only_king_on_empty"
    assert refused("1 2C | QD", "T1-T3") == "only_king_on_empty"
    played = after("1 2C | KD QS JH", "T1-T3x3")
    assert played.position == table("1 | 2C\n3 | KD QS JH")
    assert kinds(played) == ["column_to_column", "turn_up"]
    assert refused("1 2C | KD QS JH", "T1-T3x2") == "only_king_on_empty"


# R2.3 Runs

RUN = """
    1 2C | 9D 8S 7H 6C
    2 | 8C
    3 | 9H
    4 | TS
    5 | 7D
"""


def test_r2_3_a_run_moves_as_a_whole_or_in_part():
    assert {m for m in texts(table(RUN)) if m.startswith("T1")} == {"T1-T5", "T1-T2x2", "T1-T3x3", "T1-T4x4"}
    assert after(RUN, "T1-T3x3").position.columns[2].up == cards("9H 8S 7H 6C")
    assert after(RUN, "T1-T3x3").position.columns[0] == table("1 2C | 9D").columns[0]
    assert after(RUN, "T1-T4x4").position.columns[0] == table("1 | 2C").columns[0]


def test_r2_3_whole_runs_only_where_the_option_says_so():
    whole = {m.text for m in legal_moves(table(RUN), rule_set("standard-1+wholeruns"))}
    assert {m for m in whole if m.startswith("T1")} == {"T1-T4x4"}
    for part in ("T1-T5", "T1-T2x2", "T1-T3x3"):
        assert refused(RUN, part, "standard-1+wholeruns") == "whole_run_only"
    assert after(RUN, "T1-T4x4", "standard-1+wholeruns") == after(RUN, "T1-T4x4")


def test_r2_3_with_whole_runs_the_last_card_still_goes_up_and_comes_down():
    drawing = "F 5 - - -\n1 | 7H 6C\n2 | 6D"
    assert after(drawing, "T1-F", "vegas-1+wholeruns").position.columns[0].up == cards("7H")
    assert after(drawing, "FC-T2", "vegas-1+wholeruns").position.columns[1].up == cards("6D 5C")


def test_r2_3_face_down_cards_never_move():
    drawing = "1 8C 7D | 6C\n2 | 9D"
    assert refused(drawing, "T1-T2x3") == "cards_face_down"
    assert refused(drawing, "T1-T2x2") == "cards_face_down"
    assert refused(drawing, "T1-T2x4") == "not_enough_cards"
    assert refused(drawing, "T3-T2") == "column_empty"
    assert refused(drawing, "T1-T1") == "same_column"
    assert refused("", "T1-T1") == "same_column"


def test_r2_3_and_r1_5_open_klondike_moves_only_what_is_in_sequence():
    drawing = """
        1 | 2C 8C 7D
        2 | 9D
        3 | 8S
        4 | KH QH
        5 |
    """
    open_moves = {m.text for m in legal_moves(table(drawing), rule_set("open-1"))}
    assert open_moves == {"T1-T2x2", "T1-T3", "T3-T2"}
    assert refused(drawing, "T1-T2x3", "open-1") == "not_in_sequence"
    assert refused(drawing, "T4-T5x2", "open-1") == "not_in_sequence"
    whole = {m.text for m in legal_moves(table(drawing), rule_set("open-1+wholeruns"))}
    assert whole == {"T1-T2x2", "T3-T2"}
    assert after(drawing, "T1-T2x2", "open-1").position.columns[0] == table("1 | 2C").columns[0]


# R2.5 Turning


def test_r2_5_the_card_under_the_last_face_up_one_turns_at_once():
    played = after("1 3C 4C | 9D\n2 | TS", "T1-T2")
    assert played.position == table("1 3C | 4C\n2 | TS 9D")
    assert [(e.kind, e.card, e.column) for e in played.events] == [
        ("column_to_column", cards("9D")[0], 1),
        ("turn_up", cards("4C")[0], 0),
    ]
    played = after("F 8 - - -\n1 3C | 9C", "T1-F")
    assert played.position == table("F 9 - - -\n1 | 3C")
    assert kinds(played) == ["column_to_foundation", "turn_up"]


def test_r2_5_nothing_turns_while_a_face_up_card_is_left():
    assert kinds(after("1 3C | 9D 8S\n2 | 9H", "T1-T2")) == ["column_to_column"]


# R2.6, R2.7, R2.9 Stock and waste


def test_r2_6_draw_one():
    played = after("S 2C 3C 4C\nW 5C", "draw")
    assert played.position == table("S 3C 4C\nW 5C 2C")
    assert [(e.kind, e.card) for e in played.events] == [("draw", cards("2C")[0])]
    assert refused("W 5C", "draw") == "stock_empty"


def test_r2_6_and_case_4_draw_three_turns_them_one_after_the_other():
    played = after("S 2C 3C 4C 6C\nW 5C", "draw", "standard-3")
    assert played.position == table("S 6C\nW 5C 2C 3C 4C")
    assert played.events[0].card == cards("4C")[0]
    once = play(played.position._replace(foundations=(3, 0, 0, 0)), rule_set("standard-3"), parse_move("W-F"))
    assert once.position.waste == cards("5C 2C 3C"), "under c lies b, then a"


def test_r2_6_and_case_5_fewer_than_three_left_all_of_them_come():
    assert after("S 2C 3C", "draw", "vegas-3").position == table("W 2C 3C")
    assert after("S 2C\nW 9C", "draw", "vegas-3").position == table("W 9C 2C")


def test_r2_7_the_waste_is_turned_over_unshuffled():
    played = after("W 2C 3C 4C", "redeal")
    assert played.position == table("S 2C 3C 4C", pass_number=2)
    assert kinds(played) == ["redeal"]
    assert refused("S 9C\nW 2C", "redeal") == "stock_not_empty"
    assert refused("1 | AC", "redeal") == "waste_empty"


@pytest.mark.parametrize(
    ("key", "passes"),
    [
        ("standard-1-limited", 1),
        ("standard-3-limited", 3),
        ("vegas-1", 1),
        ("vegas-3", 3),
        ("daily-vegas-1", 1),
        ("daily-vegas-3", 3),
        *((f"castle-{level}", 6 - level) for level in range(1, 6)),
        *((f"free-castle-{level}", 6 - level) for level in range(1, 6)),
    ],
)
def test_r2_9_and_case_7_a_limit_of_n_passes_allows_n_less_one_redeals(key, passes):
    for running in range(1, passes):
        assert after("W 2C", "redeal", key, running).position.pass_number == running + 1
    assert refused("W 2C", "redeal", key, passes) == "no_pass_left"


@pytest.mark.parametrize(
    "key", ["standard-1", "standard-3", "open-1", "open-3", "daily-standard-1", "daily-standard-3"]
)
def test_r2_9_without_a_limit_there_is_always_another_pass(key):
    assert after("W 2C", "redeal", key, 1000).position.pass_number == 1001


# R2.8 Back from a foundation


def test_r2_8_the_top_card_may_come_back_where_it_fits():
    drawing = """
        F 5 A K -
        1 | 6D
        2 | 6C
        3 | 2S
        4 | 5H
        5 |
    """
    assert {m for m in texts(table(drawing)) if m.startswith("F")} == {"FC-T1", "FD-T3", "FH-T5", "FH-T6", "FH-T7"}
    assert after(drawing, "FC-T1").position.foundations == (4, 1, 13, 0)
    assert after(drawing, "FC-T1").position.columns[0].up == cards("6D 5C")
    assert kinds(after(drawing, "FH-T5")) == ["foundation_to_column"]
    assert refused(drawing, "FC-T2") == "does_not_fit"
    assert refused(drawing, "FC-T5") == "only_king_on_empty"
    assert refused(drawing, "FS-T1") == "foundation_empty"


def test_r2_8_nothing_fits_on_an_ace():
    drawing = "W 2C\nF - K K K\n1 | AC\n2 | AC"
    position = table(drawing)
    assert {m.text for m in legal_moves(position, STANDARD) if m.target in (0, 1)} == set()


# R2.10 Idle kings


def test_r2_10_a_king_from_the_edge_to_another_empty_column_is_legal_but_idle():
    position = table("1 | KC QD\n2 2C | KD\n3 | KH 7C")
    idle = {m.text for m in legal_moves(position, rule_set("open-1")) if is_idle(position, m)}
    assert idle == {f"T1-T{t}x2" for t in (4, 5, 6, 7)}


def test_r2_10_an_idle_shift_empties_no_column():
    assert kinds(after("1 | KC QD", "T1-T2x2")) == ["column_to_column"]
    assert kinds(after("1 | QD\n2 | KC", "T1-T2")) == ["column_to_column", "column_emptied"]
