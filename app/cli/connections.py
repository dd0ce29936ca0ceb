"""Connections that send at once what there is to send."""

import asyncio
import socket

from app.cli.heads import BoundedHeadProtocol


class PromptProtocol(BoundedHeadProtocol):
    """Head and body of an answer are two writes; without this the second waits 40 ms for the browser's receipt.

    asyncio sees to it for sockets that it opens itself. Ours is opened before, so that a port in use is one line.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
