"""Hints (R9.2)."""

import random

import pytest

from app.game.cards import CARD_BY_TEXT, CARDS
from app.game.deal import deal_from_code
from app.game.law import is_idle, legal_moves, play
from app.game.position import Column, Position, deal_position, parse_position
from app.game.rules import RuleSet, rule_set
from app.game.stuck import is_stuck
from app.solver.hints import Hint, hint_visible
from tests.solver.positions import played_position

KEYS = ("standard-1", "standard-3", "vegas-1", "vegas-3", "open-3", "free-castle-2", "standard-1+wholeruns")
GAINS = {"turn_up", "waste_to_column", "waste_to_foundation"}


def after(position: Position, rules: RuleSet, hint: Hint, gain_base: int) -> tuple[Position, int, bool]:
    assert hint.move is not None
    position, events = play(position, rules, hint.move)
    up = position.foundation_count
    gained = up > gain_base or any(event.kind in GAINS for event in events)
    return position, up if gained else gain_base, gained


def looking_the_same(position: Position, rules: RuleSet, random_: random.Random) -> Position:
    """Return the position with everything that the player has not seen dealt anew."""
    if rules.open:
        return position
    is_seen = position.pass_number > 1
    hidden = [card for column in position.columns for card in column.down]
    hidden += [] if is_seen else position.stock
    random_.shuffle(hidden)
    columns = []
    for column in position.columns:
        columns.append(Column(tuple(hidden[: len(column.down)]), column.up))
        hidden = hidden[len(column.down) :]
    return position._replace(columns=tuple(columns), stock=position.stock if is_seen else tuple(hidden))


@pytest.mark.parametrize("key", KEYS)
def test_following_hints_never_goes_in_circles_and_ends_won_or_stuck(key: str) -> None:
    rules = rule_set(key)
    for number in range(8):
        position, gain_base, previous = deal_position(deal_from_code(str(number)), rules), 0, None
        seen: set[Position] = set()
        for _ in range(3_000):
            hint = hint_visible(position, rules, gain_base=gain_base, previous=previous)
            if hint.kind == "stuck":
                assert position.is_won or is_stuck(position, rules, gain_base)
                break
            assert hint.move in legal_moves(position, rules)
            assert not is_idle(position, hint.move)
            previous = position
            position, gain_base, gained = after(position, rules, hint, gain_base)
            seen = set() if gained else seen
            assert position not in seen
            seen.add(position)
        else:
            pytest.fail("the hints do not end")


@pytest.mark.parametrize("key", KEYS)
def test_deals_that_look_the_same_have_the_same_hint(key: str) -> None:
    rules = rule_set(key)
    random_ = random.Random(key)
    for number in range(60):
        position = played_position(random_, rules, random_.randint(0, 150), str(number))
        base = position.foundation_count
        other = looking_the_same(position, rules, random_)
        assert hint_visible(position, rules, gain_base=base) == hint_visible(other, rules, gain_base=base)


def dead_table() -> Position:
    """Return a table where nothing fits anywhere and nothing is left to draw."""
    heads = [CARD_BY_TEXT[name] for name in ("KC", "KD", "KH", "KS", "TC", "TS", "8C")]
    rest = [card for card in CARDS if card not in heads]
    columns = tuple(Column(tuple(rest[number::7]), (head,)) for number, head in enumerate(heads))
    return Position((), (), (0, 0, 0, 0), columns, 1)


def test_a_dead_table_says_so_sixty_times() -> None:
    for key in ("standard-1", "standard-1+wholeruns"):
        hints = {hint_visible(dead_table(), rule_set(key), gain_base=0) for _ in range(60)}
        assert hints == {Hint("stuck", None)}


def test_no_table_move_but_stock_left_says_draw() -> None:
    rules = rule_set("standard-1")
    for number in range(200):
        position = deal_position(deal_from_code(str(number)), rules)
        if [move.kind for move in legal_moves(position, rules)] == ["draw"]:
            assert hint_visible(position, rules, gain_base=0).kind == "draw"
            return
    pytest.fail("no such deal")


def test_an_empty_stock_with_something_to_come_says_redeal() -> None:
    position = parse_position("/AC2CKC/-KKK/|3C/|4C/5C|6C/7C|8C/9C|TC/JC|QC/ 1")
    hint = hint_visible(position, rule_set("standard-1"), gain_base=39)
    assert hint.kind in ("redeal", "move")
    position = parse_position("/AC2C/-KKK/3C|4C/5C|6C/7C|8C/9C|TC/JC|QC/|KC/ 1")
    assert hint_visible(position, rule_set("standard-1"), gain_base=39).kind == "redeal"


def test_it_is_not_the_reverse_of_the_move_just_made() -> None:
    random_ = random.Random(3)
    rules = rule_set("standard-1")
    checked = 0
    for number in range(150):
        before = played_position(random_, rules, random_.randint(20, 120), str(number))
        moves = [m for m in legal_moves(before, rules) if m.kind in ("F-T", "T-T") and not is_idle(before, m)]
        for move in moves:
            here, events = play(before, rules, move)
            if any(event.kind == "turn_up" for event in events):
                continue
            base = before.foundation_count
            hint = hint_visible(here, rules, gain_base=base, previous=before)
            if hint.move is not None and play(here, rules, hint.move).position == before:
                # Only where nothing else is left to gain.
                assert not is_stuck(before, rules, base)
                continue
            checked += 1
    assert checked > 50
