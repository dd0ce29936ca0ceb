"""What a server answers while it brings its database up to date, before it can answer anything else."""

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

#: Seconds for a client to say what it wants.
_PATIENCE: Final = 1.0
_MOST_BYTES: Final = 4096
_ALIVE: Final = (b"200 OK", b"ok\n")
_NOT_YET: Final = (
    b"503 Service Unavailable",
    b"Klondaily is starting, one moment please.\nKlondaily startet gerade, einen Moment bitte.\n",
)


@contextmanager
def answering(listening: socket.socket) -> Iterator[None]:
    """Answer whoever comes meanwhile: /healthz that the process lives, anything else 503, so /readyz is not ready."""
    ended, end = socket.socketpair()
    thread = threading.Thread(target=_answer_all, args=(listening, ended), name="not ready", daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.close()
        thread.join()
        ended.close()


def _answer_all(listening: socket.socket, ended: socket.socket) -> None:
    while True:
        ready, _, _ = select.select([listening, ended], [], [])
        if ended in ready:
            return
        with suppress(OSError):
            client, _ = listening.accept()
            with client:
                _answer(client)


def _answer(client: socket.socket) -> None:
    client.settimeout(_PATIENCE)
    asked = client.recv(_MOST_BYTES)
    status, body = _ALIVE if b" /healthz " in asked.partition(b"\r\n")[0] else _NOT_YET
    head = b"HTTP/1.1 %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n" % (status, len(body))
    client.sendall(head + b"cache-control: no-store\r\nretry-after: 1\r\nconnection: close\r\n\r\n" + body)
    # What is not read yet would make the system throw away what was just sent.
    client.shutdown(socket.SHUT_WR)
    while client.recv(_MOST_BYTES):
        pass
