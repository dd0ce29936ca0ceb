"""Rates of requests that hold over all servers of one database: each tells the others what its clients have spent."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.store.signals import MOST_BYTES, Signals
from app.web.middleware_limits import RateLimit

log = logging.getLogger(__name__)

#: What servers say of what was spent: who says it, and then CLIENT=COUNT for each client.
RATES: Final = "klondaily_rates"
#: Seconds between two such words. So long a client may spend at several servers what is there once.
GATHER: Final = 1.0
#: Rounds after which what is too little to be told of is forgotten.
FORGET: Final = 60
_MOST_CLIENTS: Final = 20_000


class SharedRates(RateLimit):
    """A :class:`RateLimit` that counts what was spent elsewhere too; alone on SQLite it is nothing more than that.

    A client is told of when it has spent half a second's worth, so that people who play cost one short word in half a
    minute, and a flood one word a second, however fast it is.
    """

    def __init__(self, rate: int, burst: int, signals: Signals) -> None:
        super().__init__(rate, burst)
        self._signals = signals
        self._is_shared = bool(rate) and signals.is_shared
        self._least = max(rate // 2, 1)
        self._name = secrets.token_hex(4)
        self._spent: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        if self._is_shared:
            signals.hear(RATES, self._hear)

    def wait(self, client: str, now: float) -> int:
        seconds = super().wait(client, now)
        if not seconds and self._is_shared:
            self._spent[client] += 1
        return seconds

    def start(self) -> None:
        """Begin to tell."""
        if self._is_shared:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop telling."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(GATHER)
            for word in self.words():
                await self._signals.send(RATES, word)
            rounds += 1
            if rounds % FORGET == 0 or len(self._spent) > _MOST_CLIENTS:
                self._spent.clear()

    def words(self) -> Iterator[str]:
        """Yield what is to be told, in words that the database takes, and begin to count anew."""
        told = [(client, count) for client, count in self._spent.items() if count >= self._least]
        word = self._name
        for client, count in told:
            del self._spent[client]
            part = f" {client}={count}"
            if len(word) + len(part) > MOST_BYTES:
                yield word
                word = self._name
            word += part
        if word != self._name:
            yield word

    def _hear(self, word: str) -> None:
        name, *parts = word.split(" ")
        if name == self._name:
            return
        now = time.monotonic()
        for part in parts:
            client, _, count = part.rpartition("=")
            if count.isdigit():
                self.spend(client, int(count), now)
