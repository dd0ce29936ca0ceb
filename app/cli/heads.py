"""The head of a request has an end, in bytes and in time: uvicorn would wait and keep for ever."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Browsers send a few hundred bytes; the longest cookies and addresses that they can keep come to some thousands.
LONGEST_HEAD: Final = 64 * 1024
#: Seconds from the connection's start, or from a head's first part, until the head must be whole.
HEAD_SECONDS: Final = 20.0


class BoundedHeadProtocol(HttpToolsProtocol):
    """Closes a connection whose request's head is too long or too slow: nobody was asked anything yet."""

    _is_in_head = True
    _head_bytes = 0
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_in_head:
            # A head that came in one piece, as nearly all do, never gets here.
            self._head_bytes += len(data)
            if self._head_bytes > LONGEST_HEAD:
                self._give_up()
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if self._head_timer is not None:
            self._unset_head_timer()
        super().on_headers_complete()

    def _unset_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if self._is_in_head and not self.transport.is_closing():
            self.transport.close()
