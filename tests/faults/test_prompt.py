"""An answer leaves as soon as it is there: nothing on the way waits for the browser to confirm its first part."""

import datetime
import re
import socket
import statistics

import pytest

from tests.bench.light_client import Player, drive
from tests.faults.serving import Server
from tests.waiting import HANGS

#: What a kernel waits at least before it confirms a segment by itself, in seconds.
DELAYED_RECEIPT = 0.04


@pytest.mark.parametrize("workers", ["", "2"])
def test_a_move_on_a_kept_connection_waits_for_no_receipt(make_server, request: pytest.FixtureRequest, workers: str):
    server: Server = make_server(request.getfixturevalue("postgres_url") if workers else "", WORKERS=workers)
    server.start()

    async def looks() -> list[float]:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        return [(await player.ask("GET", f"/game/{player.game}/table")).seconds for _ in range(40)]

    def is_prompt() -> bool:
        # The quickest half, as the machine may do much else.
        return statistics.median_low(sorted(drive(looks()))[:20]) < DELAYED_RECEIPT * 0.75

    # A receipt is waited for each time, a busy machine is late now and then.
    assert any(is_prompt() for _ in range(10))


def raw_answer(port: int, request: bytes, pieces: int = 1) -> list[bytes]:
    """What comes for ``request``, each piece as it was sent; the connection is left before more can come."""
    with socket.create_connection(("127.0.0.1", port), timeout=HANGS) as connection:
        connection.sendall(request)
        return [connection.recv(1 << 20) for _ in range(pieces)]


def test_head_and_body_are_one_packet_and_a_head_alone_is_not_kept_back(server: Server):
    host = b" HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    (whole,) = raw_answer(server.port, b"GET /healthz" + host)
    head, _, body = whole.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert len(body) == int(re.search(rb"content-length: (\d+)", head)[1]) > 0  # type: ignore[index]
    (alone,) = raw_answer(server.port, b"HEAD /rules" + host)
    assert alone.startswith(b"HTTP/1.1 200")
    assert alone.endswith(b"\r\n\r\n")


def test_the_head_of_a_stream_comes_before_anything_is_told(server: Server):
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    path = f"GET /leaderboard/{day}/standard-1/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    (head,) = raw_answer(server.port, path.encode())
    assert head.startswith(b"HTTP/1.1 200"), head
    assert b"text/event-stream" in head
