"""The solver in processes of its own, so that no move ever waits for a search.

Two of them: one for what a player waits for, one for what is prepared in the background. Each is started
at its first task, goes on after one that was killed, and ends with the server. What a player waits for amid a game
goes before searches that are made to order, of which there can be many.
"""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Final, ParamSpec, TypeVar

from app.jobs.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

#: How much the background's process gives way to everything else on the machine.
NICENESS: Final = 10


def _end_with(parent: int) -> None:
    """End this process once its server is gone: one that was killed cannot say goodbye."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _begin(niceness: int, waits: bool) -> None:
    threading.Thread(target=_end_with, args=(os.getppid(),), name="watch the server", daemon=True).start()
    # The server's own process decides when the work ends; a Ctrl+C in a terminal reaches all processes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    from app.solver import engine

    # Compiling takes seconds on a machine's first start: a player is answered in plain Python meanwhile.
    engine.warm(wait=waits)


class SolverStoppedError(Exception):
    """The process was ended on purpose while it worked on this."""


class SolverProcess:
    """One process that runs functions of the solver, one after the other."""

    def __init__(self, niceness: int = 0, *, waits_for_compiled: bool = False) -> None:
        self._begin = (niceness, waits_for_compiled)
        self._pool: ProcessPoolExecutor | None = None
        self._stops = 0
        self._turns = Turns()
        #: Counts what somebody has ordered; see :meth:`app.jobs.turns.Turns.order`.
        self.orders = self._turns.order
        #: For whoever watches the server: what was asked, the seconds that this took with waiting, processes that died.
        self.tasks = 0
        self.seconds = 0.0
        self.deaths = 0

    async def start(self) -> None:
        """Have the process ready before the first task; returns when it is."""
        await self.run(os.getpid)

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a module's function there and return its value; everything given and returned must be picklable.

        It waits for one that has begun, and for what was asked for earlier in the same way. Where the process dies
        in the middle of it, it is started anew and the function is run once more; raises
        :class:`SolverStoppedError` where :meth:`close` ended it.
        """
        return await self._in_turn(partial(function, *arguments, **named), is_patient=False)

    async def run_to_order(self, client: str, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do as :meth:`run` does, after all that is run so; for ``client``, a name of whoever ordered it.

        Raises :class:`app.jobs.turns.TooManyOrdersError` where too much of that waits already.
        """
        with self.orders(client):
            return await self._in_turn(partial(function, *arguments, **named), is_patient=True)

    async def _in_turn(self, task: Callable[[], T], *, is_patient: bool) -> T:
        began, stops = time.perf_counter(), self._stops
        try:
            async with self._turns.turn(is_patient=is_patient):
                if stops != self._stops:
                    raise SolverStoppedError
                return await self._run(task)
        finally:
            self.tasks += 1
            self.seconds += time.perf_counter() - began

    async def _run(self, task: Callable[[], T]) -> T:
        stops, pool = self._stops, self._ready()
        try:
            return await asyncio.wrap_future(pool.submit(task))
        except BrokenProcessPool:
            if stops != self._stops:
                raise SolverStoppedError from None
            if self._pool is pool:
                log.warning("the solver's process died; it is started again")
                self.deaths += 1
                self._drop()
            return await asyncio.wrap_future(self._ready().submit(task))

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_begin, initargs=self._begin
            )
        return self._pool

    def _drop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process, in the middle of a search too; a search leaves nothing half done."""
        pool, self._pool = self._pool, None
        self._stops += 1
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.terminate()
        await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


class Solvers:
    """The two processes."""

    def __init__(self) -> None:
        self.for_players = SolverProcess()
        self.in_background = SolverProcess(NICENESS, waits_for_compiled=True)

    async def close(self) -> None:
        """End both."""
        await self.for_players.close()
        await self.in_background.close()
