"""Deals kept ready: proven by the law of the rules that they are taken for, of each difficulty, made on demand."""

import asyncio

import pytest

from app.game.deal import deal_from_code
from app.game.law import play
from app.game.position import deal_position
from app.game.rules import RULE_SETS, rule_set
from app.jobs import ready
from app.jobs.ready import GRADES, Found, Stock, find_soon, find_winnable, stock_key, stock_rules
from app.solver.solving import solve
from app.store import ready_deals
from tests.databases import Running

DEALT = sorted(key for key, rules in RULE_SETS.items() if rules.table != "daily")


#: A deal that takes more than these nodes to win in one pass, and one that does not.
CODES = ("65", "1")
NODES = 500


def test_what_is_found_is_won_by_the_law(monkeypatch):
    codes = iter(CODES)
    monkeypatch.setattr(ready, "new_code", lambda: next(codes))
    monkeypatch.setattr(ready, "BUDGET", NODES)
    found = find_winnable("castle-5")
    assert found.code == "1"
    rules = stock_rules("castle-5")
    position = deal_position(deal_from_code(found.code), rules)
    for move in solve(position, rules, NODES).moves:
        position = play(position, rules, move).position
    assert position.is_won
    assert found.difficulty in range(len(GRADES))


@pytest.mark.parametrize("key", DEALT)
def test_a_stock_serves_only_rules_that_its_own_are_not_wider_than(key):
    for options in [(), *[(option,) for option in RULE_SETS[key].options]]:
        rules = rule_set("+".join([key, *options]))
        stock = stock_rules(stock_key(rules))
        assert (stock.draw, stock.partial_runs) == (rules.draw, rules.partial_runs)
        assert stock.passes == rules.passes
        assert rules.open or not stock.open
        assert stock_key(stock) == stock_key(rules)


def test_a_difficulty_is_looked_for_and_given_up_after_some_tries(monkeypatch):
    made = []
    monkeypatch.setattr(ready, "TRIES", 3)
    monkeypatch.setattr(ready, "BUDGET", NODES)
    monkeypatch.setattr(ready, "new_code", lambda: made.append("1") or "1")
    level = find_winnable("castle-5").difficulty
    assert find_winnable("castle-5", level).difficulty == level
    made.clear()
    assert find_winnable("castle-5", (level + 1) % 3).difficulty == level
    assert len(made) == 3


def test_for_a_player_who_waits_the_search_ends_after_so_many_nodes(monkeypatch):
    monkeypatch.setattr(ready, "new_code", lambda: CODES[0])
    monkeypatch.setattr(ready, "BUDGET_SOON", NODES)
    monkeypatch.setattr(ready, "NODES_SOON", 3 * NODES)
    assert find_soon("castle-5") is None
    monkeypatch.setattr(ready, "new_code", lambda: CODES[1])
    found = find_soon("castle-5")
    assert found.code == CODES[1]
    assert find_soon("castle-5", (found.difficulty + 1) % 3) == found, "the nearest will do"


class FakeSolver:
    """Finds a new code at once."""

    def __init__(self) -> None:
        self.made: list[tuple[str, int]] = []

    async def run(self, function, key, level) -> Found:
        await asyncio.sleep(0)
        self.made.append((key, level))
        return Found(str(len(self.made)), level)


def test_the_stock_is_filled_by_difficulty_and_with_what_was_asked_for(database: Running):
    solver = FakeSolver()
    stock = Stock(database.database, solver)  # type: ignore[arg-type]
    assert database.run(stock.top_up(0))
    assert not database.run(stock.top_up(0))
    counts = database.read(ready_deals.counts_by_difficulty)
    assert counts == {(key, level): kept for key, kept in ready.KEPT.items() for level in range(3)}
    stock.ask(rule_set("open-3+wholeruns"))
    assert database.run(stock.top_up(0))
    assert solver.made[-1][0] == "standard-3+wholeruns"
    assert database.read(ready_deals.counts)["standard-3+wholeruns"] == 3 * ready.KEPT_ON_DEMAND


def test_a_deal_of_the_wanted_difficulty_is_taken_or_the_nearest(database: Running):
    for code, level in (("1", 0), ("2", 2), ("3", 2)):
        database.write(ready_deals.add, "vegas-1", code, level, int(code))
    assert database.write(ready_deals.take_deal, "vegas-1", 2) == ("2", 2)
    assert database.write(ready_deals.take_deal, "vegas-1", 1) == ("1", 0)
    assert database.write(ready_deals.take_deal, "vegas-1", 0) == ("3", 2)
    assert database.write(ready_deals.take_deal, "vegas-1", 0) is None
