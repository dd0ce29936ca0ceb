"""R8.3, exact both ways: against a search by the letter, and on tables drawn for its corners (cases 34 and 35)."""

import itertools
import random

import pytest

from app.game.deal import deal_from_code
from app.game.law import is_idle, legal_moves, play
from app.game.moves import parse_move
from app.game.position import deal_position, parse_position
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from app.game.state import enter, new_game
from app.game.stuck import is_stuck, reachable_waste_tops
from tests.game.brute_force import TooLargeError, gains, is_stuck_by_the_letter, random_table
from tests.game.tables import table

KEYS = [
    "standard-1", "standard-1-limited", "standard-3", "standard-3-limited", "vegas-1", "vegas-3", "open-1", "open-3",
    "castle-1", "castle-4", "daily-vegas-3", "standard-1+wholeruns", "standard-3+wholeruns", "vegas-3+wholeruns",
    "open-1+wholeruns",
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_r8_3_random_tables_against_the_letter(key):
    rules = rule_set(key)
    rng = random.Random(f"stuck {key}")
    answers = []
    for _ in range(110):
        position = random_table(rng, rules)
        # Sometimes the player has taken cards down since the last gain: then more must go up again.
        gain_base = min(sum(position.foundations) + rng.choice([0, 0, 0, 1, 2, 4]), 52)
        try:
            expected = is_stuck_by_the_letter(position, rules, gain_base, limit=1_000)
        except TooLargeError:
            continue
        assert is_stuck(position, rules, gain_base) is expected, (position.text, gain_base)
        answers.append(expected)
    assert len(answers) > 80
    assert True in answers
    assert False in answers


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "vegas-3", "open-3", "castle-5", "standard-3+wholeruns"])
def test_r8_3_games_played_until_nothing_gains(key):
    """A player who always gains where one move can: the notice comes exactly when the letter says so."""
    rules = rule_set(key)
    found = 0
    for number in range(4):
        rng = random.Random(f"{key} {number}")
        game = new_game(rules, deal_from_code(str(rng.getrandbits(64))))
        for _ in range(300):
            position, gain_base = game.state.position, game.state.gain_base
            if game.state.status != "playing":
                break
            stuck = is_stuck(position, rules, gain_base)
            if rng.random() < 0.1 or stuck:
                try:
                    assert is_stuck_by_the_letter(position, rules, gain_base, limit=1_500) is stuck, position.text
                except TooLargeError:
                    assert not stuck or not rules.partial_runs or position.stock or position.waste
            if stuck:
                found += 1
                break
            moves = legal_moves(position, rules)
            good = [m for m in moves if gains(position, play(position, rules, m).position, gain_base)]
            dull = [m for m in moves if m.kind in ("draw", "redeal")]
            game = enter(game, rng.choice(good or (dull if dull and rng.random() < 0.8 else moves)).text, 0)
    assert found


# Case 34


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "open-1", "vegas-3", "standard-1+wholeruns"])
def test_case_34_no_table_on_the_way_to_a_win_is_stuck(key):
    """Together more than 500 tables of winning lines, the first wins of a weighted random player."""
    tables = 0
    for code in {"standard-1": (6, 7), "standard-3": (1, 6), "open-1": (4,), "vegas-3": (53,)}.get(key, (1,)):
        games = winning_game(key, code)
        assert games[-1].state.status == "won"
        for game in games[:-1]:
            assert not is_stuck(game.state.position, game.state.rules, game.state.gain_base), game.state.position.text
        assert not is_stuck(games[-1].state.position, games[-1].state.rules, games[-1].state.gain_base)
        tables += len(games) - 1
    assert tables > 130


def winning_game(key, code):
    rules = rule_set(key)
    rng = random.Random(f"{key} {code}")
    games = [new_game(rules, deal_from_code(str(code)))]
    weights = {"T-F": 40, "W-F": 40, "W-T": 8, "draw": 4, "F-T": 0.3}
    while games[-1].state.status == "playing":
        position = games[-1].state.position
        moves = legal_moves(position, rules)
        turning = [m.kind == "T-T" and len(play(position, rules, m).events) > 1 for m in moves]
        choice = [25 if turns else weights.get(m.kind, 1) for m, turns in zip(moves, turning, strict=True)]
        games.append(enter(games[-1], rng.choices(moves, choice)[0].text, 0))
    return games


# Only a red six taken down gives the 5C a place; then 4C is turned up. In the second table 7C is hidden as well.
TAKEN_DOWN = """
    F 3 6 6 6
    1 7S 7D 4C | 5C
    2 | KS QD JS TD 9S 8D 7C
    3 | KD QS JD TS 9D 8S
    4 | KC QH JC TH 9C 8H
    5 | KH QC JH TC 9H 8C 7H 6C
"""
NO_PLACE = TAKEN_DOWN.replace("7S 7D 4C", "7S 7D 7C 4C").replace("8D 7C", "8D")


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "vegas-1", "standard-1+wholeruns", "vegas-3+wholeruns"])
def test_case_34_a_line_that_starts_with_a_card_taken_down_counts(key):
    rules = rule_set(key)
    for drawing, stuck in ((TAKEN_DOWN, False), (NO_PLACE, True)):
        position = table(drawing)
        assert parse_position(position.text) == position
        assert is_stuck(position, rules, position.foundation_count) is stuck
        assert is_stuck_by_the_letter(position, rules, position.foundation_count) is stuck
    first = [m for m in legal_moves(table(TAKEN_DOWN), rules) if m.kind == "F-T"]
    helped = play(table(TAKEN_DOWN), rules, parse_move("FD-T2")).position
    assert "FD-T2" in {m.text for m in first}
    assert "turn_up" in {e.kind for e in play(helped, rules, parse_move("T1-T2")).events}


# JD leaves QC for QS, and QC goes up: a part of a run moves first. Nothing else gains.
PART_OF_A_RUN = """
    F J 9 J T
    1 TD KD | QC JD
    5 KH KS KC QH JS QD | QS
"""


def test_case_34_a_line_that_starts_with_a_part_of_a_run_counts():
    position = table(PART_OF_A_RUN)
    assert parse_position(position.text) == position
    for key, stuck in (("standard-1", False), ("standard-1+wholeruns", True)):
        assert is_stuck(position, rule_set(key), position.foundation_count) is stuck
        assert is_stuck_by_the_letter(position, rule_set(key), position.foundation_count) is stuck


def test_r8_3_cards_taken_down_and_put_back_gain_nothing():
    # JH was taken down since the last gain with 41 up: putting it back is none.
    position = play(table(PART_OF_A_RUN), rule_set("standard-1+wholeruns"), parse_move("FH-T5")).position
    assert position.foundation_count == 40
    assert is_stuck(position, rule_set("standard-1+wholeruns"), 41)
    assert not is_stuck(position, rule_set("standard-1+wholeruns"), 40)


def test_r8_3_a_card_that_goes_back_up_gains_where_that_turns_one():
    """48 were up at the last gain. JC and QH make no more than that, but QC is turned up under them."""
    position = table("F T K J Q\n7 KS KH KC QC | QH JC")
    assert parse_position(position.text) == position
    for key in ("standard-1", "vegas-3+wholeruns"):
        assert not is_stuck(position, rule_set(key), 48)
        assert not is_stuck_by_the_letter(position, rule_set(key), 48)


def test_r2_10_a_king_shifted_between_edges_is_no_possible_move():
    position = table(NO_PLACE)
    moves = legal_moves(position, rule_set("standard-1"))
    assert any(is_idle(position, move) for move in moves)
    assert is_stuck(position, rule_set("standard-1"), position.foundation_count)


def test_r8_3_a_won_table_is_not_stuck():
    assert not is_stuck(parse_position("//KKKK/////// 1"), rule_set("vegas-1"), 52)


# Stock and waste: which cards come to the top


def tops(position, key):
    return "".join(sorted(card.text for card in reachable_waste_tops(position, rule_set(key))))


@pytest.mark.parametrize(
    ("drawing", "key", "pass_number", "expected"),
    [
        ("S 2C 3C 4C 5C", "standard-1", 1, "2C3C4C5C"),
        ("S 2C 3C 4C 5C", "standard-3", 1, "4C5C"),
        ("S 3C 4C 5C\nW 2C", "standard-3", 1, "2C4C5C"),
        ("S 3C 4C 5C\nW 2C", "standard-3-limited", 3, "2C5C"),
        ("W 2C 3C 4C 5C", "standard-3", 1, "4C5C"),
        ("W 2C 3C 4C 5C", "standard-3-limited", 3, "5C"),
        ("W 2C 3C 4C 5C", "vegas-1", 1, "5C"),
        ("W 2C 3C 4C 5C", "castle-4", 1, "2C3C4C5C"),
        ("W 2C 3C 4C 5C", "castle-4", 2, "5C"),
        ("", "standard-1", 1, ""),
    ],
)
def test_r2_6_r2_7_what_draws_and_redeals_bring_to_the_top(drawing, key, pass_number, expected):
    assert tops(table(drawing, pass_number=pass_number), key) == expected


def test_r8_3_the_last_pass_decides():
    """4H and 5D would go up, but lie deep in the waste: only a redeal with draw 1 brings them to the top."""
    position = table(NO_PLACE.replace("F 3 6 6 6", "W 4H 5D 6H 5H 6D\nF 3 4 3 6"))
    assert parse_position(position.text) == position
    for key, pass_number in (("standard-1", 1), ("vegas-1", 1), ("standard-3", 1), ("castle-4", 2), ("castle-4", 1)):
        here = position._replace(pass_number=pass_number)
        rules = rule_set(key)
        assert is_stuck(here, rules, 16) is is_stuck_by_the_letter(here, rules, 16)
    assert not is_stuck(position, rule_set("standard-1"), 16)
    assert is_stuck(position, rule_set("standard-3"), 16)
    assert is_stuck(position, rule_set("vegas-1"), 16)


# Case 35


def test_case_35_a_deal_without_any_play_is_stuck_at_once_and_stays_so():
    rules = rule_set("standard-3")
    for code in (268, 826, 827):
        deal = deal_from_code(str(code))
        assert is_stuck_by_the_letter(deal_position(deal, rules), rules, 0)
        game = new_game(rules, deal)
        for text in ["draw"] * 8 + ["redeal"] + ["draw"] * 3:
            assert is_stuck(game.state.position, rules, game.state.gain_base)
            assert {m.kind for m in legal_moves(game.state.position, rules)} <= {"draw", "redeal"}
            game = enter(game, text, 0)


def test_r8_3_the_gain_base_follows_the_game():
    """It is the number of cards up at the last gain; an undo takes it back too."""
    games = winning_game("standard-1", 6)
    record = []
    for game in games[:-1]:
        record.append(game.state.gain_base)
    best = 0
    for before, after in itertools.pairwise(games):
        if gains(before.state.position, after.state.position, best):
            best = after.state.position.foundation_count
        assert after.state.gain_base == best
    game = enter(games[-2], "undo", 0)
    assert game.state.gain_base == record[-2]
    assert replay(Record(game.state.rules, deal_from_code("6"), (Entry("draw", 0),))).state.gain_base == 0
