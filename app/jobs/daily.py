"""The deal of each day: proven beforehand, made by whichever process comes first, kept for good (R7.1)."""

import asyncio
import logging
import secrets
from datetime import date, timedelta
from typing import Final

from app.config import Settings
from app.game.day import day_of
from app.jobs.certify import certify
from app.jobs.solver_process import SolverProcess, Solvers
from app.store import dailies
from app.store.dailies import Daily
from app.store.database import Database

log = logging.getLogger(__name__)

#: So many days after today have their deal ready.
DAYS_AHEAD: Final = 7


class Dailies:
    """Finds and makes the deals of days."""

    def __init__(self, settings: Settings, database: Database, solvers: Solvers) -> None:
        self._zone = settings.time_zone
        # Not the secret itself: whoever reads a deal's key out of a process learns nothing about cookies.
        self._key = settings.key("daily")
        self._database = database
        self._solvers = solvers
        self._making = asyncio.Lock()

    async def of(self, day: date, now_ms: int) -> Daily:
        """Return a day's deal, made now if need be, which takes seconds.

        The caller sees to it that the day has begun: what is returned must not be shown before.
        """
        return await self._made(day, now_ms, self._solvers.for_players)

    async def prepare(self, now_ms: int, days: int = DAYS_AHEAD) -> None:
        """See to it that today and the ``days`` after it have their deals."""
        today = day_of(now_ms, self._zone)
        await self.of(today, now_ms)
        for ahead in range(1, days + 1):
            await self._made(today + timedelta(ahead), now_ms, self._solvers.in_background)

    async def _made(self, day: date, now_ms: int, solver: SolverProcess) -> Daily:
        kept = await self._database.read(dailies.get, day.isoformat())
        if kept is not None:
            return await self._committed(kept, day, now_ms)
        # One at a time in this process; of several processes the store lets the first one's deal stand.
        async with self._making:
            kept = await self._database.read(dailies.get, day.isoformat())
            if kept is not None:
                return kept
            made = await solver.run(certify, self._key, day)
            log.info("the deal of %s is made", day)
            return await self._database.write(
                dailies.create, day.isoformat(), made.deal, made.salt, now_ms, made.proof, new_nonce()
            )

    async def _committed(self, kept: Daily, day: date, now_ms: int) -> Daily:
        """Commit to a deal that was made before there were commitments, while its day is still to come."""
        if kept.nonce is not None or day <= day_of(now_ms, self._zone):
            return kept
        await self._database.write(dailies.set_nonce, kept.day, new_nonce())
        return await self._database.read(dailies.get, kept.day) or kept


def new_nonce() -> str:
    """Return what no one can guess: 128 random bits."""
    return secrets.token_hex(16)
