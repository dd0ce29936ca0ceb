"""Whose turn it is where one thing is done after another: what somebody waits for goes before what is made to order."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

#: So much made to order may be under way or waiting: of one who asks, and of all together.
MOST_OF_ONE: Final = 3
MOST_OF_ALL: Final = 60


class TooManyOrdersError(Exception):
    """Too much that was made to order waits already; it is answered by asking again later."""


class Turns:
    """One turn at a time, in the order of asking; those who ask for it patiently go after all others."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: tuple[deque[asyncio.Future[None]], deque[asyncio.Future[None]]] = (deque(), deque())
        self._orders: Counter[str] = Counter()

    @contextmanager
    def order(self, client: str) -> Iterator[None]:
        """Count what ``client`` ordered while it is made; raises :class:`TooManyOrdersError` where it is too much."""
        if self._orders[client] >= MOST_OF_ONE or self._orders.total() >= MOST_OF_ALL:
            raise TooManyOrdersError
        self._orders[client] += 1
        try:
            yield
        finally:
            self._orders[client] -= 1
            if not self._orders[client]:
                del self._orders[client]

    @asynccontextmanager
    async def turn(self, *, is_patient: bool) -> AsyncIterator[None]:
        """Wait until it is one's turn, and have it."""
        if self._is_taken:
            await self._wait(self._waiting[is_patient])
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, queue: deque[asyncio.Future[None]]) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._pass_on()  # it had become one's turn just before
            raise

    def _pass_on(self) -> None:
        for queue in self._waiting:
            while queue:
                following = queue.popleft()
                if not following.done():  # or whoever waited has gone
                    following.set_result(None)
                    return
        self._is_taken = False
