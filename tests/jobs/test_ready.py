"""Deals kept ready: proven by the law of the rules that they are taken for, of each difficulty, made on demand."""

import asyncio
from dataclasses import replace

import pytest

from app.game.deal import deal_from_code
from app.game.law import play
from app.game.moves import parse_move
from app.game.position import deal_position
from app.game.proof import Proof
from app.game.rules import RULE_SETS, rule_set
from app.jobs import ready
from app.jobs.ready import GRADES, Stock, candidate, find_soon, find_winnable, stock_key, stock_rules
from app.solver.difficulty import law_of
from app.solver.solving import SOLVER_VERSION, solve
from app.store import ready_deals
from app.store.ready_deals import ReadyDeal
from tests.databases import Running

DEALT = sorted(key for key, rules in RULE_SETS.items() if rules.table != "daily")


KEY = b"a key of this test, 32 bytes ..."

#: A deal that takes more than these nodes to win in one pass, and one that does not.
CODES = ("65", "1")
NODES = 500


def give(monkeypatch, *codes: str) -> list[str]:
    """Let the candidates be these codes, the last one over and over; return what is drawn."""
    drawn: list[str] = []
    monkeypatch.setattr(
        ready, "candidate", lambda *_: drawn.append(codes[min(len(drawn), len(codes) - 1)]) or drawn[-1]
    )
    return drawn


def test_what_is_found_is_won_by_the_law(monkeypatch):
    give(monkeypatch, *CODES)
    monkeypatch.setattr(ready, "BUDGET", NODES)
    found = find_winnable(KEY, "castle-5", 0)
    assert found.code == "1"
    proof = Proof.parse(found.proof)
    assert (proof.rules, proof.solver, proof.serial, proof.salt) == ("castle-5", SOLVER_VERSION, 0, 1)
    rules = rule_set(proof.rules)
    position = deal_position(deal_from_code(found.code), rules)
    for text in proof.line.split():
        position = play(position, rules, parse_move(text)).position
    assert position.is_won
    assert found.difficulty in range(len(GRADES))


@pytest.mark.parametrize("stock", ["castle-1", "castle-2+wholeruns", "standard-3"])
def test_who_has_the_secret_can_draw_a_deal_again(stock):
    found = find_winnable(KEY, stock, 7)
    assert find_winnable(KEY, stock, 7) == found
    proof = Proof.parse(found.proof)
    assert proof.text == found.proof
    assert found.is_sound(stock)
    assert candidate(KEY, proof.rules, proof.serial, proof.salt) == found.code
    others = {candidate(*other) for other in ((b"another", proof.rules, 7, 0), (KEY, "castle-3", 7, 0))}
    others |= {candidate(KEY, proof.rules, serial, salt) for serial in (7, 8) for salt in (0, 1)}
    assert len(others) == 6


def test_a_candidate_whose_proof_the_law_does_not_replay_is_passed_over(monkeypatch, caplog):
    def spoiled(position, rules, budget):
        verdict = solve(position, rules, budget)
        first = position == deal_position(deal_from_code(candidate(KEY, "castle-1", 0, 0)), rules)
        return replace(verdict, moves=verdict.moves[:-1]) if first else verdict

    assert Proof.parse(find_winnable(KEY, "castle-1", 0).proof).salt == 0
    monkeypatch.setattr(ready, "solve", spoiled)
    assert Proof.parse(find_winnable(KEY, "castle-1", 0).proof).salt > 0
    assert "cannot be replayed" in caplog.text


@pytest.mark.parametrize("key", DEALT)
def test_a_stock_serves_only_rules_of_the_same_law(key):
    for options in [(), *[(option,) for option in RULE_SETS[key].options]]:
        rules = rule_set("+".join([key, *options]))
        stock = stock_rules(stock_key(rules))
        assert law_of(stock) == law_of(rules)
        assert stock_key(stock) == stock_key(rules)


def test_a_difficulty_is_looked_for_and_given_up_after_some_tries(monkeypatch):
    monkeypatch.setattr(ready, "TRIES", 3)
    monkeypatch.setattr(ready, "BUDGET", NODES)
    drawn = give(monkeypatch, "1")
    level = find_winnable(KEY, "castle-5", 0).difficulty
    assert find_winnable(KEY, "castle-5", 0, level).difficulty == level
    drawn.clear()
    assert find_winnable(KEY, "castle-5", 0, (level + 1) % 3).difficulty == level
    assert len(drawn) == 3


def test_for_a_player_who_waits_the_search_ends_after_so_many_nodes(monkeypatch):
    give(monkeypatch, CODES[0])
    monkeypatch.setattr(ready, "BUDGET_SOON", NODES)
    monkeypatch.setattr(ready, "NODES_SOON", 3 * NODES)
    assert find_soon(KEY, "castle-5", 0) is None
    give(monkeypatch, CODES[1])
    found = find_soon(KEY, "castle-5", 0)
    assert (found.code, found.is_sound("castle-5")) == (CODES[1], True)
    assert find_soon(KEY, "castle-5", 0, (found.difficulty + 1) % 3).code == found.code, "the nearest will do"


class FakeSolver:
    """Finds a new code at once."""

    def __init__(self) -> None:
        self.made: list[tuple[str, int, int]] = []

    async def run(self, function, key, stock, serial, level, *_) -> ReadyDeal:
        await asyncio.sleep(0)
        self.made.append((stock, serial, level))
        return ReadyDeal(str(len(self.made)), level, f"{key!r} {serial}")


class FakeSolvers:
    def __init__(self) -> None:
        self.in_background = self.for_players = FakeSolver()


def test_the_stock_is_filled_by_difficulty_and_with_what_was_asked_for(database: Running):
    solvers = FakeSolvers()
    made = solvers.in_background.made
    stock = Stock(KEY, database.database, solvers)  # type: ignore[arg-type]
    assert database.run(stock.top_up(0))
    assert not database.run(stock.top_up(0))
    counts = database.read(ready_deals.counts_by_difficulty)
    assert counts == {(key, level): kept for key, kept in ready.KEPT.items() for level in range(3)}
    stock.ask(rule_set("open-3+wholeruns"))
    assert database.run(stock.top_up(0))
    assert made[-1][0] == "open-3+wholeruns"
    assert database.read(ready_deals.counts)["open-3+wholeruns"] == 3 * ready.KEPT_ON_DEMAND
    serials = [serial for key, serial, _ in made if key == "castle-2"]
    assert serials == list(range(3 * ready.KEPT["castle-2"])), "no deal is drawn twice"
    assert database.run(stock.soon("castle-2")).proof == f"{KEY!r} {len(serials)}"
    assert database.rows("SELECT DISTINCT proof IS NULL FROM ready_deals") == [(False,)]


def test_a_deal_of_the_wanted_difficulty_is_taken_or_the_nearest(database: Running):
    for code, level in (("1", 0), ("2", 2), ("3", 2)):
        database.write(ready_deals.add, "vegas-1", code, level, int(code))
    assert database.write(ready_deals.take_deal, "vegas-1", 2) == ReadyDeal("2", 2)
    assert database.write(ready_deals.take_deal, "vegas-1", 1) == ReadyDeal("1", 0)
    assert database.write(ready_deals.take_deal, "vegas-1", 0) == ReadyDeal("3", 2)
    assert database.write(ready_deals.take_deal, "vegas-1", 0) is None
