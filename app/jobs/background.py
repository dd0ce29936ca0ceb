"""What the server does by itself: at its start, and then every minute; of several servers one does it, in turns."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from app.config import Settings
from app.config.clock import now_ms
from app.jobs.daily import Dailies
from app.jobs.ready import Stock
from app.jobs.solver_process import Solvers
from app.store import castles, pruning
from app.store.database import Database
from app.store.errors import StoreError
from app.store.signals import Signals

log = logging.getLogger(__name__)

#: Seconds between two rounds. New games take ready deals away, and a day ends.
ROUND: Final = 60

#: Seconds between two looks for levels whose time is over. Whoever opens one ends it at once; this ends the others.
SWEEP: Final = 20


#: So many slices of old games a round at most, with so many seconds between them: millions of games a day.
SLICES: Final = 300
SLICE_PAUSE: Final = 0.1


class Background:
    """The server's own work; :meth:`start` returns at once, :meth:`close` ends it wherever it is."""

    def __init__(self, settings: Settings, database: Database, signals: Signals) -> None:
        self.solvers = Solvers()
        self.dailies = Dailies(settings, database, self.solvers)
        self.stock = Stock(settings.key("ready"), database, self.solvers)
        self._database = database
        self._signals = signals
        self._terms = settings.terms
        self._prepares = settings.prepare
        self._keep_days = settings.keep_days
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, unless the settings leave it to another process."""
        if self._prepares:
            # Apart from each other: the search for deals may take minutes, and a level's time is over when it is.
            self._tasks = [
                asyncio.create_task(_for_ever(self.solvers.for_players.start, ROUND)),
                asyncio.create_task(_for_ever(partial(self._in_turn, "prepare", self._prepare), ROUND)),
                asyncio.create_task(_for_ever(partial(self._in_turn, "end levels", self._end_levels), SWEEP)),
                asyncio.create_task(_for_ever(partial(self._in_turn, "prune", self._prune), ROUND)),
            ]
            if self._keep_days:
                turn = partial(self._in_turn, "let go", self._let_go)
                self._tasks.append(asyncio.create_task(_for_ever(turn, ROUND)))

    async def close(self) -> None:
        """End every task and process."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.solvers.close()

    async def _end_levels(self) -> None:
        """End the levels of the castles whose time is over, those of players who went away too (R6.5)."""
        ended = await self._database.write(castles.end_overdue, now_ms(), self._terms)
        if ended:
            log.info("levels of the castles ended by their time: %d", ended)

    async def _prune(self) -> None:
        """Take away deals that nobody played, a share in each round."""
        gone = await self._database.write(pruning.untouched_deals, now_ms())
        if gone:
            log.info("deals without a move for a day taken away: %d", gone)

    async def _let_go(self) -> None:
        """Take old games away in slices, with time for players between them."""
        before, gone = now_ms() - self._keep_days * 24 * 3600 * 1000, 0
        for _ in range(SLICES):
            went = await self._database.write(pruning.old_games, before)
            gone += went
            if not went:
                break
            await asyncio.sleep(SLICE_PAUSE)
        if gone:
            log.info("old games taken away: %d", gone)

    async def _prepare(self) -> None:
        now = now_ms()
        await self.dailies.prepare(now)
        await self.stock.top_up(now)
        # Nothing is left to do for a while, so its memory goes back to the machine.
        await self.solvers.in_background.close()

    async def _in_turn(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do what one server at a time does, unless another is at it: then this one is there if that one stops."""
        async with self._signals.turn(name) as is_mine:
            if is_mine:
                await work()


async def _for_ever(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await work()
        except StoreError as error:
            log.warning("work in the background could not be done, later again: %s", error)
        except Exception:
            log.exception("work in the background failed, later again")
        await asyncio.sleep(seconds)
