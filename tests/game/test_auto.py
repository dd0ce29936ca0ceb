"""Cards that go up by themselves (R9.3): entries of their own, taken back with the move before them, never needed."""

import random

import pytest

from app.game.auto import put_up, redo_all, undo_all
from app.game.deal import deal_from_code
from app.game.law import legal_moves
from app.game.moves import parse_move
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from app.game.state import CONTROL_ENTRIES, Game, State, enter, new_game
from tests.game.tables import table

# The nine of hearts uncovers two clubs in turn; the aces of the reds lie open already.
BOARD = """
    S 4S
    W 9D
    F A - - -
    1 3C 2C | 9H
    2 | TS
    3 7S | AD
    4 7D | AH
    5 | KC
"""


def at(drawing, key="standard-1"):
    position = table(drawing)
    return Game(State(rule_set(key), position, 0, gain_base=position.foundation_count))


def moved(game, text, clock_ms):
    """Make a move as the player does, with what follows of itself."""
    game = enter(game, text, clock_ms)
    made = game.state.clock_ms
    game, entries = put_up(game, clock_ms)
    return game, [Entry(text, made), *entries]


def texts(entries):
    return [entry.text for entry in entries]


def test_what_goes_up_by_itself_is_an_entry_of_its_own_and_a_move_that_scores():
    game, entries = moved(at(BOARD), "T1-T2", 1000)
    # 2C is turned up, a two; then the aces, and so 3C has nothing left that could need it: twos of the reds are not up.
    assert texts(entries) == ["T1-T2", "T1-F", "T3-F", "T4-F"]
    assert {entry.clock_ms for entry in entries} == {1000}
    assert (game.state.version, game.state.moves, game.state.undo_depth) == (4, 4, 4)
    # Turned up: 2C, 3C, 7S, 7D: 5 each; put up: 2C, AD, AH: 10 each.
    assert game.state.score == 50
    assert [event.kind for event in game.events if event.card and event.card.text == "2C"] == [
        "turn_up",
        "column_to_foundation",
    ]


def test_nothing_goes_up_before_the_first_move_nor_after_the_end():
    game = at("F K K K J\n1 | KS\n2 | QS")
    done, entries = moved(game, "T2-F", 0)
    assert texts(entries) == ["T2-F", "T1-F"]
    assert done.state.status == "won"
    assert put_up(done, 0) == (done, [])


def test_castles_are_left_alone():
    game, entries = moved(at(BOARD, "castle-1"), "T1-T2", 0)
    assert texts(entries) == ["T1-T2"]
    assert game.state.version == 1


def test_one_undo_takes_back_the_move_with_all_that_followed_it_and_one_redo_makes_it_again():
    start = at(BOARD)
    game, _ = moved(start, "draw", 1000)
    before = game
    game, entries = moved(game, "T1-T2", 2500)
    # The aces went up after the draw already.
    assert texts(entries) == ["T1-T2", "T1-F"]
    after = game
    game, entries = undo_all(game, 4000)
    assert texts(entries) == ["undo"] * 2
    assert game.state.position == before.state.position
    assert game.state.undo_depth == before.state.undo_depth
    game, entries = redo_all(game, 6000)
    assert texts(entries) == ["redo"] * 2
    assert game.state.position == after.state.position
    assert game.state.redo_depth == 0
    # What was made again came in one moment too, and goes back together once more.
    game, entries = undo_all(game, 7000)
    assert texts(entries) == ["undo"] * 2


def test_an_undo_takes_back_only_the_last_entry_where_it_costs():
    game, _ = moved(at(BOARD, "daily-standard-1"), "T1-T2", 1000)
    assert game.state.score == 50
    game, entries = undo_all(game, 1500)
    assert texts(entries) == ["undo"]
    # AH goes back with its turned card (−15), and the undo costs 5.
    assert game.state.score == 30
    game, entries = redo_all(game, 1600)
    assert texts(entries) == ["redo"]


def test_a_card_that_was_put_up_by_hand_is_taken_back_alone():
    game = enter(at(BOARD), "T3-F", 1000)
    game = enter(game, "T4-F", 2000)
    game, entries = undo_all(game, 3000)
    assert texts(entries) == ["undo"]
    assert game.state.undo_depth == 1


@pytest.mark.parametrize("key", ["standard-1", "standard-3"])
def test_case_33_a_card_taken_down_stays_until_it_is_moved_or_another_goes_up(key):
    drawing = "S 9C\nF 5 5 5 5\n1 | 6H\n2 | 7C\n3 | 8S\n4 | 8D\n5 | 7S KD 6D"
    game, entries = moved(at(drawing, key), "FC-T1", 0)
    # Six of diamonds is one above the lower black foundation no more; five of clubs would go up at once but stays.
    assert texts(entries) == ["FC-T1"]
    assert game.state.kept == 1 << (4 * 4 + 0)
    for text in ("draw", "T2-T4"):
        game, entries = moved(game, text, 1000)
        assert texts(entries) == [text]
    kept = game
    # Moved with the six of hearts that it lies on, it goes up again; its six then follows.
    game, entries = moved(kept, "T1-T4x2", 2000)
    assert texts(entries)[:2] == ["T1-T4x2", "T4-F"]
    assert game.state.kept == 0
    # Or it stays until the player puts another card up.
    undone, _ = undo_all(game, 3000)
    assert undone.state.kept == kept.state.kept
    game, entries = moved(kept, "T5-F", 4000)
    assert texts(entries)[:2] == ["T5-F", "T1-F"]
    # Put up again by hand, it is a card like any other.
    game, entries = moved(kept, "T1-F", 5000)
    assert game.state.kept == 0


@pytest.mark.parametrize("key", ["standard-1", "standard-3", "vegas-1", "open-3"])
def test_every_card_that_goes_up_by_itself_can_never_be_needed(key):
    """In random games: no card that could still lie on it is off the foundations; replay comes to the same game."""
    rules = rule_set(key)
    alone = 0
    for number in range(25):
        chance = random.Random(f"{key} {number}")
        deal = deal_from_code(str(number))
        game, entries, clock = new_game(rules, deal), [], 0
        for _ in range(150):
            clock += chance.randrange(1, 3000)
            options = [move.text for move in legal_moves(game.state.position, rules)]
            options += ["undo"] * bool(game.state.undo_depth) + ["redo"] * bool(game.state.redo_depth)
            if not options or game.state.status != "playing":
                break
            text = chance.choice(options)
            if text == "undo":
                game, made = undo_all(game, clock)
                assert all(entry.text == "undo" for entry in made)
            elif text == "redo":
                game, made = redo_all(game, clock)
            else:
                game = enter(game, text, clock)
                made = [Entry(text, clock)]
                seen = game
                game, more = put_up(game, clock)
                for entry in more:
                    alone += 1
                    check_needless(seen.state, entry.text)
                    seen = enter(seen, entry.text, entry.clock_ms)
                made += more
            entries += made
        again = replay(Record(rules, deal, tuple(entries)))
        assert again.state == game.state
        assert not CONTROL_ENTRIES - {"undo", "redo"} & {entry.text for entry in entries}
    assert alone > 50


def check_needless(state, text):
    position, move = state.position, parse_move(text)
    assert move.kind == "T-F" or (move.kind == "W-F" and state.rules.draw == 1)
    card = position.waste[-1] if move.kind == "W-F" else position.columns[move.source].up[-1]
    assert not state.kept >> card.index & 1, "taken down by the player"
    if card.rank > 2:
        below = [suit for suit in range(4) if (suit in (1, 2)) != card.is_red]
        assert all(position.foundations[suit] >= card.rank - 1 for suit in below)
