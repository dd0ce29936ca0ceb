"""Nonsense at every address of a real server: a clear answer below 500, soon, in the player's language, and no harm."""

import json
import random
from collections.abc import Iterator

import pytest

from tests.fuzz import nasty
from tests.fuzz.addresses import Address, addresses, names_of_fields
from tests.fuzz.target import Target, Victim
from tests.fuzz.wire import Reply, request, send

#: Longer than any answer may take, on a machine that does much else. The solver's answers are its budget's.
SLOWEST = 30.0
#: Megabytes that the server may grow by in all that is sent here.
GROWTH = 40.0


class Shots:
    """Requests to one server, each looked at as it is answered."""

    def __init__(self, target: Target, victim: Victim) -> None:
        self.target = target
        self.victim = victim
        self.memory = target.memory
        self.values = {
            "game_id": victim.game,
            "run_id": "none",
            "token_id": "none",
            "day": target.day,
            "board": "standard-1",
            "code": "5",
            "rules": "standard-1",
            "period": "all",
            "kind": "all",
            "language": "de",
            "file": "base.css",
        }

    def cookie(self, address: Address) -> str:
        """Return the victim's cookie, but none where a right request would be the end of it."""
        return "" if address.path in ("/device/delete", "/device/others") else self.victim.cookie

    def fire(self, what: str, sent: bytes, path: str = "/", *, last: bool = False) -> Reply:
        before = self.target.state()
        reply = send(self.target.port, sent, last=last)
        told = f"{what}: {sent[:300]!r} -> {reply.status} {reply.head[:80]!r}"
        assert reply.status < 500, told
        assert reply.seconds < SLOWEST, f"{told} took {reply.seconds:.1f} s"
        # Of bytes turned over nobody knows whether they were one request, two, or half of one.
        if not last and not 200 <= reply.status < 400:
            assert self.target.state() == before, f"refused, but something was written: {told}"
        if reply.status >= 400 and reply.body and "x-request-id" in reply.head.lower():
            assert_is_clear(reply, path, told)
        return reply


def assert_is_clear(reply: Reply, path: str, told: str) -> None:
    """An error says what is wrong: to programs in JSON, to people in their language."""
    kind = reply.header("content-type")
    if kind.startswith("application/json"):
        assert json.loads(reply.text)["error"]["message"], told
    elif kind.startswith("text/html"):
        text = reply.text
        assert 'lang="de"' in text or 'id="table"' in text, told
        assert "Traceback" not in text, told
    else:
        assert path.startswith(("/static", "/metrics", "/offline")) or kind.startswith("text/plain"), told


@pytest.fixture(scope="module")
def shots(target: Target, victim: Victim) -> Shots:
    return Shots(target, victim)


def every_address() -> Iterator[Address]:
    yield from (address for address in addresses() if address.method != "HEAD")


def test_nasty_values_in_paths(shots: Shots, times: int):
    chance = random.Random(1)
    for address in addresses():
        for name in address.names:
            for place in nasty.some(chance, 8 * times):
                mark = "000"
                path = address.filled(shots.values | {name: mark}).encode().replace(mark.encode(), nasty.VALUES[place])
                shots.fire("path", request(address.method, path, {"cookie": shots.cookie(address)}), address.path)


def test_nasty_values_in_queries(shots: Shots, times: int):
    chance = random.Random(2)
    for address in every_address():
        path = address.filled(shots.values).encode()
        for _ in range(6 * times):
            name = chance.choice(names_of_fields()).encode()
            value = chance.choice(nasty.VALUES)
            query = path + b"?" + name + b"=" + value
            shots.fire("query", request(address.method, query, {"cookie": shots.cookie(address)}), address.path)


def test_nasty_headers(shots: Shots, times: int):
    chance = random.Random(3)
    for number, address in enumerate(every_address()):
        path = address.filled(shots.values)
        body = b"" if address.method == "POST" else None
        picked = [nasty.HEADERS[(number * 7 + place) % len(nasty.HEADERS)] for place in range(7 * times)]
        for headers in picked:
            given = {"cookie": shots.cookie(address)} | headers
            if chance.random() < 0.2:
                given |= chance.choice(nasty.HEADERS)
            if "connection" not in given:
                given["connection"] = "close"
            shots.fire("headers", request(address.method, path, given, body), address.path)


def test_nasty_bodies_and_forms(shots: Shots, times: int):
    chance = random.Random(4)
    names = names_of_fields()
    for address in every_address():
        if address.method != "POST":
            continue
        path = address.filled(shots.values)
        for number in range(14 * times):
            if number % 2:
                body = chance.choice(nasty.BODIES)
            else:
                fields = [chance.choice(names).encode() + b"=" + chance.choice(nasty.VALUES) for _ in range(4)]
                body = b"&".join(fields)
            headers: dict[str, str | bytes] = {"cookie": shots.cookie(address)}
            if chance.random() < 0.2:
                headers["content-type"] = chance.choice(("application/json", "multipart/form-data", "text/plain", "x"))
            shots.fire("body", request(address.method, path, headers, body), address.path)


def test_every_other_method(shots: Shots, times: int):
    for address in every_address():
        path = address.filled(shots.values)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "A" * 200):
            reply = shots.fire("method", request(method, path, {"cookie": shots.cookie(address)}, b""), address.path)
            assert reply.status in (400, 404, 405), (method, path, reply)


def test_requests_with_bytes_turned_over(shots: Shots, times: int):
    chance = random.Random(5)
    makers: list[bytes] = []
    for address in every_address():
        path, body = address.filled(shots.values), b"version=1&entry=draw" if address.method == "POST" else None
        sent = request(address.method, path, {"cookie": shots.cookie(address)}, body)
        makers.append(sent)
    for _ in range(400 * times):
        shots.fire("bytes", nasty.mutated(chance, chance.choice(makers)), last=True)


def test_the_server_has_neither_died_nor_grown(shots: Shots):
    """Comes last: what all of the above has left behind."""
    assert shots.target.is_alive()
    logged = shots.target.log.read_text(errors="replace")
    assert '"level": "error"' not in logged
    assert "Traceback" not in logged
    cookie = {"cookie": shots.victim.cookie}
    assert shots.target.ask("GET", f"/game/{shots.victim.game}", cookie).status == 200
    assert shots.target.memory < shots.memory + GROWTH
