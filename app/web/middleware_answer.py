"""The way out: security headers and compression in one pass over an answer."""

from collections.abc import Sequence
from typing import Any

from starlette.types import Message, Send

from app.web.packing import Coding, packed, packer

Header = tuple[bytes, bytes]

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'"
)
SECURITY_HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # Not no-referrer: that makes browsers send "Origin: null" with our own forms.
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# By https only, where browsers heed it: a year without plain http, on this host and no other.
SECURE_HEADERS: tuple[Header, ...] = (*SECURITY_HEADERS, (b"strict-transport-security", b"max-age=31536000"))
# For a table that our own scripts have asked for, which no browser shows as a page: of the others none says anything
# there, and together they are as long as a third of it.
SCRIPT_HEADERS: tuple[Header, ...] = ((b"x-content-type-options", b"nosniff"),)
#: Set in the start of an answer by who makes one.
FOR_SCRIPTS = "klondaily.for_scripts"
# Pages are a player's own: nothing keeps them unless a route says otherwise.
_NOT_KEPT: Header = (b"cache-control", b"no-store")
_VARY: Header = (b"vary", b"accept-encoding")

LEAST_TO_COMPRESS = 2048
_COMPRESSIBLE = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")


class Answer:
    """An ASGI `send` that completes the headers of one answer and compresses it where that is worth it.

    A compressible answer whose length is known is held until its first piece of body; all else, event streams
    above all, goes out as it comes. ``security`` are the headers of whatever can be shown as a page; a start that has
    :data:`FOR_SCRIPTS` gets fewer.
    """

    __slots__ = ("_coding", "_extra", "_held", "_packing", "_security", "_send", "begun", "status")

    def __init__(self, send: Send, security: Sequence[Header], extra: Header, coding: Coding) -> None:
        self._send = send
        self._security = security
        self._extra: tuple[Header, ...] = (extra,)
        self._coding = coding
        self._held: Message | None = None
        self._packing: Any = None
        self.status = 0
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            if self._complete(message):
                self._held = message
                return
            self.begun = True
            await self._send(message)
            return
        held = self._held
        if held is not None:
            self._held = None
            self.begun = True
            message = self._compressed(held, message)
            await self._send(held)
        elif self._packing is not None:
            message = self._packed(message)
        await self._send(message)

    def drop(self) -> None:
        """Forget an answer that was started but of which nothing has gone out."""
        self._held = None
        self.status = 0

    def add(self, header: Header) -> None:
        self._extra = (*self._extra, header)

    def _complete(self, start: Message) -> bool:
        """Add our headers; whether the answer shall be compressed."""
        given = dict(start.get("headers", ()))
        security = SCRIPT_HEADERS if start.pop(FOR_SCRIPTS, False) else self._security
        headers: list[Header] = [*start.get("headers", ()), *security, *self._extra]
        if b"cache-control" not in given:
            headers.append(_NOT_KEPT)
        start["headers"] = headers
        if b"content-encoding" in given:
            return False
        length = given.get(b"content-length", b"")
        if not length.isdigit() or int(length) < LEAST_TO_COMPRESS:
            return False
        if not given.get(b"content-type", b"").decode("latin-1").startswith(_COMPRESSIBLE) or start["status"] == 206:
            return False
        headers.append(_VARY)
        return self._coding != b""

    def _compressed(self, start: Message, body: Message) -> Message:
        more = body.get("more_body", False)
        if more:
            self._packing = packer(self._coding)
            content = self._packing.compress(body.get("body", b""))
        else:
            content = packed(self._coding, body.get("body", b""))
        kept = [(n, _weak(v) if n == b"etag" else v) for n, v in start["headers"] if n != b"content-length"]
        kept.append((b"content-encoding", self._coding))
        if not more:
            kept.append((b"content-length", b"%d" % len(content)))
        start["headers"] = kept
        return {"type": "http.response.body", "body": content, "more_body": more}

    def _packed(self, body: Message) -> Message:
        content = self._packing.compress(body.get("body", b""))
        more = body.get("more_body", False)
        if not more:
            content += self._packing.flush()
        return {"type": "http.response.body", "body": content, "more_body": more}


def _weak(etag: bytes) -> bytes:
    """The tag of the plain bytes, as one that only says "the same content"."""
    return etag if etag.startswith(b"W/") else b"W/" + etag
