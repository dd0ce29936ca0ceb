"""Difficulty: a score and thirds of it."""

from collections import Counter

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import RULE_SETS, rule_set
from app.solver.difficulty import THIRDS, difficulty, grade, law_of
from app.solver.solving import solve


def test_grades_part_deals_into_three() -> None:
    rules = rule_set("standard-1")
    grades: Counter[str] = Counter()
    for number in range(120):
        position = deal_position(deal_from_code(str(number)), rules)
        verdict = solve(position, rules, budget=2_000)
        if verdict.verdict == "winnable":
            score = difficulty(position, rules, verdict.moves, verdict.nodes)
            grades[grade(score, rules)] += 1
            assert score == difficulty(position, rules, verdict.moves, verdict.nodes)
    assert set(grades) == {"gentle", "medium", "hard"}


def test_every_rule_set_with_any_of_its_options_has_thirds_of_its_law() -> None:
    for key, rules in RULE_SETS.items():
        for option in ("", *rules.options):
            low, high = THIRDS[law_of(rule_set(f"{key}+{option}" if option else key))]
            assert low < high


def test_more_search_is_never_easier() -> None:
    rules = rule_set("standard-3")
    position = deal_position(deal_from_code("5"), rules)
    moves = solve(position, rules, budget=50_000).moves
    scores = [difficulty(position, rules, moves, nodes) for nodes in (0, 10, 1_000, 100_000)]
    assert scores == sorted(scores)
