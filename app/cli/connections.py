"""Connections that send at once what there is to send."""

import asyncio
import socket
from typing import Any

from app.cli.heads import BoundedHeadProtocol


class JoiningTransport:
    """Sends an answer's head together with what comes right after it, its body: one packet and one call less."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head: bytes | None = None
        self.is_closing = transport.is_closing
        self.get_extra_info = transport.get_extra_info

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._head is not None:
            data, self._head = self._head + data, None
        elif data.startswith(b"HTTP/1.1 "):
            self._head = data
            # The head of a stream has nothing after it for a while.
            self._loop.call_soon(self._flush)
            return
        self._transport.write(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        head, self._head = self._head, None
        if head is not None:
            self._transport.write(head)


class PromptProtocol(BoundedHeadProtocol):
    """Head and body of an answer are two writes; without this the second waits 40 ms for the browser's receipt.

    asyncio sees to it for sockets that it opens itself. Ours is opened before, so that a port in use is one line.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(JoiningTransport(transport, self.loop))  # type: ignore[arg-type]
