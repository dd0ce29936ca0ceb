"""Play aids: places (R9.1), finish (R8.2, cases 31 and 32), auto-move (R9.3, case 33)."""

import random

import pytest

from app.game.aids import auto_move, can_finish, finish_moves, kept_after, places
from app.game.cards import CARDS
from app.game.deal import deal_from_code
from app.game.errors import IllegalMoveError
from app.game.law import legal_moves, play
from app.game.moves import parse_move
from app.game.position import EMPTY_COLUMN, Column, Position, deal_position
from app.game.rules import rule_set
from app.game.state import Game, State, enter
from tests.game.tables import table

STANDARD = rule_set("standard-1")


@pytest.mark.parametrize("key", ["standard-1", "standard-3+wholeruns", "open-1", "open-3+wholeruns"])
def test_the_places_of_every_card_are_the_legal_moves(key):
    rules = rule_set(key)
    for number in range(12):
        rng = random.Random(f"{key} {number}")
        position = deal_position(deal_from_code(str(number)), rules)
        for _ in range(60):
            listed = legal_moves(position, rules)
            found = {move for size in [1] if position.waste for move in places(position, rules, -1, size)}
            for source, column in enumerate(position.columns):
                for size in range(1, len(column.up) + 1):
                    here = places(position, rules, source, size)
                    found.update(here)
                    assert not here or here[0].kind in ("T-F", "W-F") or all(m.kind == here[0].kind for m in here)
            assert found == {move for move in listed if move.kind not in ("draw", "redeal", "F-T")}
            position = play(position, rules, rng.choice(listed)).position


# R8.2: finish


def test_case_31_no_finish_with_cards_in_waste_or_stock_or_face_down():
    ready = "F K K K T\n1 | KS QS\n2 | JS"
    assert not can_finish(table("W JS QS KS\nF K K K T"))
    assert not can_finish(table("S KS\nF K K K J\n1 | QS"))
    assert not can_finish(table("F K K K T\n1 KS | QS\n2 | JS"))
    assert not can_finish(table("F K K K K"))
    assert can_finish(table(ready))


def test_r8_2_finish_plays_in_rank_order_and_each_card_is_a_move_that_scores():
    game = Game(State(STANDARD, table("F T J J K\n1 | KD QC\n2 | KH QD JC\n3 | KC QH"), 0))
    assert [move.text for move in finish_moves(game.state.position)] == [f"T{n}-F" for n in (2, 1, 2, 3, 1, 2, 3)]
    done = enter(game, "finish", 0)
    assert (done.state.status, done.state.moves, done.state.version, done.state.score) == ("won", 7, 1, 70)
    assert [event.card.text for event in done.events if event.card] == ["JC", "QC", "QD", "QH", "KD", "KH", "KC"]


def test_finish_is_refused_where_it_is_not_offered():
    with pytest.raises(IllegalMoveError) as caught:
        enter(Game(State(STANDARD, table("W KS\nF K K K Q"), 0)), "finish", 0)
    assert caught.value.reason == "cannot_finish"


def finishable_table(rng):
    """Deal cards by falling rank to columns that bear them, as play would have left them, then put some up."""
    low = rng.randint(0, 12)
    heights = tuple(min(13, max(0, low + rng.randint(-2, 2))) for _ in range(4))
    piles = [[] for _ in range(7)]
    for card in sorted(CARDS, key=lambda card: (-card.rank, rng.random())):
        if card.rank > heights[card.suit]:
            fits = [p for p in piles if (p and card.fits_on(p[-1])) or (not p and card.rank == 13)]
            rng.choice(fits or [p for p in piles if not p or p[-1].rank > card.rank]).append(card)
    columns = tuple(Column((), tuple(pile)) if pile else EMPTY_COLUMN for pile in piles)
    return Position((), (), heights, columns, 1)


def test_case_32_a_thousand_finishable_tables_are_won_in_at_most_52_moves():
    rng = random.Random(32)
    tried = 0
    while tried < 1000:
        position = finishable_table(rng)
        if position.is_won:
            continue
        tried += 1
        assert can_finish(position)
        moves = finish_moves(position)
        assert len(moves) == 52 - position.foundation_count <= 52
        ranks = []
        for move in moves:
            assert move.kind == "T-F"
            ranks.append(position.columns[move.source].up[-1].rank)
            position = play(position, STANDARD, move).position
        assert position.is_won
        assert ranks == sorted(ranks)


def test_case_31_open_klondike_is_finished_only_where_the_win_is_certain():
    # 3C lies on 2C: the table is all open and stock and waste are empty, but 2C must come out first.
    assert not can_finish(table("F A K K K\n1 | KC QC JC TC 9C 8C 7C 6C 5C 4C 2C 3C"))
    assert can_finish(table("F A K K K\n1 | KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"))
    # A high card on a low one of another suit is no harm where it can go up first.
    position = table("F J K Q K\n1 | QC KH\n2 | KC")
    assert can_finish(position)
    done = enter(Game(State(rule_set("open-1"), position, 0)), "finish", 0)
    assert (done.state.status, done.state.moves) == ("won", 3)


# R9.3: auto-move


def auto(drawing, key="standard-1", kept=0):
    move = auto_move(table(drawing), rule_set(key), kept)
    return move.text if move else None


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("3 | AS", "T3-F"),
        ("F A - - -\n1 | 2C", "T1-F"),  # twos always
        ("F 2 - - -\n1 | 3C", None),  # red foundations 0: a red 2 may need 3C
        ("F 2 2 - -\n1 | 3C", None),  # the lower of the other colour's two counts
        ("F 2 2 2 -\n1 | 3C", "T1-F"),  # 3 is one above 2
        ("F 3 2 2 -\n1 | 4C", None),  # 4 is two above
        ("F 5 - 5 5\n1 | 6H", "T1-F"),
        ("F 5 9 5 4\n1 | 6H", None),
        ("F 5 9 5 4\n1 | 5S", "T1-F"),  # 5 ≤ min(9, 5) + 1
        ("W AS\n1 | 2S", "W-F"),
        ("W AS 2C\nF - - - -", None),
        ("F A - - -\n1 | 3D 2C", "T1-F"),
        ("F A - - -\n1 | 2C 3D", None),
    ],
)
def test_r9_3_only_cards_that_can_never_be_needed_go_up(drawing, expected):
    assert auto(drawing) == expected


def test_r9_3_from_the_waste_only_with_draw_1():
    assert auto("W AS", "standard-1") == "W-F"
    assert auto("W AS", "standard-3") is None
    assert auto("W AS\n1 | AC", "vegas-3") == "T1-F"


def test_r9_3_an_auto_move_is_legal_and_ends():
    for number in range(40):
        rules = rule_set("standard-1" if number % 2 else "standard-3")
        rng = random.Random(number)
        position = deal_position(deal_from_code(str(number)), rules)
        for _ in range(80):
            steps = 0
            while (move := auto_move(position, rules)) is not None:
                assert move in legal_moves(position, rules)
                position = play(position, rules, move).position
                steps += 1
                assert steps <= 52
            moves = legal_moves(position, rules)
            if not moves:
                break
            position = play(position, rules, rng.choice(moves)).position


def kept_cards(kept):
    return {card.text for card in CARDS if kept >> card.index & 1}


def test_case_33_a_card_taken_down_stays_until_it_is_moved_or_another_goes_up():
    position, kept = table("F 5 5 5 5\nW 6C\n1 | 6H\n2 | 6D\n3 | 7C\n4 | 7S\n5 | 6S"), 0

    def after(text):
        return kept_after(position, STANDARD, parse_move(text), kept)

    for text in ("FC-T1", "FS-T2"):
        kept = after(text)
        position = play(position, STANDARD, parse_move(text)).position
    assert kept_cards(kept) == {"5C", "5S"}
    assert auto_move(position, STANDARD) == parse_move("T1-F")
    assert auto_move(position, STANDARD, kept) is None
    assert after("draw") == kept
    assert after("W-T1") == kept
    # 6H goes to 7C with 5C on it: that is moved, 5S stays.
    moved = after("T1-T3x2")
    assert kept_cards(moved) == {"5S"}
    assert auto_move(play(position, STANDARD, parse_move("T1-T3x2")).position, STANDARD, moved) == parse_move("T3-F")
    # Put up again by the player, it is no longer kept; the other one is.
    assert kept_cards(after("T1-F")) == {"5S"}
    assert after("T5-F") == 0
    assert after("W-F") == 0


def test_r9_3_a_card_that_goes_up_by_itself_leaves_the_kept_ones_alone():
    position, kept = table("F 5 A 5 5\nW 2D\n1 | 2D\n2 | 7S"), 1 << CARDS.index(table("W 9S").waste[0])
    assert kept_after(position, STANDARD, parse_move("T1-F"), kept) == kept
    assert kept_after(position, STANDARD, parse_move("W-F"), kept) == kept
    assert kept_after(position, rule_set("standard-3"), parse_move("W-F"), kept) == 0
