"""The head of a request has an end, in bytes and in time: uvicorn would wait and keep for ever."""

import asyncio
from typing import Final

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Browsers send a few hundred bytes; the longest cookies and addresses that they can keep come to some thousands.
LONGEST_HEAD: Final = 64 * 1024
#: Seconds from the connection's start, or from a head's first part, until the head must be whole.
HEAD_SECONDS: Final = 20.0
#: Where a head begins amid what is received, right after another request, at most so much of it is not counted.
_PART: Final = 4096
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class BoundedHeadProtocol(HttpToolsProtocol):
    """Closes a connection whose request's head is too long or too slow: nobody was asked anything yet."""

    _is_in_head = True
    _is_in_body = False
    #: Whether the head that is read now began no later than what was received last.
    _is_from_start = True
    #: What has come of a head that is not whole yet.
    _head_bytes = 0
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # In parts only where there may be too much: a read can be four times as long as a head.
        while len(data) > (room := LONGEST_HEAD - self._head_bytes):
            part = min(room, _PART)
            self._take(data[:part])
            if self.transport.is_closing():
                return
            data = data[part:]
        self._take(data)

    def _take(self, data: bytes) -> None:
        self._is_from_start = not self._is_in_body
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade:
            pass  # Nothing is spoken here but HTTP: it is answered like any other request, and no cause for a warning.
        except HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
            return
        if self._is_in_head:
            # A head that came in one piece, as nearly all do, never gets here.
            if self._is_from_start:
                self._head_bytes += len(data)
            if self._head_bytes >= LONGEST_HEAD:
                self._refuse()
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._is_in_body = True
        self._head_bytes = 0
        if self._head_timer is not None:
            self._unset_head_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_body = self._is_from_start = False
        super().on_message_complete()

    def _refuse(self) -> None:
        """Say that the head is too long, where no answer is under way that this would become a part of."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_TOO_LONG)
        self._give_up()

    def _unset_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if self._is_in_head and not self.transport.is_closing():
            self.transport.close()
