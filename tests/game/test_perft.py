"""Perft: how many lines of legal moves there are, and which, by two readings of the rules."""

from pathlib import Path

import pytest

from app.game.deal import deal_from_code
from app.game.law import legal_moves, play
from app.game.position import deal_position, parse_position
from app.game.rules import rule_set
from tests.game import naive
from tests.game.tables import ALL_MOVES


def perft(position, rules, depth):
    moves = legal_moves(position, rules)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, rules, move).position, rules, depth - 1) for move in moves)


# A line is a rule set key, the numbers of lines of 1, 2, 3 … moves, and the position they start from.
PINNED = [line.split(" ", 2) for line in Path(__file__).with_name("perft_positions.txt").read_text().splitlines()]


@pytest.mark.parametrize(("key", "counts", "position"), PINNED)
def test_the_number_of_lines_is_pinned(key, counts, position):
    rules = rule_set(key)
    start = parse_position(position)
    expected = [int(count) for count in counts.split(",")]
    assert [perft(start, rules, depth) for depth in range(1, len(expected) + 1)] == expected


def naive_perft(position, rules, depth):
    row = {"draw": rules.draw, "passes": rules.passes, "partial_runs": rules.partial_runs}
    made = [after for text in ALL_MOVES if (after := naive.make(position, text, **row)) is not None]
    return len(made) if depth == 1 else sum(naive_perft(after, rules, depth - 1) for after in made)


@pytest.mark.parametrize(("key", "counts", "position"), PINNED)
def test_the_plain_reading_counts_the_same(key, counts, position):
    expected = [int(count) for count in counts.split(",")]
    depths = [depth for depth in range(2, len(expected) + 1) if expected[depth - 2] <= 16][-1:]
    for depth in depths or [1]:
        assert naive_perft(position, rule_set(key), depth) == expected[depth - 1]


@pytest.mark.parametrize(
    "key", ["standard-1", "standard-3+wholeruns", "vegas-1", "vegas-3", "open-1", "open-3+wholeruns"]
)
def test_both_readings_agree_on_every_line(key):
    """Every move of the alphabet from every position: the law lists and makes exactly what the plain reading allows."""
    rules = rule_set(key)
    here = {deal_position(deal_from_code(code), rules) for code in ("5", "6")}
    for _ in range(4):
        following = set()
        for position in sorted(here, key=str)[:10]:
            made = {}
            for text in ALL_MOVES:
                after = naive.make(
                    position.text, text, draw=rules.draw, passes=rules.passes, partial_runs=rules.partial_runs
                )
                if after is not None:
                    made[text] = after
            listed = {move.text: play(position, rules, move).position for move in legal_moves(position, rules)}
            assert {text: after.text for text, after in listed.items()} == made
            following.update(listed.values())
        here = following
