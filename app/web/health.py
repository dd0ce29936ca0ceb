"""For machines that watch: /healthz says that the process answers, /readyz that its database does and takes writes.

How much room that needs the store says.
"""

import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

logger = logging.getLogger("klondaily")


def health_routes(ping: Callable[[], Awaitable[object]], failures: tuple[type[Exception], ...]) -> list[Route]:
    """`ping` asks the database; `failures` are what it raises when that does not answer."""
    no_answer: tuple[type[Exception], ...] = (*failures, OSError, TimeoutError)

    async def alive(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def ready(request: Request) -> Response:
        try:
            await ping()
        except no_answer as error:
            logger.warning("not ready: %s", str(error).partition("\n")[0] or type(error).__name__)
            return PlainTextResponse("the database does not answer, cannot be written or has no room left\n", 503)
        return PlainTextResponse("ok\n")

    return [Route("/healthz", alive), Route("/readyz", ready)]
