"""R4, R5 and R6 as tables of events; the totals were worked out by hand, in the comments."""

import pytest

from app.game.deal import deal_from_code
from app.game.errors import IllegalMoveError
from app.game.rules import ALL_KEYS, rule_set
from app.game.scoring import Points, charge_ticks, score_win, seconds_left
from app.game.state import HELPED_BY_HINT, HELPED_BY_UNDO, Game, State, enter, is_time_over, new_game, time_out
from tests.game.tables import table


def game_on(drawing, key, score=0, *, pass_number=1, seconds=0.0):
    position = table(drawing, pass_number=pass_number)
    rules = rule_set(key)
    clock_ms = int(seconds * 1000)
    ticks = charge_ticks(rules, Points(0, 0, 0), clock_ms).ticks
    return Game(State(rules, position, score, ticks=ticks, clock_ms=clock_ms, gain_base=position.foundation_count))


def totals(game, entries):
    """Return the total after each entry of ``"TEXT"`` or ``"TEXT@SECONDS"``, blank-separated."""
    scores = []
    for entry in entries.split():
        text, _, seconds = entry.partition("@")
        game = enter(game, text, int(float(seconds or 0) * 1000))
        scores.append(game.state.score)
    return scores


def last(game, entries):
    for entry in entries.split():
        text, _, seconds = entry.partition("@")
        game = enter(game, text, int(float(seconds or 0) * 1000))
    return game


# A table with everything in reach: W 7D fits on 8S; 2C goes up; 9H hides 3D; 5H waits for a 6 of black.
BOARD = """
    W QS AD 7D
    F A - 5 -
    1 3D | 9H
    2 | TS
    3 | 8S
    4 6C | 2C
    5 | 6S
    6 | KD
"""

# R4: standard


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("W-T3", [5]),  # waste to column +5
        ("W-T3 W-F", [5, 15]),  # then waste to foundation +10
        ("T4-F", [15]),  # column to foundation +10 and 6C turned +5 (R4.4)
        ("T1-T2", [5]),  # column to column 0 and 3D turned +5
        ("T3-T1", [0]),  # column to column turns nothing where column 3 becomes empty: 0
        ("W-T3 FH-T5", [5, 0]),  # foundation to column −15, cut at 0
        ("W-T3 W-F FH-T5", [5, 15, 0]),  # 15 − 15 = 0
        ("W-T3 W-F W-T6 T4-F FH-T5", [5, 15, 20, 35, 20]),  # QS to KD +5; 2C up and 6C turned +15; −15
    ],
)
def test_r4_the_events_of_standard(entries, expected):
    for key in ("standard-1", "standard-3-limited", "open-1", "daily-standard-3", "standard-3+untimed"):
        assert totals(game_on(BOARD, key), entries) == expected


@pytest.mark.parametrize(("key", "cost"), [("standard-1", 100), ("daily-standard-1", 100), ("open-1", 100)])
def test_r4_a_redeal_with_draw_1_costs_100(key, cost):
    assert totals(game_on("W 2C 5D", key, score=250), "redeal draw draw redeal draw draw redeal") == [
        *(150, 150, 150),
        *(50, 50, 50),
        0,  # 50 − 100, cut at 0
    ]


@pytest.mark.parametrize("key", ["standard-3", "daily-standard-3", "open-3", "standard-3-limited"])
def test_r4_a_redeal_with_draw_3_costs_20_each_time(key):
    # The third redeal of the limited table is refused, so that two are tried everywhere.
    assert totals(game_on("W 2C 5D", key, score=50), "redeal draw redeal") == [30, 30, 10]


def test_case_20_by_way_of_a_column_pays_15_and_straight_up_10():
    drawing = "W 3D\nF - 2 - -\n1 | 4S"
    assert totals(game_on(drawing, "standard-1"), "W-T1 T1-F") == [5, 15]
    assert totals(game_on(drawing, "standard-1"), "W-F") == [10]


@pytest.mark.parametrize(
    ("score", "entries", "expected"),
    [
        (20, "draw@9.999 draw@10", [20, 18]),  # −2 at each full ten seconds, not before
        (20, "draw@35", [14]),  # three ticks at once
        (20, "draw@35 draw@39.9 draw@40", [14, 14, 12]),  # none is charged twice
        (3, "draw@40 W-T2@49", [0, 5]),  # four ticks: 3 − 2 − 2 cut at 0; later points are whole (case 24)
        (0, "W-T1@25", [5]),  # two ticks at 0 first, then +5: ticks are applied before the event (R4.1)
        (5, "W-T1@25", [6]),  # 5 − 4 = 1, + 5
        (1, "W-T1@10", [5]),  # 1 − 2 cut at 0, + 5; the other order would give 4
        (100, "resign@59", [90]),  # five ticks
    ],
)
def test_r4_1_ticks_come_before_the_event_and_never_leave_a_debt(score, entries, expected):
    drawing = "S 2C 2D 2H\nW 3D\n1 | 4S\n2 | 3H"
    assert totals(game_on(drawing, "standard-1", score), entries) == expected


def test_r4_1_ticks_charge_the_waste_move_too():
    drawing = "S 2C\nW 3D\n1 | 4S"
    assert totals(game_on(drawing, "standard-1", 7), "W-T1@21") == [8]  # 7 − 4 + 5
    for key in ("standard-1+untimed", "vegas-1", "free-castle-1"):
        game = game_on("S 2C\n1 | 4S", key, 7)
        assert totals(game, "draw@100000") == [7], "no clock, or one that costs nothing: no ticks"


def test_case_24_five_points_a_card_down_and_undo():
    # 5 − 15 is shown as 0; the undo gives back what was really taken, 5.
    assert totals(game_on("F 5 - - -\n1 | 6D", "standard-1", 5), "FC-T1 undo") == [0, 5]
    # Ticks at 0 leave no hidden debt: 40 seconds at 0, then +10 is 10.
    assert totals(game_on("S 9C\nF 5 - - -\nW 6C", "standard-1"), "draw@40 undo@41 W-F@42") == [0, 0, 10]


@pytest.mark.parametrize(("key", "expected"), [("standard-1", [0, 3]), ("daily-standard-1", [0, 0])])
def test_r4_3_the_example(key, expected):
    # Total 3, foundation to column makes 0; undo gives 3, and where undo costs 5, then 0.
    assert totals(game_on("F 5 - - -\n1 | 6D", key, 3), "FC-T1 undo") == expected


@pytest.mark.parametrize(
    ("key", "entries", "expected"),
    [
        ("standard-1", "W-T3 undo redo undo", [5, 0, 5, 0]),
        # 30 + 5 = 35; undo 30 − 5 = 25; redo costs nothing and gives back no cost (R9.4): 30; undo 25 − 5 = 20.
        ("daily-standard-1", "W-T3 undo redo undo", [35, 25, 30, 20]),
        # The clock is not turned back: 35; two ticks (31), undo of 5 (26), its cost (21); redo +5.
        ("daily-standard-1", "W-T3@9 undo@21 redo@22", [35, 21, 26]),
        # Case 16: 2C up pays 2 (rank × level 1); undo takes the 2 and costs 5: 30 + 2 − 2 − 5.
        ("free-castle-1", "T4-F undo", [32, 25]),
        ("free-castle-4", "T4-F undo redo hint", [38, 25, 33, 23]),  # 2 × 4 = 8 each time, hint 10
        ("daily-standard-3", "hint hint W-T3 hint", [20, 10, 15, 5]),
        ("standard-3", "hint hint W-T3", [30, 30, 35]),
        # −15 is cut to −10 of what is there: 5 again with undo, then the cost; a second undo takes the first +5.
        ("daily-standard-1", "hint hint hint W-T3 FH-T5 undo undo", [20, 10, 0, 5, 0, 0, 0]),
    ],
)
def test_r4_3_r9_4_what_undo_redo_and_hints_cost(key, entries, expected):
    start = 0 if key == "standard-1" else 30
    assert totals(game_on(BOARD, key, start), entries) == expected


def test_case_16_help_stays_known():
    assert last(game_on(BOARD, "free-castle-1"), "T4-F undo").state.helped == HELPED_BY_UNDO
    assert last(game_on(BOARD, "standard-1"), "hint W-T3").state.helped == HELPED_BY_HINT
    assert last(game_on(BOARD, "standard-1"), "hint W-T3 undo redo").state.helped == HELPED_BY_UNDO | HELPED_BY_HINT
    assert last(game_on(BOARD, "standard-1"), "W-T3 T4-F").state.helped == 0


def test_case_13_an_undone_redeal_gives_the_pass_back():
    game = last(game_on("W 2C 3C", "vegas-3"), "redeal")
    assert game.state.position.pass_number == 2
    assert last(game, "undo").state.position == game_on("W 2C 3C", "vegas-3").state.position
    castle = last(game_on("W 2C 3C", "free-castle-1"), "redeal undo")
    assert castle.state.position.pass_number == 1


# R4.2: the bonus

ALL_BUT_KS = "F K K K Q\n1 | KS"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    # 100, less 2 for each full ten seconds, 10 for the card, and the bonus.
    [(0, 110), (30, 104), (31, 104 + 22580), (100, 90 + 7000)],
)
def test_case_25_the_bonus(seconds, expected):
    assert totals(game_on(ALL_BUT_KS, "standard-1", 100), f"T1-F@{seconds}") == [expected]


@pytest.mark.parametrize(
    ("seconds", "bonus"),
    # floor(700000 / 31) = 22580, floor(700000 / 100) = 7000; whole seconds count, so 30.999 is 30 and 31.999 is 31.
    [
        (0, 0),
        (29.9, 0),
        (30, 0),
        (30.999, 0),
        (31, 22580),
        (31.999, 22580),
        (32, 21875),
        (100, 7000),
        (101, 6930),
        (699999, 1),
        (700000, 1),
        (700001, 0),
        (10**9, 0),
    ],
)
def test_r4_2_the_bonus_by_whole_seconds(seconds, bonus):
    clock_ms = round(seconds * 1000)
    for key in ("standard-1", "standard-3-limited", "open-3", "daily-standard-1"):
        assert score_win(rule_set(key), 100, clock_ms, 1) == 100 + bonus
    for key in ("standard-1+untimed", "vegas-1", "daily-vegas-3"):
        assert score_win(rule_set(key), 100, clock_ms, 1) == 100


def test_r4_2_no_clock_means_no_bonus():
    assert totals(game_on(ALL_BUT_KS, "standard-1+untimed"), "T1-F@100") == [10]


def test_r8_1_the_52nd_card_wins_and_nothing_follows():
    game = last(game_on(ALL_BUT_KS, "standard-1"), "T1-F@100")
    assert (game.state.status, game.state.end_reason, game.state.moves) == ("won", "won", 1)
    for text in ("undo", "redo", "hint", "finish", "resign", "draw", "FS-T1"):
        with pytest.raises(IllegalMoveError) as caught:
            enter(game, text, 101_000)
        assert caught.value.reason == "game_over"
    from_waste = last(game_on("W KS\nF K K K Q", "vegas-1"), "W-F")
    assert from_waste.state.status == "won"


# R5: Vegas


def test_r5_1_a_new_game_stands_at_minus_52():
    for key in ("vegas-1", "vegas-3", "daily-vegas-1", "daily-vegas-3"):
        assert new_game(rule_set(key), deal_from_code("1")).state.score == -52


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("W-T3 W-F", [-52, -47]),  # only cards that come up pay
        ("T4-F T1-T2", [-47, -47]),  # turning pays nothing
        ("FH-T5", [-57]),  # one back costs 5, below −52 too
        ("FH-T5 T5-F", [-57, -52]),
        ("W-T3 W-F undo", [-52, -47, -52]),  # case 17: undo takes back exactly 5
        ("hint W-T3@1000", [-52, -52]),  # no cost, no ticks
    ],
)
def test_r5_1_the_events_of_vegas(entries, expected):
    assert totals(game_on(BOARD, "vegas-3", -52), entries) == expected


def test_r5_1_eleven_cards_up_stand_at_plus_3_and_a_win_at_plus_208():
    drawing = "1 | " + " ".join(f"{rank}C" for rank in reversed("A23456789TJ"))
    assert totals(game_on(drawing, "vegas-1", -52), "T1-F " * 11)[-1] == 3  # −52 + 11 × 5
    all_up = "\n".join(
        f"{n} | " + " ".join(f"{rank}{suit}" for rank in reversed("A23456789TJQK")) for n, suit in enumerate("CDHS", 1)
    )
    game = last(game_on(all_up, "daily-vegas-1", -52), "finish@5000")
    assert (game.state.score, game.state.status, game.state.moves) == (208, "won", 52)  # −52 + 52 × 5, no bonus


def test_r5_1_a_redeal_costs_nothing():
    assert totals(game_on("W 2C", "vegas-3", -52), "redeal draw redeal") == [-52, -52, -52]


# R6: castles


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_r6_1_a_card_pays_rank_times_level_and_costs_as_much_going_back(level):
    drawing = "S 2D\nW AH QC\nF J - - -\n1 3S | KD\n2 | JC"
    # QC up: 12 × level, to KD: −12 × level; AH: 1 × level. JC's column stays as it is.
    assert totals(game_on(drawing, f"castle-{level}"), "W-F FC-T1 W-F") == [12 * level, 0, level]


def test_r6_1_a_level_pays_364_times_its_number_for_cards_at_most():
    all_up = "\n".join(
        f"{n} | " + " ".join(f"{rank}{suit}" for rank in reversed("A23456789TJQK")) for n, suit in enumerate("CDHS", 1)
    )
    for level in range(1, 6):
        game = last(game_on(all_up, f"free-castle-{level}", pass_number=6 - level), "T1-F")
        # 4 × (1 + … + 13) = 364, all by itself after the first card (R6.4); no crown is unused, no seconds.
        assert (game.state.score, game.state.status, game.state.moves) == (364 * level, "won", 52)


def test_r6_2_and_case_19_a_column_emptied_pays_the_whole_seconds_left_once():
    drawing = "S 2D\nW QC\n1 | JD\n2 | QS\n3 | KH\n4 | KD"
    # Level 1, 500 s. T1 empties at 100.5 s: 399 whole seconds. QS to KH empties T2 at 120 s: 380.
    # KD to T1 (idle shift, R2.10) pays nothing, nor T1 emptied again.
    game = game_on(drawing, "castle-1")
    assert totals(game, "T1-T2@100.5 T2-T3x2@120") == [399, 779]
    assert totals(game, "T1-T2@100.5 T4-T1@110") == [399, 399]


def test_r6_2_the_same_column_emptied_a_second_time_pays_nothing():
    drawing = "S 2D\nW KC\nF J J J J\n1 | QC\n2 | QS"
    # QC up at 10 s: 12 and 490 s; KC comes to column 1 and goes up again: 13 only.
    assert totals(game_on(drawing, "castle-1"), "T1-F@10 W-T1@11 T1-F@12 T2-F@20") == [502, 502, 515, 515 + 12 + 480]


def test_r6_2_each_column_pays_for_itself_in_a_finish():
    # Level 2: 500 s; stock and waste empty after QC: everything goes up by itself at 100 s (R6.4).
    # QC from the waste 12 × 2 = 24, KC, KD, KH, KS 13 × 2 = 26 each (104), four columns emptied at 400 s left each
    # (1600), won: 400 × 2 = 800 and, on pass 2 of 4, two crowns unused: 2 × 250 × 2 = 1000.
    game = last(game_on("W QC\nF J Q Q Q\n1 | KC\n2 | KD\n4 | KH\n7 | KS", "castle-2", pass_number=2), "W-F@100")
    assert game.state.score == 24 + 104 + 1600 + 800 + 1000
    assert (game.state.status, game.state.moves) == ("won", 5)
    # By hand in the free castle of the same level there are no seconds: 24 + 104 + 1000.
    free = last(game_on("W QC\nF J Q Q Q\n1 | KC\n2 | KD\n4 | KH\n7 | KS", "free-castle-2", pass_number=2), "W-F@100")
    assert free.state.score == 24 + 104 + 1000


@pytest.mark.parametrize(
    ("level", "running", "seconds", "expected"),
    [
        # KS up at the given second empties its column for the seconds left as well.
        (1, 1, 100, 13 * 1 + 400 + 400 * 1 + 4 * 250 * 1),
        (2, 4, 499, 13 * 2 + 1 + 1 * 2),
        (3, 2, 399.5, 13 * 3 + 0 + 0 + 1 * 250 * 3),
        (4, 1, 0, 13 * 4 + 400 + 400 * 4 + 1 * 250 * 4),
        (5, 1, 300, 13 * 5),  # at the last moment, no crown to begin with
    ],
)
def test_r6_3_a_level_done(level, running, seconds, expected):
    game = last(game_on(ALL_BUT_KS, f"castle-{level}", pass_number=running), f"T1-F@{seconds}")
    assert (game.state.score, game.state.status) == (expected, "won")


def test_r6_4_the_rest_goes_up_at_once_only_when_stock_and_waste_are_empty_and_all_lies_open():
    rest = "F J Q Q Q\n1 | KC\n2 | KD\n4 | KH\n7 | KS QC"
    assert last(game_on("W KC\n" + rest.replace("1 | KC", "1"), "castle-1"), "T7-F").state.status == "playing"
    assert last(game_on("S KC\n" + rest.replace("1 | KC", "1"), "castle-1"), "T7-F").state.status == "playing"
    assert (
        last(game_on("F J J J J\n1 KC QD | KD\n2 | QH KH\n3 | QS KS QC", "castle-1"), "T3-F").state.status == "playing"
    )
    assert last(game_on(rest, "castle-1"), "T7-F").state.status == "won"
    assert last(game_on(rest, "standard-1"), "T7-F").state.status == "playing", "elsewhere the player finishes"


def test_case_30_r6_5_a_move_at_the_deadline_counts_and_one_after_it_does_not():
    for level, seconds in ((1, 500), (2, 500), (3, 400), (4, 400), (5, 300)):
        rules = rule_set(f"castle-{level}")
        assert rules.seconds == seconds
        assert not is_time_over(rules, seconds * 1000)
        assert is_time_over(rules, seconds * 1000 + 1)
        assert seconds_left(rules, seconds * 1000 - 1) == 0
        assert seconds_left(rules, 0) == seconds
    game = game_on(ALL_BUT_KS, "castle-5")
    assert enter(game, "T1-F", 299_000).state.status == "won"
    with pytest.raises(IllegalMoveError) as caught:
        enter(game, "T1-F", 300_001)
    assert caught.value.reason == "time_over"
    lost = time_out(game.state._replace(score=17))
    assert (lost.status, lost.end_reason, lost.score, lost.clock_ms) == ("lost", "time", 17, 300_000)
    won = enter(game, "T1-F", 299_000)
    with pytest.raises(IllegalMoveError) as caught:
        enter(won, "draw", 999_000)
    assert caught.value.reason == "game_over", "a later time-out changes nothing"


@pytest.mark.parametrize("key", [key for key in ALL_KEYS if key.startswith(("castle", "daily-vegas"))])
def test_r6_6_and_r3_no_undo_and_no_hints(key):
    game = last(game_on(BOARD, key, 40), "W-T3")
    for text, reason in (("undo", "undo_not_allowed"), ("redo", "undo_not_allowed"), ("hint", "hint_not_allowed")):
        with pytest.raises(IllegalMoveError) as caught:
            enter(game, text, 0)
        assert caught.value.reason == reason


def test_r6_7_the_free_castle_total_is_cut_at_0():
    # A hint at 4 costs what is there; AD up is 1 × level 5.
    assert totals(game_on("S 9C\nW AD\n1 | 2C\n2 | 9D", "free-castle-5", 4), "hint W-F undo") == [0, 5, 0]


# Case 18


@pytest.mark.parametrize(
    ("key", "start", "each"),
    [("standard-1", 200, -5), ("vegas-1", -52, 0), ("castle-3", 100, 0), ("free-castle-3", 100, 0)],
)
def test_case_18_a_card_down_and_up_twenty_times(key, start, each):
    game = game_on("S 9C\nW KC\nF 5 - - -\n1 | 6D", key, start)
    scores = totals(game, "FC-T1 T1-F " * 20)
    assert scores[1::2] == [start + each * round for round in range(1, 21)]  # −15 + 10 a round in Standard


def test_case_19_vegas_and_standard_pay_nothing_for_an_empty_column():
    assert totals(game_on("1 | JD\n2 | QS", "standard-1"), "T1-T2") == [0]
    assert totals(game_on("1 | JD\n2 | QS", "vegas-1", -52), "T1-T2") == [-52]


# R8.5


@pytest.mark.parametrize("key", ALL_KEYS)
def test_r8_5_giving_up_loses_with_the_total_as_it_stands(key):
    game = new_game(rule_set(key), deal_from_code("1"))
    lost = enter(game, "resign", 0)
    assert (lost.state.status, lost.state.end_reason, lost.state.moves) == ("lost", "resigned", 0)
    assert lost.state.score == game.state.score
    assert lost.state.position == game.state.position
    with pytest.raises(IllegalMoveError):
        enter(lost, "draw", 0)
