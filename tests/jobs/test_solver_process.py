"""The solver's process, a real one: killed, stopped in a search, and never in the way of the event loop."""

import asyncio
import os
import signal
import time

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.record import Entry, Record
from app.game.rules import rule_set
from app.jobs.hinting import advice, last_winnable, verdict, visible_hint
from app.jobs.solver_process import SolverProcess, SolverStoppedError

RULES = rule_set("standard-3")
POSITION = deal_position(deal_from_code("32"), RULES)


def run(work):
    return asyncio.run(work)


def test_it_runs_elsewhere_and_answers():
    async def work():
        solver = SolverProcess()
        try:
            assert await solver.run(os.getpid) != os.getpid()
            assert await solver.run(verdict, POSITION.text, RULES.key) == "winnable"
            hint = await solver.run(visible_hint, POSITION.text, 0, Record(RULES, deal_from_code("32")).text)
            assert hint.move is not None
        finally:
            await solver.close()

    run(work())


def test_a_killed_process_is_replaced_and_the_question_answered():
    async def work():
        solver = SolverProcess()
        try:
            first = await solver.run(os.getpid)
            asked = asyncio.create_task(solver.run(time.sleep, 0.5))
            await asyncio.sleep(0.2)
            os.kill(first, signal.SIGKILL)
            await asked
            assert await solver.run(os.getpid) != first
        finally:
            await solver.close()

    run(work())


def test_all_who_wait_for_a_killed_process_are_answered_by_the_next_one():
    async def work():
        solver = SolverProcess()
        try:
            first = await solver.run(os.getpid)
            asked = [asyncio.create_task(solver.run(time.sleep, 0.5)) for _ in range(6)]
            after = asyncio.create_task(solver.run(os.getpid))
            await asyncio.sleep(0.1)
            os.kill(first, signal.SIGKILL)
            await asyncio.gather(*asked)
            assert await after == await solver.run(os.getpid) != first
            assert solver.deaths == 1
        finally:
            await solver.close()

    run(work())


def test_closing_ends_a_search_at_once():
    async def work():
        solver = SolverProcess()
        await solver.start()
        asked = asyncio.create_task(solver.run(time.sleep, 60))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await solver.close()
        assert time.monotonic() - began < 40
        with pytest.raises(SolverStoppedError):
            await asked

    run(work())


def test_the_loop_goes_on_while_it_searches():
    async def work():
        solver = SolverProcess()
        await solver.start()
        asked = asyncio.create_task(solver.run(time.sleep, 2))
        turns = 0
        while not asked.done():
            turns += 1
            await asyncio.sleep(0.01)
        assert turns > 10
        await solver.close()

    run(work())


def test_it_finds_where_a_game_was_lost():
    """Moves that bury the win: the border found by halving is the one found step by step."""
    from app.solver.solving import solve

    entries = []
    for second, text in enumerate(["draw", "draw", "draw"]):
        entries.append(Entry(text, second * 1000))
    record = Record(RULES, deal_from_code("32"), tuple(entries))
    told = advice(record.text)
    assert told.answer == "winnable"
    assert told.back == 0
    assert told.move is not None
    positions = [POSITION]
    assert last_winnable(positions, RULES.key) == 0
    assert solve(POSITION, RULES).verdict == "winnable"
