"""Records: the JSON form, replaying, and the entries besides moves."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game.deal import deal_from_code
from app.game.errors import IllegalMoveError, InvalidError, InvalidMoveError, InvalidRecordError
from app.game.record import Entry, Record, ReplayError, replay
from app.game.rules import rule_set
from app.game.state import Game, HistoryMissingError, State, enter, new_game
from tests.game.tables import table
from tests.waiting import is_within

DEAL = deal_from_code("1")
DECK = DEAL.text


def line(*entries, rules="standard-3", deal=DECK):
    return json.dumps({"rules": rules, "deal": deal, "entries": list(entries)})


def started(key="standard-3"):
    return new_game(rule_set(key), DEAL)


# The JSON form


def test_a_record_reads_as_the_formats_page_says():
    record = Record.parse(line(["draw", 0], ["undo", 1.5], ["redo", 12]))
    assert record.rules == rule_set("standard-3")
    assert record.deal == DEAL
    assert record.entries == (Entry("draw", 0), Entry("undo", 1500), Entry("redo", 12_000))
    assert json.loads(record.text) == {
        "rules": "standard-3",
        "deal": DECK,
        "entries": [["draw", 0], ["undo", 1.5], ["redo", 12]],
    }
    assert Record.parse(json.dumps({"rules": "vegas-1", "deal": DECK})).entries == ()


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**13), max_size=20), st.sampled_from(["draw", "T1-T2x3", "undo", "resign"]))
def test_any_clock_in_milliseconds_round_trips(clocks, text):
    record = Record(rule_set("open-1+untimed"), DEAL, tuple(Entry(text, clock) for clock in sorted(clocks)))
    assert Record.parse(record.text) == record


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("nul", "not_json"),
        ("[" * 100_000, "not_json"),
        ('{"rules":' * 100_000, "not_json"),
        ("null", "not_an_object"),
        ("3", "not_an_object"),
        ("[]", "not_an_object"),
        ("[" * 900 + "]" * 900, "not_an_object"),
        ("{}", "rules_deal_or_entries_missing"),
        ('{"rules": 1, "deal": "", "entries": []}', "rules_deal_or_entries_missing"),
        ('{"rules": "standard-1", "deal": null}', "rules_deal_or_entries_missing"),
        (line(rules="standard-2"), "unknown_rules"),
        (line(deal=DECK[:-2]), "cards_missing"),
        (line("draw"), "bad_entry"),
        (line(["draw"]), "bad_entry"),
        (line(["draw", 0, 0]), "bad_entry"),
        (line([1, 0]), "bad_entry"),
        (line(["draw", "0"]), "bad_entry"),
        (line(["draw", None]), "bad_entry"),
        (line(["draw", True]), "bad_entry"),
        (line(["draw", [0]]), "bad_entry"),
        (line({"draw": 0}), "bad_entry"),
        (line(["draw", -1]), "bad_seconds"),
        (line(["draw", -0.001]), "bad_seconds"),
        (line(["draw", 10**12]), "bad_seconds"),
        (line(["draw", 10**30]), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "1e400]"), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "-1e400]"), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "NaN]"), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "Infinity]"), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "9" * 4000 + "]"), "bad_seconds"),
        (line(["draw", 0]).replace("0]", "9" * 5000 + "]"), "not_json"),
        (line(["draw", 5], ["draw", 4.999]), "seconds_fall"),
    ],
)
def test_anything_else_is_no_record_and_says_why(text, code):
    with pytest.raises(InvalidError) as caught:
        Record.parse(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("depth", [*range(100, 1000, 7), *range(960, 1000)])
def test_deep_json_is_an_error_at_every_depth(depth):
    for text in ("[" * depth + "]" * depth, line(0).replace("0]}", "[" * depth + "]" * depth + "]}")):
        with pytest.raises(InvalidRecordError):
            Record.parse(text)


def test_the_wrong_entry_is_named_by_its_index():
    with pytest.raises(InvalidRecordError) as caught:
        Record.parse(line(["draw", 0], ["draw", 1], ["draw", "x"]))
    assert caught.value.place == 2
    with pytest.raises(InvalidRecordError) as caught:
        Record.parse(line(["draw", 2], ["draw", 1]))
    assert caught.value.place == 1


# Replaying


def test_an_illegal_entry_stops_the_replay_and_names_its_index():
    record = Record.parse(line(["draw", 1], ["draw", 2], ["redeal", 3], ["draw", 4]))
    with pytest.raises(ReplayError) as caught:
        replay(record)
    assert (caught.value.index, caught.value.reason, caught.value.text) == (2, "stock_not_empty", "redeal")
    assert caught.value.game == replay(Record(record.rules, DEAL, record.entries[:2]))
    assert str(caught.value) == "entry 2 (redeal): stock_not_empty"


def test_an_entry_that_is_no_move_stops_it_too():
    for text in ("Draw", "", "T1-T9", "x" * 10_000, "\ud800", "draw\n"):
        with pytest.raises(ReplayError) as caught:
            replay(Record(rule_set("vegas-1"), DEAL, (Entry("draw", 0), Entry(text, 0))))
        assert (caught.value.index, caught.value.reason) == (1, "unknown_move")
        assert len(str(caught.value)) < 200


def test_an_entry_after_the_end_is_refused():
    for text in ("draw", "undo", "hint", "finish", "resign"):
        with pytest.raises(ReplayError) as caught:
            replay(Record(rule_set("standard-1"), DEAL, (Entry("resign", 0), Entry(text, 1))))
        assert (caught.value.index, caught.value.reason) == (1, "game_over")
        assert caught.value.game.state.status == "lost"


def test_r6_5_a_record_that_goes_past_the_time_is_lost_with_its_points():
    record = Record(rule_set("castle-5"), DEAL, (Entry("draw", 1000), Entry("draw", 300_000), Entry("draw", 300_001)))
    with pytest.raises(ReplayError) as caught:
        replay(record)
    state = caught.value.game.state
    assert (caught.value.index, caught.value.reason) == (2, "time_over")
    assert (state.status, state.end_reason, state.clock_ms, state.moves) == ("lost", "time", 300_000, 2)


# Undo and redo


def test_case_1_draw_undo_draw_shows_the_same_across_a_redeal():
    for key in ("standard-3", "standard-1", "vegas-3"):
        game = started(key)
        size = game.state.rules.draw
        for step in range(8 * 24 // size):
            text = "draw" if game.state.position.stock else "redeal"
            if text == "redeal" and key == "vegas-3" and game.state.position.pass_number == 3:
                break
            once = enter(game, text, 0)
            again = enter(enter(once, "undo", 0), text, 0)
            assert again.state.position == once.state.position, step
            game = again


@pytest.mark.parametrize("key", ["standard-1", "standard-3"])
def test_case_3_two_passes_with_nothing_played_show_the_same_order(key):
    game = started(key)
    seen = []
    for _ in range(8):
        tops = []
        while game.state.position.stock:
            game = enter(game, "draw", 0)
            tops.append(game.state.position.waste)
        seen.append(tops)
        game = enter(game, "redeal", 0)
        assert game.state.position.stock == started(key).state.position.stock
    assert all(tops == seen[0] for tops in seen)


def test_case_2_a_draw_undone_hides_the_card_and_refuses_a_move_of_it():
    game = Game(State(rule_set("standard-1"), table("S KC\n1 | 2D"), 0))
    back = enter(enter(game, "draw", 0), "undo", 0)
    assert back.state.position == game.state.position
    for text in ("W-T2", "W-F"):
        with pytest.raises(IllegalMoveError) as caught:
            enter(back, text, 0)
        assert caught.value.reason == "waste_empty"


def test_r9_4_a_new_move_forgets_what_could_be_redone():
    game = started()
    for text in ("draw", "draw", "undo", "undo"):
        game = enter(game, text, 0)
    assert (game.state.undo_depth, game.state.redo_depth) == (0, 2)
    hinted = enter(game, "hint", 0)
    assert enter(enter(hinted, "redo", 0), "redo", 0).state.redo_depth == 0
    other = enter(game, "draw", 0)
    assert other.state.redo_depth == 0
    with pytest.raises(IllegalMoveError) as caught:
        enter(other, "redo", 0)
    assert caught.value.reason == "nothing_to_redo"


def test_nothing_to_undo_on_an_untouched_deal():
    for text, reason in (("undo", "nothing_to_undo"), ("redo", "nothing_to_redo"), ("finish", "cannot_finish")):
        with pytest.raises(IllegalMoveError) as caught:
            enter(started(), text, 0)
        assert caught.value.reason == reason
        assert caught.value.move == text
        assert caught.value.position == started().state.position.text


def test_a_refused_entry_leaves_the_game_as_it_was():
    game = enter(started(), "draw", 1000)
    before = (game.state, game.past, game.future)
    for text in ("redeal", "redo", "finish", "T1-T1"):
        with pytest.raises(IllegalMoveError):
            enter(game, text, 99_000)
    with pytest.raises(InvalidMoveError):
        enter(game, "nonsense", 99_000)
    assert (game.state, game.past, game.future) == before


def test_undo_without_the_record_is_a_fault_of_the_caller():
    state = enter(started(), "draw", 0).state
    with pytest.raises(HistoryMissingError):
        enter(Game(state), "undo", 0)
    with pytest.raises(HistoryMissingError):
        enter(Game(enter(enter(started(), "draw", 0), "undo", 0).state), "redo", 0)


def test_the_clock_never_runs_back():
    game = enter(enter(started(), "draw", 25_000), "draw", 3000)
    assert (game.state.clock_ms, game.state.ticks) == (25_000, 2)


def test_versions_count_entries_and_moves_count_what_stands():
    game = started()
    for text in ("draw", "draw", "undo", "hint", "redo", "undo"):
        game = enter(game, text, 0)
    assert (game.state.version, game.state.moves) == (6, 1)


def test_events_are_those_of_the_last_entry():
    game = enter(started(), "draw", 0)
    assert [(e.kind, e.card) for e in game.events] == [("draw", game.state.position.waste[-1])]
    assert enter(game, "undo", 0).events == ()
    assert enter(game, "hint", 0).events == ()
    redone = enter(enter(game, "undo", 0), "redo", 0)
    assert redone.events == game.events


# Hints


def test_case_37_a_hint_on_a_dead_table_costs_nothing():
    """Sixty hints in a row where nothing gains any more: the total stays, and nothing counts as help."""
    dead = table("W 4H 5D 6H 5H 6D\nF 3 4 3 6\n1 7S 7D 7C 4C | 5C\n2 | KS QD JS TD 9S 8D\n3 | KD QS JD TS 9D 8S"
                 "\n4 | KC QH JC TH 9C 8H\n5 | KH QC JH TC 9H 8C 7H 6C")  # fmt: skip
    game = Game(State(rule_set("daily-standard-3"), dead, 500, gain_base=16))
    for _ in range(60):
        game = enter(game, "hint", 0)
    assert (game.state.score, game.state.helped) == (500, 0)
    alive = Game(State(rule_set("daily-standard-1"), dead, 500, gain_base=16))
    assert enter(alive, "hint", 0).state.score == 490


# Size and time


def test_a_record_of_many_entries_is_read_and_replayed_in_time():
    """Linear in its length: 20 000 entries in a few seconds at most, undone to the first and dropped without harm."""
    rng = random.Random(3)
    texts = []
    for _ in range(600):
        texts += ["draw"] * rng.randint(1, 8) + ["undo"]
    position = started().state.position
    entries = []
    game = started()
    for text in texts:
        if text == "draw" and not game.state.position.stock:
            text = "redeal"
        game = enter(game, text, 0)
        entries.append(Entry(text, 0))
    for _ in range(game.state.undo_depth):
        game = enter(game, "undo", 0)
        entries.append(Entry("undo", 0))
    assert game.state.position == position
    many = Record(rule_set("standard-3"), DEAL, tuple(entries) * (20_000 // len(entries)))
    started_at = time.process_time()
    assert replay(Record.parse(many.text)).state.position == position
    assert is_within(time.process_time() - started_at, 10)
