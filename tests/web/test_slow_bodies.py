"""Requests whose body stops coming, or whose client goes away in the middle of it."""

import asyncio
import io
import json
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from app.config import Settings
from app.web import middleware_limits
from app.web.log import RequestLog
from app.web.middleware import Edge
from tests.waiting import HANGS


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse(await request.body())


def ask(messages, monkeypatch, headers=((b"content-length", b"9"),), seconds=HANGS):
    """Send what ``messages`` yields, then nothing for ``seconds``; return its answer's status and the log."""
    monkeypatch.setattr(middleware_limits.in_time, "__defaults__", (seconds,))
    lines = io.StringIO()
    settings = Settings(data=Path("unused"), database_url="sqlite://", secret=b"s" * 32, rate=0)
    edge = Middleware(Edge, settings=settings, log=RequestLog("info", lines))
    app = Starlette(routes=[Route("/echo", echo, methods=["POST"])], middleware=[edge])
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/echo",
        "raw_path": b"/echo",
        "query_string": b"",
        "headers": [(b"sec-fetch-site", b"same-origin"), *headers],
        "client": ("203.0.113.9", 1),
        "server": ("cards.example", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    left = list(messages)
    sent = []

    async def receive():
        return left.pop(0) if left else await asyncio.sleep(HANGS, {"type": "http.disconnect"})

    async def send(message):
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    status = next((message["status"] for message in sent if message["type"] == "http.response.start"), None)
    return status, [json.loads(line) for line in lines.getvalue().splitlines()]


PART = {"type": "http.request", "body": b"abc", "more_body": True}
REST = {"type": "http.request", "body": b"defghi", "more_body": False}


def test_a_body_that_stops_coming_is_answered_408(monkeypatch):
    for headers in ((b"content-length", b"9"),), ((b"transfer-encoding", b"chunked"),):
        status, lines = ask([PART], monkeypatch, headers, seconds=0.05)
        assert status == 408
        assert lines[-1]["status"] == 408


def test_a_client_that_goes_away_is_no_error_of_ours(monkeypatch):
    status, lines = ask([PART, {"type": "http.disconnect"}], monkeypatch)
    assert status is None
    assert [line["status"] for line in lines] == [499]
    assert all(line["level"] != "error" for line in lines)


def test_a_body_in_parts_arrives_whole(monkeypatch):
    assert ask([PART, REST], monkeypatch)[0] == 200
