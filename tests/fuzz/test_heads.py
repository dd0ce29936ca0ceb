"""Heads of requests to the byte: how long one may be, and what may stand in it without filling the log."""

import json
import socket

import pytest

from app.cli.heads import LONGEST_HEAD
from tests.fuzz.target import Target
from tests.fuzz.wire import PATIENCE, request, send


def head_of(size: int, path: str = "/rules") -> bytes:
    """A request without a body that is ``size`` bytes long."""
    short = request("GET", path, {"x-long": "y"})
    return request("GET", path, {"x-long": "y" * (1 + size - len(short))})


def in_parts(head: bytes, size: int) -> list[bytes]:
    return [head[start : start + size] for start in range(0, len(head), size)]


#: Sizes of the parts that a head is sent in, and the seconds between them.
SENDERS = {"at once": (10**6, 0.0), "in halves": (LONGEST_HEAD // 2 - 7, 0.2), "slowly": (5_000, 0.03)}


@pytest.mark.parametrize("sender", SENDERS)
def test_a_head_may_be_just_so_long(target: Target, sender: str):
    size, pause = SENDERS[sender]
    head = head_of(LONGEST_HEAD)
    assert len(head) == LONGEST_HEAD
    assert send(target.port, *in_parts(head, size), pause=pause).status == 200
    for more in (1, 2_000, 40_000, 150_000):
        # The answer can be lost to whoever goes on sending; it is never another one.
        assert send(target.port, *in_parts(head_of(LONGEST_HEAD + more), size), pause=pause).status in (431, 0)


def test_who_stops_at_the_end_is_told_that_it_was_too_much(target: Target):
    # The server has read all that was sent when it answers, so the answer arrives.
    assert send(target.port, head_of(2 * LONGEST_HEAD)[:LONGEST_HEAD]).status == 431


def test_what_stands_before_a_head_is_not_counted(target: Target):
    body = b"a=" + b"x" * 60_000
    first = request("POST", "/language", {"connection": "keep-alive"}, body)
    assert statuses(target.port, first + head_of(60_000), 2)[1] == 200
    assert statuses(target.port, first + head_of(LONGEST_HEAD + 20_000), 2)[1:] in ([], [431])


def statuses(port: int, sent: bytes, count: int) -> list[int]:
    """Send all of it and return the statuses of ``count`` answers, or of fewer where the connection is closed."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as link:
        link.sendall(sent)
        while got.count(b"HTTP/1.1 ") < count:
            try:
                part = link.recv(65536)
            except ConnectionResetError:
                break
            if not part:
                break
            got += part
    return [int(part[:3]) for part in got.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize("protocol", ["websocket", "h2c", "x"])
def test_who_asks_for_another_protocol_is_answered_as_everyone(target: Target, protocol: str):
    before = target.log.stat().st_size
    asking = {"connection": "keep-alive, Upgrade", "upgrade": protocol}
    with socket.create_connection(("127.0.0.1", target.port), timeout=PATIENCE) as link:
        for method, path, body in (("GET", "/healthz", None), ("POST", "/healthz", b"a=b"), ("GET", "/healthz", None)):
            link.sendall(request(method, path, asking, body))
            answer = link.recv(65536)
            assert answer[9:12] == (b"405" if body else b"200"), answer
    assert send(target.port, request("GET", "/rules", asking)).status == 200
    assert send(target.port, b"no request\r\n\r\n").status == 400
    lines = target.log.read_bytes()[before:].decode().splitlines()
    assert {json.loads(line)["event"] for line in lines} <= {"request"}
