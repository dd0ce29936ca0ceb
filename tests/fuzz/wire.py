"""Requests byte by byte over a real socket: what no well-behaved client would send has to go out as it is."""

import socket
import time
import zlib
from dataclasses import dataclass

#: Seconds after which a server that says nothing has failed.
PATIENCE = 90.0


@dataclass(frozen=True)
class Reply:
    """An answer as it came; ``status`` 0 where the server closed the connection without a word."""

    status: int
    head: str
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        packed = "content-encoding: gzip" in self.head.lower()
        return (zlib.decompress(self.body, wbits=31) if packed else self.body).decode()

    def header(self, name: str) -> str:
        found = [line.partition(":")[2].strip() for line in self.head.split("\r\n") if _is_named(line, name)]
        return found[-1] if found else ""

    def cookies(self) -> list[str]:
        """``name=value`` of each cookie that the answer sets."""
        lines = [line for line in self.head.split("\r\n") if _is_named(line, "set-cookie")]
        return [line.partition(":")[2].strip().partition(";")[0] for line in lines]


def _is_named(line: str, name: str) -> bool:
    return line.lower().startswith(f"{name}:")


def send(port: int, *parts: bytes, pause: float = 0.0, last: bool = False) -> Reply:
    """Send bytes as they are, ``pause`` seconds apart, and return what comes back.

    ``last`` says that nothing will follow, whatever the bytes have promised.
    A stream of events is read as far as its head. Raises TimeoutError where nothing comes for PATIENCE seconds.
    """
    began = time.perf_counter()
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as link:
        try:
            for number, part in enumerate(parts):
                if number:
                    time.sleep(pause)
                link.sendall(part)
            if last:
                link.shutdown(socket.SHUT_WR)
            got = _read(link)
        except (BrokenPipeError, ConnectionResetError):
            # It may have answered and closed before all was sent.
            got = got or _rest(link)
    return _reply(got, time.perf_counter() - began)


def _rest(link: socket.socket) -> bytes:
    try:
        return _read(link)
    except OSError:
        return b""


def _read(link: socket.socket) -> bytes:
    got = b""
    while not _is_whole(got):
        try:
            part = link.recv(65536)
        except ConnectionResetError:
            return got
        if not part:
            return got
        # Not the answer yet: only leave to send the body.
        got = (got + part).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    return got


def _is_whole(got: bytes) -> bool:
    head, end, body = got.partition(b"\r\n\r\n")
    if not end:
        return False
    lines = head.lower().split(b"\r\n")
    if b" 204 " in lines[0] or b" 304 " in lines[0] or any(b"text/event-stream" in line for line in lines):
        return True
    lengths = [line[15:] for line in lines if line.startswith(b"content-length:")]
    return bool(lengths) and len(body) >= int(lengths[-1])


def _reply(got: bytes, seconds: float) -> Reply:
    head, _, body = got.partition(b"\r\n\r\n")
    status = int(head[9:12]) if head[:5] == b"HTTP/" else 0
    return Reply(status, head.decode("latin-1"), body, seconds)


#: What a browser says of a form of ours.
OURS = {"host": "cards.example", "sec-fetch-site": "same-origin", "accept-language": "de", "connection": "close"}


def request(
    method: str, path: str | bytes, headers: dict[str, str | bytes] | None = None, body: bytes | None = None
) -> bytes:
    """Return a request's bytes; ``headers`` are added to a browser's, an empty value takes one away."""
    line = method.encode() + b" " + (path if isinstance(path, bytes) else path.encode()) + b" HTTP/1.1\r\n"
    given: dict[str, str | bytes] = {**OURS, **(headers or {})}
    if body is not None:
        given = {"content-length": str(len(body)), "content-type": "application/x-www-form-urlencoded", **given}
    for name, value in given.items():
        if value != "":
            line += name.encode("latin-1") + b": " + (value if isinstance(value, bytes) else value.encode("latin-1"))
            line += b"\r\n"
    return line + b"\r\n" + (body or b"")
