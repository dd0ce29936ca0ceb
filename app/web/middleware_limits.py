"""How much and how often one client may send."""

import asyncio
from collections import OrderedDict
from collections.abc import Generator, Mapping
from math import ceil
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

# Our forms are a few hundred bytes: who needs longer for one keeps a connection for nothing.
BODY_SECONDS: Final = 20.0

# About 100 bytes each: a flood from many addresses costs 2 MB, and the longest unseen are forgotten first.
_MOST_CLIENTS = 20_000


class RateLimit:
    """Token buckets: `burst` requests at once, then `rate` a second. A rate of 0 sets no limit."""

    def __init__(self, rate: int, burst: int) -> None:
        self._interval = 1 / rate if rate else 0.0
        self._window = burst * self._interval
        # When each client's bucket is full again, in the caller's seconds: all that a bucket needs to remember.
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def wait(self, client: str, now: float) -> int:
        """0 and one token less, or how many whole seconds to wait."""
        if not self._interval:
            return 0
        full_at = max(self._full_at.get(client, now), now) + self._interval
        # A hair of tolerance: sums of intervals such as 1/3 are not exact.
        if full_at - now > self._window + 1e-9:
            return max(1, ceil(full_at - now - self._window))
        self._keep(client, full_at)
        return 0

    def spend(self, client: str, count: int, now: float) -> None:
        """Take tokens that were spent elsewhere, into debt too: down to one bucket below an empty one."""
        full_at = max(self._full_at.get(client, now), now) + count * self._interval
        self._keep(client, min(full_at, now + 2 * self._window))

    def _keep(self, client: str, full_at: float) -> None:
        self._full_at[client] = full_at
        self._full_at.move_to_end(client)
        if len(self._full_at) > _MOST_CLIENTS:
            self._full_at.popitem(last=False)

    def __len__(self) -> int:
        return len(self._full_at)


async def read_whole(receive: Receive, limit: int) -> Receive | None:
    """Read a body of unknown length ahead; None when it is longer than `limit` bytes.

    For chunked bodies only: where a length was announced, the server itself cuts the body there.
    """
    pieces: list[Message] = []
    size = 0
    more = True
    while more:
        message = await receive()
        pieces.append(message)
        size += len(message.get("body", b""))
        if size > limit:
            return None
        more = message["type"] == "http.request" and message.get("more_body", False)
    pieces.reverse()

    async def replay() -> Message:
        return pieces.pop() if pieces else await receive()

    return replay


class SlowBodyError(HTTPException):
    """A request's body did not arrive in time. Of Starlette's kind, as FastAPI makes a 400 of any other."""

    def __init__(self) -> None:
        super().__init__(408, headers={"connection": "close"})


class _Begun:
    """The rest of a coroutine whose first step was made already; it waits for ``awaited``."""

    def __init__(self, awaited: Any, steps: Generator[Any, None, Message]) -> None:
        self._awaited = awaited
        self._steps = steps

    def __await__(self) -> Generator[Any, None, Message]:
        try:
            yield self._awaited
        except asyncio.CancelledError as error:  # the coroutine's own to answer
            yield self._steps.throw(error)
        return (yield from self._steps)


def in_time(receive: Receive, headers: Mapping[bytes, bytes], seconds: float = BODY_SECONDS) -> Receive:
    """Let a body take so many seconds as a whole; after that :class:`SlowBodyError` is raised.

    A request without a body is left alone: what it receives later is only the client's going away.
    """
    if headers.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in headers:
        return receive
    deadline = 0.0
    is_whole = False

    async def hurried() -> Message:
        nonlocal deadline, is_whole
        if is_whole:
            return await receive()
        steps = receive().__await__()
        try:
            awaited = next(steps)
        except StopIteration as there:  # it came with the head, as nearly all do: no timer is needed
            message: Message = there.value
        else:
            deadline = deadline or asyncio.get_running_loop().time() + seconds
            try:
                async with asyncio.timeout_at(deadline):
                    message = await _Begun(awaited, steps)
            except TimeoutError:
                raise SlowBodyError from None
        is_whole = not message.get("more_body", False)
        return message

    return hurried
