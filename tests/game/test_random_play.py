"""Random play under every rule set: what must hold in every position of every game (case 10)."""

import random
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.game.aids import can_finish
from app.game.cards import CARDS
from app.game.deal import deal_from_code
from app.game.errors import IllegalMoveError
from app.game.law import REASONS, illegal_reason, is_idle, legal_moves, play
from app.game.moves import parse_move
from app.game.position import deal_position, parse_position
from app.game.record import Entry, Record, replay
from app.game.rules import ALL_KEYS, RULE_SETS, rule_set
from app.game.state import enter, new_game
from tests.game import naive
from tests.game.tables import ALL_MOVES

EVERY_KEY = [
    "+".join([key, *chosen])
    for key in ALL_KEYS
    for count in range(len(RULE_SETS[key].options) + 1)
    for chosen in combinations(RULE_SETS[key].options, count)
]
PARSED = [(text, parse_move(text)) for text in ALL_MOVES]


def choose(rng, moves):
    """Prefer moves that get on, so that random games reach late tables too."""
    weights = [4 if m.kind in ("T-F", "W-F") else 3 if m.kind == "W-T" else 1 for m in moves]
    return rng.choices(moves, weights)[0]


def all_cards(position):
    cards = [*position.stock, *position.waste]
    for column in position.columns:
        cards += [*column.down, *column.up]
    cards += [CARDS[4 * rank + suit] for suit in range(4) for rank in range(position.foundations[suit])]
    return sorted(card.index for card in cards)


def test_every_rule_set_is_played():
    assert len(EVERY_KEY) == 22 + 6 * 3 + 7
    assert {rule_set(key).key.split("+")[0] for key in EVERY_KEY} == set(ALL_KEYS)


@pytest.mark.parametrize("key", EVERY_KEY)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1))
def test_r1_r2_every_listed_move_is_accepted_and_every_other_refused(key, seed):
    rules = rule_set(key)
    rng = random.Random(seed)
    position = deal_position(deal_from_code(str(seed)), rules)
    for step in range(60):
        listed = legal_moves(position, rules)
        assert len(set(listed)) == len(listed)
        text = position.text
        assert parse_position(text) == position
        assert all_cards(position) == list(range(52))
        if step % 20 == 5:
            _check_alphabet(position, rules, set(listed))
        if not listed:
            break
        move = choose(rng, listed)
        after, events = play(position, rules, move)
        assert after.text == naive.make(
            text, move.text, draw=rules.draw, passes=rules.passes, partial_runs=rules.partial_runs
        )
        assert position.text == text, "a position never changes"
        assert is_idle(position, move) is False or {e.kind for e in events} == {"column_to_column"}
        position = after


def _check_alphabet(position, rules, listed):
    for text, move in PARSED:
        reason = illegal_reason(position, rules, move)
        assert (reason is None) is (move in listed), text
        if reason is not None:
            assert reason in REASONS
            with pytest.raises(IllegalMoveError) as caught:
                play(position, rules, move)
            assert (caught.value.reason, caught.value.move) == (reason, text)
            assert caught.value.position == position.text


def random_game(rules, rng, length, *, controls):
    """Play and return the game after each entry, with the record of it; a game that ends stops there."""
    deal = deal_from_code(str(rng.getrandbits(64)))
    games = [new_game(rules, deal)]
    entries = []
    clock = 0
    while len(entries) < length and games[-1].state.status == "playing":
        state = games[-1].state
        texts = [choose(rng, moves).text] if (moves := legal_moves(state.position, rules)) else []
        if controls and rng.random() < 0.3:
            texts = _control_entries(state)
        if not texts:
            break
        clock += rng.choice([0, 1, 900, 2500, 11000]) if rules.seconds is None else rng.choice([0, 700])
        entries.append(Entry(rng.choice(texts), clock))
        games.append(enter(games[-1], *entries[-1]))
    return games, Record(rules, deal, tuple(entries))


def _control_entries(state):
    texts = []
    if state.rules.undo_cost is not None:
        texts += ["undo"] * min(state.undo_depth, 3) + ["redo"] * min(state.redo_depth, 3)
    if state.rules.hint_cost is not None:
        texts.append("hint")
    if can_finish(state.position):
        texts.append("finish")
    return texts


@pytest.mark.parametrize("key", EVERY_KEY)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1))
def test_replay_equals_play_and_the_record_round_trips(key, seed):
    games, record = random_game(rule_set(key), random.Random(seed), 120, controls=True)
    last = replay(record)
    assert last == games[-1]
    assert last.state.version == len(record.entries)
    assert Record.parse(record.text) == record
    assert all_cards(last.state.position) == list(range(52))
    assert last.state.score >= (-52 if record.rules.scoring == "vegas" else 0)


@pytest.mark.parametrize("key", [key for key in EVERY_KEY if rule_set(key).undo_cost is not None])
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1))
def test_case_10_undo_k_and_redo_k_equal_the_replay(key, seed):
    rules = rule_set(key)
    rng = random.Random(seed)
    games, record = random_game(rules, rng, 200, controls=False)
    if games[-1].state.status != "playing":
        games, record = games[:-1], Record(rules, record.deal, record.entries[:-1])
    clock = record.entries[-1].clock_ms if record.entries else 0
    steps = len(record.entries)
    back = rng.randint(0, steps)
    game = games[-1]
    for _ in range(back):
        game = enter(game, "undo", clock)
    then = replay(Record(rules, record.deal, record.entries[: steps - back])).state
    same = ("position", "moves", "emptied", "gain_base", "undo_depth", "status")
    for name in same:
        assert getattr(game.state, name) == getattr(then, name)
    assert game.state.redo_depth == back
    forth = rng.randint(0, back)
    for _ in range(forth):
        game = enter(game, "redo", clock)
    then = replay(Record(rules, record.deal, record.entries[: steps - back + forth])).state
    for name in same:
        assert getattr(game.state, name) == getattr(then, name)


@pytest.mark.parametrize("key", ["standard-1+untimed", "standard-3+untimed", "open-1+untimed", "vegas-1", "vegas-3"])
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1))
def test_case_10_where_undo_is_free_and_no_clock_ticks_the_score_goes_back_too(key, seed):
    rules = rule_set(key)
    games, _ = random_game(rules, random.Random(seed), 100, controls=False)
    while games[-1].state.status != "playing":
        games.pop()
    game = games[-1]
    for earlier in reversed(games[:-1]):
        game = enter(game, "undo", 10**9)
        assert (game.state.score, game.state.position) == (earlier.state.score, earlier.state.position)
    for later in games[1:]:
        game = enter(game, "redo", 10**9)
        assert (game.state.score, game.state.position) == (later.state.score, later.state.position)
