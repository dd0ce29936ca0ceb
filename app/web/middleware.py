"""The edge that every request passes once: limits and origin on the way in, headers and log on the way out."""

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from copy import copy
from itertools import count

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.config import Settings
from app.web.log import RequestLog
from app.web.middleware_answer import SECURE_HEADERS, SECURITY_HEADERS, Answer
from app.web.middleware_limits import RateLimit, SlowBodyError, in_time, read_whole
from app.web.middleware_origin import SAFE_METHODS, why_not
from app.web.middleware_proxies import Proxies, client_of
from app.web.packing import LONGEST_HEADER, Coding, coding_for

logger = logging.getLogger("klondaily")

# (scope, status, code) -> the answer to send instead. The code names the reason: "too_many_requests", "cross_origin",
# "not_json", "body_too_large", "internal_error"; the words are the page's. scope["state"]["request_id"] tells which
# request it was.
ErrorPage = Callable[[Scope, int, str], ASGIApp]

# (headers, scheme) -> a name for whoever the cookie or token says, None for nobody: it has a rate of its own.
WhoAsks = Callable[[Mapping[bytes, bytes], str], str | None]

_UNLIMITED_PATHS = frozenset({"/healthz", "/readyz"})


def plain_page(scope: Scope, status: int, code: str) -> ASGIApp:
    """What stands in until the wiring gives a page, and where that page itself fails."""
    return PlainTextResponse(f"{code} ({scope['state']['request_id']})\n", status)


def nobody(headers: Mapping[bytes, bytes], scheme: str) -> None:
    """What stands in where players are not told apart."""


class Edge:
    """Pure ASGI, and one for all of it: each layer of its own would wrap every message once more."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        *,
        page: ErrorPage = plain_page,
        log: RequestLog | None = None,
        counts: Callable[[Scope, int, float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        rate: RateLimit | None = None,
        who: WhoAsks = nobody,
    ) -> None:
        self._app = app
        self._page = page
        self._clock = clock
        self._counts = counts
        self._log = log or RequestLog(settings.log_level)
        self._proxies = Proxies(settings.trusted_proxies)
        self._who = who if settings.rate else nobody
        self._rate = RateLimit(settings.rate, settings.rate_burst) if rate is None else rate
        self._body_limit = settings.body_limit
        self._base_url = settings.base_url.encode()
        self._run = secrets.token_hex(4)
        self._numbers = count(1)

    def around(self, app: ASGIApp) -> "Edge":
        """Return the same edge, limits and counters shared, around another application."""
        other = copy(self)
        other._app = app
        return other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request_id = f"{self._run}-{next(self._numbers)}"
        scope.setdefault("state", {})["request_id"] = request_id
        headers: dict[bytes, bytes] = dict(scope["headers"])
        self._proxies.apply(scope)
        accepted = headers.get(b"accept-encoding", b"")[:LONGEST_HEADER]
        coding: Coding = coding_for(accepted) if scope["method"] != "HEAD" else b""
        scope["state"]["coding"] = coding
        scope["state"]["headers"] = headers
        kept = SECURE_HEADERS if scope["scheme"] == "https" else SECURITY_HEADERS
        answer = Answer(send, kept, (b"x-request-id", request_id.encode()), coding)
        try:
            await self._answer(scope, headers, in_time(receive, headers), answer)
        except ClientDisconnect:
            pass  # whoever asked has gone in the middle of asking: nobody is left to answer
        except SlowBodyError:
            answer.add((b"connection", b"close"))
            await self._page(scope, 408, "too_slow")(scope, receive, answer)
        except Exception as error:  # noqa: BLE001 (the one edge where anything unexpected ends)
            await self._fail(error, scope, receive, answer)
        finally:
            status, millis = answer.status or 499, (time.perf_counter() - began) * 1000
            self._log.write(scope, request_id, status, millis)
            if self._counts is not None:
                self._counts(scope, status, millis)

    async def _answer(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive, answer: Answer) -> None:
        app = self._app
        refusal = self._refusal(scope, headers, answer)
        if refusal is None and b"transfer-encoding" in headers:
            whole = await read_whole(receive, self._body_limit)
            if whole is None:
                refusal = (413, "body_too_large")
            else:
                receive = whole
        if refusal is not None:
            if refusal[0] == 413:  # the rest of that body is not worth reading
                answer.add((b"connection", b"close"))
            app = self._page(scope, *refusal)
        await app(scope, receive, answer)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], answer: Answer) -> tuple[int, str] | None:
        if scope["path"] not in _UNLIMITED_PATHS:
            now = self._clock()
            wait = self._rate.wait(client_of(scope), now)
            if not wait and (player := self._who(headers, scope["scheme"])) is not None:
                # From however many addresses.
                wait = self._rate.wait(player, now)
            if wait:
                answer.add((b"retry-after", b"%d" % wait))
                return 429, "too_many_requests"
        if "\0" in scope["path"]:
            return 404, "not_found"  # no name holds it, and PostgreSQL fails on it
        if scope["method"] not in SAFE_METHODS and (reason := why_not(headers, self._base_url)):
            return 403, reason
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._body_limit:
            return 413, "body_too_large"
        return None

    async def _fail(self, error: Exception, scope: Scope, receive: Receive, answer: Answer) -> None:
        request_id = scope["state"]["request_id"]
        logger.error("unexpected error", exc_info=error, extra={"fields": {"id": request_id}})
        if answer.begun:
            # Half an answer is out: only a broken connection tells the client that it is not whole.
            raise error
        answer.drop()
        try:
            await self._page(scope, 500, "internal_error")(scope, receive, answer)
        except Exception as second:  # the page for errors may fail as well
            logger.error("the error page failed", exc_info=second, extra={"fields": {"id": request_id}})
            if answer.begun:
                raise
            answer.drop()
            await plain_page(scope, 500, "internal_error")(scope, receive, answer)
