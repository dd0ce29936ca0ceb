"""Too much and too slow: ten megabytes where a hundred bytes are enough, and bytes that come one by one."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.cli.heads import HEAD_SECONDS, LONGEST_HEAD
from app.web.middleware_limits import BODY_SECONDS
from tests.fuzz.addresses import addresses
from tests.fuzz.target import Target, Victim
from tests.fuzz.wire import Reply, request, send

TEN_MEGABYTES = 10 * 1024 * 1024
#: How long after its limit an answer may come, on a machine that does much else.
LATE = 30.0


def announced(path: str, cookie: str) -> bytes:
    return request("POST", path, {"cookie": cookie}, b"a=" + b"x" * TEN_MEGABYTES)


def chunked(path: str, cookie: str) -> bytes:
    head = request("POST", path, {"cookie": cookie, "transfer-encoding": "chunked"})
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    return head + piece * (TEN_MEGABYTES // 0x10000) + b"0\r\n\r\n"


@pytest.mark.parametrize("way", [announced, chunked])
def test_ten_megabytes_are_refused_everywhere_and_kept_nowhere(
    way: Callable[[str, str], bytes], target: Target, victim: Victim
):
    paths = sorted({address.filled({"game_id": victim.game}) for address in addresses() if address.method == "POST"})
    before, state = target.memory, target.state()
    replies = [send(target.port, way(path, victim.cookie)) for path in paths]
    # The answer can be lost to whoever goes on sending; it is never another one.
    assert {reply.status for reply in replies} <= {413, 0}
    assert sum(reply.status == 413 for reply in replies) > len(replies) / 2
    assert any("Das ist zu viel auf einmal" in reply.text for reply in replies)
    assert max(reply.seconds for reply in replies) < LATE
    assert target.state() == state
    assert target.memory - before < 20


def test_twenty_floods_at_once_cost_no_memory_and_nobody_waits(target: Target, victim: Victim):
    before = target.memory
    sent = chunked("/games", victim.cookie)
    with ThreadPoolExecutor(20) as pool:
        floods = [pool.submit(send, target.port, sent) for _ in range(20)]
        assert target.ask("GET", "/rules").seconds < LATE
        assert {flood.result().status for flood in floods} <= {413, 0}
    assert target.memory - before < 20


def test_a_head_without_an_end_is_cut_off(target: Target):
    before = target.memory
    line = b"x: " + b"y" * 1000 + b"\r\n"
    sent = [b"GET /rules HTTP/1.1\r\nhost: x\r\n", *([line * 64] * (64 * LONGEST_HEAD // len(line * 64)))]
    reply = send(target.port, *sent)
    assert reply.status in (431, 0)
    assert reply.seconds < HEAD_SECONDS - 2, "it was cut off by its time, not by its length"
    assert target.memory - before < 10
    assert send(target.port, request("GET", "/rules", {"x-long": "y" * 20_000})).status == 200


def test_what_comes_slowly_is_given_up_and_keeps_nobody_waiting(target: Target, victim: Victim):
    """All at once, so that the limits are waited for once."""
    body = {"cookie": victim.cookie, "content-length": "5000"}
    slow: dict[str, list[bytes]] = {
        "nothing": [b""],
        "head": [b"GET /rules HTTP/1.1\r\nhost: x\r\nx: ", *[b"y"] * 40],
        "body": [request("POST", f"/game/{victim.game}/table", body), *[b"a"] * 40],
        "body for programs": [request("POST", "/api/v1/games", body | {"content-type": "application/json"})],
        "chunks": [request("POST", "/games", {"transfer-encoding": "chunked"}), *[b"1\r\na\r\n"] * 40],
    }
    state, replies = target.state(), dict[str, Reply]()

    def trickle(name: str) -> None:
        replies[name] = send(target.port, *slow[name], pause=1.0)

    threads = [threading.Thread(target=trickle, args=(name,)) for name in slow for _ in range(10)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + max(BODY_SECONDS, HEAD_SECONDS)
    while time.monotonic() < deadline:
        assert target.ask("GET", "/rules").seconds < LATE
        time.sleep(0.5)
    for thread in threads:
        thread.join()
    assert {name: reply.status for name, reply in replies.items()} == {
        "nothing": 0,
        "head": 0,
        "body": 408,
        "body for programs": 408,
        "chunks": 408,
    }
    assert "Das hat zu lange gedauert" in replies["body"].text
    assert all(reply.seconds < max(BODY_SECONDS, HEAD_SECONDS) + LATE for reply in replies.values())
    assert target.state() == state


def test_what_stands_before_and_after_a_request_is_no_harm(target: Target):
    for raw in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET rules HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nhost: x\r\n\r\n",
        b"\r\n\r\n\r\n\0",
        b"GET / HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /games HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"POST /games HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    ):
        reply = send(target.port, raw, last=True)
        assert reply.status in (0, 400), (raw, reply)
    assert target.ask("OPTIONS", "*").status == 404
    assert target.is_alive()


def test_a_host_that_is_none_leads_nowhere(target: Target, victim: Victim):
    for host in ("x" * 9000, "a b", "evil.example/path", "ü.example", '"><b>'):
        for method, path in (("POST", "/device/code"), ("GET", "/deal/5/standard-1")):
            reply = target.ask(method, path, {"cookie": victim.cookie, "host": host.encode()})
            assert reply.status in (200, 400)
            assert host not in reply.text
    state = target.state()
    assert target.ask("POST", "/device/code", {"cookie": victim.cookie, "host": "x" * 9000}).status == 400
    assert target.state() == state
