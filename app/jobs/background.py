"""What the server does by itself: at its start, and then every few minutes."""

import asyncio
import logging
import time
from typing import Final

from app.config import Settings
from app.jobs.daily import Dailies
from app.jobs.ready import top_up
from app.jobs.solver_process import Solvers
from app.store.database import Database
from app.store.errors import StoreError

log = logging.getLogger(__name__)

#: Seconds between two rounds. New games take ready deals away, and a day ends.
ROUND: Final = 60


class Background:
    """The server's own work; :meth:`start` returns at once, :meth:`close` ends it wherever it is."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.solvers = Solvers()
        self.dailies = Dailies(settings, database, self.solvers)
        self._database = database
        self._prepares = settings.prepare
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless the settings leave it to another process."""
        if self._prepares:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End every task and process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.solvers.close()

    async def _run(self) -> None:
        while True:
            try:
                await self._round()
            except StoreError as error:
                log.warning("the deals could not be prepared, later again: %s", error)
            except Exception:
                log.exception("preparing deals failed, later again")
            await asyncio.sleep(ROUND)

    async def _round(self) -> None:
        now = time.time_ns() // 1_000_000
        await self.solvers.for_players.start()
        await self.dailies.prepare(now)
        await top_up(self._database, self.solvers.in_background, now)
        # Nothing is left to do for a while, so its memory goes back to the machine.
        await self.solvers.in_background.close()
