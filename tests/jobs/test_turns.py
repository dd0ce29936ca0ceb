"""What a player waits for goes before what is made to order, in the solver's real process."""

import asyncio

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.record import Record
from app.game.rules import rule_set
from app.jobs.hinting import verdict, visible_hint
from app.jobs.solver_process import SolverProcess, SolverStoppedError
from app.jobs.turns import MOST_OF_ALL, MOST_OF_ONE, TooManyOrdersError, Turns

RULES = rule_set("standard-3")
DEALS = [deal_from_code(str(number)) for number in range(100)]


def run(work):
    asyncio.run(work)


def test_a_hint_is_answered_while_many_searches_wait():
    async def work():
        solver, done = SolverProcess(), []

        async def search(number):
            await solver.run_to_order(f"client {number}", verdict, deal_position(DEALS[number], RULES).text, RULES.key)
            done.append(number)

        async def hint():
            deal = DEALS[32]
            asked = (deal_position(deal, RULES).text, 0, Record(RULES, deal).text)
            assert (await solver.run(visible_hint, *asked)).move is not None
            done.append("hint")

        try:
            await solver.start()
            searches = [asyncio.create_task(search(number)) for number in range(40)]
            await asyncio.sleep(0)
            await asyncio.gather(hint(), hint())
            assert done.index("hint") <= 1, "only the one that had begun goes before it"
            assert len(done) < 10
            await asyncio.gather(*searches)
            assert [number for number in done if number != "hint"] == list(range(40)), "in the order of asking"
            assert solver.tasks == 43
        finally:
            await solver.close()

    run(work())


def test_one_client_may_order_so_much_and_all_together_so_much():
    async def work():
        solver = SolverProcess()
        try:
            await solver.start()
            orders = [
                asyncio.create_task(solver.run_to_order(f"client {number % 40}", verdict, "", RULES.key))
                for number in range(40 * (MOST_OF_ONE + 1))
            ]
            results = await asyncio.gather(*orders, return_exceptions=True)
            refused = [isinstance(one, TooManyOrdersError) for one in results]
            assert refused.count(False) == MOST_OF_ALL
            assert not any(refused[:MOST_OF_ALL])
            mine = [solver.run_to_order("me", deal_from_code, "1") for _ in range(MOST_OF_ONE + 2)]
            results = await asyncio.gather(*mine, return_exceptions=True)
            assert [isinstance(one, TooManyOrdersError) for one in results] == [False] * MOST_OF_ONE + [True] * 2
            assert await solver.run_to_order("me", deal_from_code, "1") == DEALS[1], "what is done counts no more"
        finally:
            await solver.close()

    run(work())


def test_what_waits_is_told_when_the_process_is_stopped():
    async def work():
        solver = SolverProcess()
        await solver.start()
        asked = [asyncio.create_task(solver.run(verdict, deal_position(DEALS[0], RULES).text, RULES.key))]
        asked += [asyncio.create_task(solver.run_to_order("me", deal_from_code, "1")) for _ in range(2)]
        await asyncio.sleep(0)
        await solver.close()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in told[1:]] == [SolverStoppedError] * 2
        assert solver._pool is None, "no process was started again"

    run(work())


@pytest.mark.parametrize("is_patient", [False, True])
def test_who_goes_away_keeps_nobody_from_their_turn(is_patient):
    async def work():
        turns, had = Turns(), []

        async def one(name):
            async with turns.turn(is_patient=is_patient):
                had.append(name)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(one(name)) for name in "abcdef"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        tasks[0].cancel()
        tasks[2].cancel()
        await asyncio.sleep(0)
        tasks[3].cancel()  # just as it becomes its turn
        await asyncio.gather(*tasks, return_exceptions=True)
        assert had[-2:] == ["e", "f"]
        await one("g")
        assert had[-1] == "g"

    run(work())
