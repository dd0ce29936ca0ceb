import asyncio
import gzip
import io
import json
import logging
from functools import partial
from importlib import import_module
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from app.config import Settings
from app.config.readers import networks
from app.web.health import health_routes
from app.web.log import JsonFormatter, RequestLog
from app.web.middleware import Edge
from app.web.middleware_answer import CONTENT_SECURITY_POLICY
from app.web.packing import CODINGS, coding_for, packed, packed_by_zlib
from tests.require import skip_or_fail

LONG = "<p>queen of hearts</p>" * 500
OWN = {"origin": "http://cards.example"}


async def long_page(request: Request) -> Response:
    return Response(LONG, media_type="text/html", headers={"etag": '"abc"'})


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body())


async def who(request: Request) -> Response:
    return PlainTextResponse(f"{request.client.host if request.client else None} {request.url.scheme}")


async def boom(request: Request) -> Response:
    raise RuntimeError("UNIQUE constraint failed\n[parameters: ('Ada',)]")


async def half(request: Request) -> Response:
    async def pieces():
        yield b"first"
        raise RuntimeError("broken off")

    return StreamingResponse(pieces(), media_type="text/html")


async def late(request: Request) -> Response:
    async def pieces():
        raise RuntimeError("before any byte")
        yield b""

    return StreamingResponse(pieces(), media_type="text/html", headers={"content-length": "5000"})


async def pieces_of_known_length(request: Request) -> Response:
    async def pieces():
        for start in range(0, len(LONG), 1000):
            yield LONG[start : start + 1000].encode()

    return StreamingResponse(pieces(), media_type="text/css", headers={"content-length": str(len(LONG))})


async def image(request: Request) -> Response:
    return Response(b"\0" * 5000, media_type="image/png", headers={"cache-control": "max-age=60"})


ROUTES = [
    Route("/long", long_page),
    Route("/echo", echo, methods=["GET", "POST"]),
    Route("/who", who),
    Route("/boom", boom),
    Route("/half", half),
    Route("/late", late),
    Route("/pieces", pieces_of_known_length),
    Route("/image", image),
]


class Site:
    """The edge around a few routes, asked as a client at 203.0.113.9 would."""

    def __init__(self, **settings):
        self.now = 0.0
        self.lines = io.StringIO()
        given = {"data": Path("unused"), "database_url": "sqlite://", "secret": b"s" * 32, "rate": 0} | settings
        page = given.pop("page", None)
        self.app = Starlette(
            routes=ROUTES,
            middleware=[
                Middleware(
                    Edge,
                    settings=Settings(**given),
                    log=RequestLog("info", self.lines),
                    clock=lambda: self.now,
                    **({"page": page} if page else {}),
                )
            ],
        )

    def ask(self, method, path, client="203.0.113.9", **options):
        async def asked():
            transport = httpx.ASGITransport(self.app, client=(client, 1234))
            async with httpx.AsyncClient(transport=transport, base_url="http://cards.example") as http:
                return await http.request(method, path, **options)

        return asyncio.run(asked())

    def log(self):
        return [json.loads(line) for line in self.lines.getvalue().splitlines()]


def test_every_answer_carries_the_security_headers():
    site = Site()
    for path, status in [("/echo", 200), ("/nowhere", 404), ("/boom", 500)]:
        answer = site.ask("GET", path)
        assert answer.status_code == status
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert answer.headers["cache-control"] == "no-store"
    assert site.ask("GET", "/image").headers["cache-control"] == "max-age=60"


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    assert CONTENT_SECURITY_POLICY.startswith("default-src 'none'; ")
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"sec-fetch-site": "same-origin"}, ""),
        ({"sec-fetch-site": "none"}, ""),
        ({"sec-fetch-site": "same-site"}, "cross_origin"),
        ({"sec-fetch-site": "cross-site"}, "cross_origin"),
        ({"sec-fetch-site": "cross-site", **OWN}, "cross_origin"),
        (OWN, ""),
        ({"origin": "https://CARDS.example"}, ""),
        ({"origin": "http://cards.example:81"}, "cross_origin"),
        ({"origin": "http://cards.example.evil.example"}, "cross_origin"),
        ({"origin": "http://evil.example"}, "cross_origin"),
        ({"origin": "null"}, "cross_origin"),
        ({"origin": "file://cards.example"}, "cross_origin"),
        ({"origin": "http://evil.example", "referer": "http://cards.example/"}, "cross_origin"),
        ({"referer": "http://cards.example/game/1"}, ""),
        ({"referer": "http://evil.example/?http://cards.example/"}, "cross_origin"),
        ({}, ""),
        ({"cookie": "klondaily-player=x"}, "not_json"),
        ({"cookie": "klondaily-player=x", **OWN}, ""),
        ({"cookie": "klondaily-player=x", "content-type": "application/json"}, ""),
        ({"cookie": "klondaily-player=x", "content-type": "text/plain"}, "not_json"),
        ({"cookie": "klondaily-player=x", "content-type": "application/json", "origin": "null"}, "cross_origin"),
        (
            {"cookie": "klondaily-player=x", "content-type": "application/json", "sec-fetch-site": "same-site"},
            "cross_origin",
        ),
    ],
)
def test_only_our_own_pages_and_cookieless_programs_may_change_anything(headers, said):
    answer = Site().ask("POST", "/echo", headers=headers)
    assert answer.status_code == (403 if said else 200)
    assert answer.text.partition(" ")[0] == said


def test_reading_needs_no_proof():
    assert Site().ask("GET", "/echo", headers={"cookie": "a=b", "sec-fetch-site": "cross-site"}).status_code == 200


def test_the_operators_own_address_counts_where_a_proxy_changes_the_host():
    site = Site(base_url="https://play.example")
    assert site.ask("POST", "/echo", headers={"origin": "https://play.example"}).status_code == 200
    assert site.ask("POST", "/echo", headers={"origin": "http://play.example"}).status_code == 403


def test_a_body_over_the_limit_is_refused_unread():
    site = Site(body_limit=2000)
    assert site.ask("POST", "/echo", content=b"x" * 2000).text == "x" * 2000
    refused = site.ask("POST", "/echo", content=b"x" * 2001)
    assert (refused.status_code, refused.headers["connection"]) == (413, "close")


def test_a_chunked_body_has_the_same_limit():
    async def chunks(count):
        for _ in range(count):
            yield b"x" * 500

    site = Site(body_limit=2000)
    assert site.ask("POST", "/echo", content=chunks(4)).text == "x" * 2000
    assert site.ask("POST", "/echo", content=chunks(5)).status_code == 413


@pytest.mark.parametrize("length", ["-1", "abc", "9" * 30])
def test_a_nonsense_length_is_refused(length):
    answer = Site().ask("POST", "/echo", headers={"content-length": length}, content=b"x")
    assert answer.status_code == 413


def test_ten_moves_a_second_pass_and_a_flood_waits():
    site = Site(rate=20, rate_burst=40)
    for _ in range(100):
        site.now += 0.1
        assert site.ask("GET", "/echo").status_code == 200
    site.now += 60
    statuses = [site.ask("GET", "/echo").status_code for _ in range(50)]
    assert statuses == [200] * 40 + [429] * 10
    assert int(site.ask("GET", "/echo").headers["retry-after"]) == 1
    site.now += 1
    assert [site.ask("GET", "/echo").status_code for _ in range(21)] == [200] * 20 + [429]
    assert site.ask("GET", "/echo", client="203.0.113.10").status_code == 200, "another client is not held up"


def test_an_ipv6_household_is_one_client():
    site = Site(rate=1, rate_burst=1)
    assert site.ask("GET", "/echo", client="2001:db8::1").status_code == 200
    assert site.ask("GET", "/echo", client="2001:db8::ffff:2").status_code == 429
    assert site.ask("GET", "/echo", client="2001:db8:0:1::1").status_code == 200


def test_health_is_never_limited():
    site = Site(rate=1, rate_burst=1)
    assert {site.ask("GET", "/healthz").status_code for _ in range(5)} == {404}


def test_only_a_named_proxy_is_believed():
    forwarded = {"x-forwarded-for": "198.51.100.7, 10.0.0.9", "x-forwarded-proto": "https"}
    assert Site().ask("GET", "/who", headers=forwarded).text == "203.0.113.9 http"
    site = Site(trusted_proxies=networks("10.0.0.0/8"))
    assert site.ask("GET", "/who", headers=forwarded).text == "203.0.113.9 http"
    assert site.ask("GET", "/who", client="10.1.2.3", headers=forwarded).text == "198.51.100.7 https"
    assert site.ask("GET", "/who", client="::ffff:10.1.2.3", headers=forwarded).text == "198.51.100.7 https"
    assert site.ask("GET", "/who", client="10.1.2.3").text == "10.1.2.3 http"
    lies = {"x-forwarded-for": "1.2.3.4, nonsense", "x-forwarded-proto": "gopher"}
    assert site.ask("GET", "/who", client="10.1.2.3", headers=lies).text == "10.1.2.3 http"


def test_a_client_cannot_escape_the_rate_by_forwarding_itself():
    site = Site(rate=1, rate_burst=1, trusted_proxies=networks("10.0.0.1"))
    for made_up in ["1.1.1.1", "2.2.2.2"]:
        answer = site.ask("GET", "/echo", client="10.0.0.1", headers={"x-forwarded-for": f"{made_up}, 203.0.113.9"})
    assert answer.status_code == 429


def test_long_pages_are_compressed_for_those_who_can():
    site = Site()
    packed = site.ask("GET", "/long", headers={"accept-encoding": "gzip, br"})
    assert packed.text == LONG
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(LONG) / 5
    assert packed.headers["etag"] == 'W/"abc"'
    plain = site.ask("GET", "/long", headers={"accept-encoding": "identity"})
    assert plain.text == LONG
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_a_long_body_in_pieces_is_compressed_as_it_comes():
    answer = Site().ask("GET", "/pieces", headers={"accept-encoding": "gzip"})
    assert answer.text == LONG
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-length" not in answer.headers


@pytest.mark.parametrize(("method", "path"), [("GET", "/image"), ("GET", "/echo"), ("HEAD", "/long")])
def test_pictures_short_answers_and_heads_are_left_alone(method, path):
    answer = Site().ask(method, path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert "content-length" in answer.headers


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        (b"gzip", True),
        (b"br, gzip", True),
        (b"gzip;q=0.5", True),
        (b"gzip;q=0", False),
        (b"gzip; q=0.000", False),
        (b"GZIP;Q=0", False),
        (b"xgzip", False),
        (b"", False),
        (b"br", False),
    ],
)
def test_gzip_is_used_where_it_is_accepted(header, accepted):
    assert coding_for(header) == (b"gzip" if accepted else b"")


def test_the_smaller_coding_is_used_where_both_are_accepted():
    if b"zstd" not in CODINGS:
        skip_or_fail("zstandard is not installed")
    assert coding_for(b"gzip, deflate, br, zstd") == b"zstd"
    assert coding_for(b"gzip, zstd;q=0") == b"gzip"


def test_an_event_stream_is_passed_on_piece_by_piece():
    """Headers go out before the first event, and each event before the next."""
    order = []

    async def stream(scope, receive, send):
        headers = [(b"content-type", b"text/event-stream")]
        order.append("app start")
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for number in range(2):
            order.append(f"app {number}")
            await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def send(message):
        order.append(message["type"].rpartition(".")[2])

    settings = Settings(data=Path("unused"), database_url="sqlite://", secret=b"s" * 32)
    edge = Edge(stream, settings, log=RequestLog("error", io.StringIO()))
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/events",
        "headers": [(b"accept-encoding", b"gzip")],
        "client": None,
        "scheme": "http",
    }
    asyncio.run(edge(scope, None, send))
    assert order == ["app start", "start", "app 0", "body", "app 1", "body", "body"]


def test_an_unexpected_error_is_a_page_with_its_number_and_no_trace(caplog):
    site = Site()
    answer = site.ask("GET", "/boom")
    assert answer.status_code == 500
    request_id = site.log()[0]["id"]
    assert answer.text == f"internal_error ({request_id})\n"
    assert answer.headers["x-request-id"] == request_id
    record = caplog.records[0]
    line = json.loads(JsonFormatter().format(record))
    assert line["error"] == "RuntimeError: UNIQUE constraint failed"
    assert line["id"] == request_id
    assert any("test_middleware.py" in place for place in line["at"])
    assert "Ada" not in json.dumps(line), "the statement's values are the players' own"


def test_the_wirings_own_page_is_shown_and_a_failing_one_replaced():
    def page(scope, status, code):
        if code == "internal_error":
            raise ValueError("no template")
        return PlainTextResponse(f"our page: {code}", status)

    site = Site(page=page)
    assert site.ask("POST", "/echo", headers={"origin": "http://evil.example"}).text == "our page: cross_origin"
    broken = site.ask("GET", "/boom")
    assert broken.status_code == 500
    assert broken.text.startswith("internal_error")


def test_an_error_before_the_first_byte_is_still_a_whole_500():
    answer = Site().ask("GET", "/late", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 500
    assert answer.text.startswith("internal_error")


def test_an_error_in_the_middle_breaks_the_connection_off():
    with pytest.raises(RuntimeError, match="broken off"):
        Site().ask("GET", "/half")


def test_a_line_for_each_request_says_what_it_may():
    site = Site()
    site.ask("GET", "/echo?name=Ada&code=1", headers={"cookie": "klondaily-player=p.sig"})
    site.ask("GET", "/no%22where%0A")
    text = site.lines.getvalue()
    first, second = site.log()
    assert set(first) == {"time", "level", "event", "id", "method", "path", "status", "ms"}
    assert (first["method"], first["path"], first["status"]) == ("GET", "/echo", 200)
    assert second["path"] == '/no"where\n'
    assert second["status"] == 404
    assert "Ada" not in text
    assert "sig" not in text
    assert first["id"] != second["id"]


def test_the_level_decides_which_lines_are_written():
    lines = io.StringIO()
    log = RequestLog("warning", lines)
    log.write({"path": "/x", "method": "GET"}, "1", 200, 1.0)
    assert not lines.getvalue()
    log.write({"path": "/x", "method": "GET"}, "1", 500, 1.0)
    assert json.loads(lines.getvalue())["level"] == "error"
    quiet = RequestLog("info", lines)
    quiet.write({"path": "/healthz", "method": "GET"}, "1", 200, 1.0)
    assert len(lines.getvalue().splitlines()) == 1


def test_other_loggers_speak_json_too():
    record = logging.LogRecord("klondaily", logging.INFO, "x.py", 1, "two\nlines %s", ("here",), None)
    assert json.loads(JsonFormatter().format(record))["event"] == "two\nlines here"


@pytest.mark.parametrize(("failure", "status"), [(None, 200), (ConnectionRefusedError(), 503), (KeyError("x"), 503)])
def test_ready_says_whether_the_database_answers(failure, status):
    async def ping():
        if failure:
            raise failure

    async def asked():
        app = Starlette(routes=health_routes(ping, (KeyError,)))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as http:
            return await http.get("/healthz"), await http.get("/readyz")

    alive, ready = asyncio.run(asked())
    assert alive.status_code == 200
    assert ready.status_code == status


@pytest.mark.parametrize("path", ["/long", "/pieces"])
@pytest.mark.parametrize("coding", CODINGS)
def test_compressed_bytes_are_what_their_header_says(path: str, coding: bytes):
    async def raw():
        transport = httpx.ASGITransport(Site().app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://x") as http,
            http.stream("GET", path, headers={"accept-encoding": coding.decode()}) as answer,
        ):
            assert answer.headers["content-encoding"] == coding.decode()
            return b"".join([piece async for piece in answer.aiter_raw()])

    body = asyncio.run(raw())
    if coding == b"gzip":
        plain = gzip.decompress(body)
    else:
        plain = import_module("zstandard").decompress(body, max_output_size=len(LONG))
    assert plain.decode() == LONG
    assert len(body) < len(LONG) / 5


def test_both_ways_of_packing_give_gzip():
    table = LONG.encode() * 3
    ways = [packed_by_zlib, partial(packed, b"gzip")]
    assert [gzip.decompress(way(table)) for way in ways] == [table, table]
    assert all(len(way(table)) < len(table) / 4 for way in ways)


def test_lines_of_one_route_are_alike():
    lines = io.StringIO()
    scope = {"path": "/game/abc/play", "method": "POST", "path_params": {"game_id": "abc"}}
    RequestLog("info", lines).write(scope, "1", 200, 1.0)
    assert json.loads(lines.getvalue())["path"] == "/game/{game_id}/play"
