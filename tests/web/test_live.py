"""Leaderboards that tell of changes while they are watched."""

import asyncio
import gc
import resource
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from app.web import live, watching
from tests.waiting import HANGS
from tests.web.page import read_page
from tests.web.playing import WON_CODE, House

DAY = "2026-11-29"
PATH = f"/leaderboard/{DAY}/standard-3/live"


@pytest.fixture
def quick(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "LOOK", 0.02)
    monkeypatch.setattr(watching, "BREATH", 0.2)
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        house = House(tmp_path, sqlite_template)
        house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)
        yield house
        house.close()


class Watcher:
    """A browser that listens, without a socket."""

    def __init__(self, house: House, path: str = PATH) -> None:
        self.status = 0
        self.heard = b""
        self.ended = False
        self._leave = asyncio.Event()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"cards.example")],
            "client": ("203.0.113.9", 1),
            "server": ("cards.example", 80),
        }
        self.task = asyncio.ensure_future(house.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.type = dict(message["headers"]).get(b"content-type")
        else:
            self.heard += message["body"]
            self.ended = not message.get("more_body")

    async def hear(self, text: bytes) -> None:
        async with asyncio.timeout(HANGS):
            while text not in self.heard:
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self._leave.set()
        await asyncio.wait_for(self.task, HANGS)


def site_of(house: House) -> Any:
    app: Any = house.app
    while not hasattr(app, "state"):
        app = app.app
    return app.state.site


def finish(house: House) -> None:
    visitor = house.visitor()
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, "draw", "resign")


def begin(house: House, count: int, path: str = PATH) -> list[Watcher]:
    async def listening() -> list[Watcher]:
        watchers = [Watcher(house, path) for _ in range(count)]
        for watcher in watchers:
            await watcher.hear(b"retry: 5000\n\n")
        return watchers

    return house.run(listening())


def leave(house: House, watchers: list[Watcher]) -> None:
    async def leaving() -> None:
        for watcher in watchers:
            await watcher.leave()

    house.run(leaving())


def test_every_watcher_hears_of_a_result_and_of_nothing_else(quick: House):
    (first, second) = begin(quick, 2)
    other = begin(quick, 1, f"/leaderboard/{DAY}/vegas-1/live")
    finish(quick)
    quick.run(first.hear(b"data: 1\n\n"))
    quick.run(second.hear(b"data: 1\n\n"))
    assert (first.status, first.type) == (200, b"text/event-stream")
    assert b"data" not in other[0].heard
    leave(quick, [first, second, *other])
    assert site_of(quick).live.watchers == 0


def test_a_silent_stream_shows_that_it_lives(quick: House):
    watchers = begin(quick, 1)
    quick.run(watchers[0].hear(b"\n\n:\n\n"))
    leave(quick, watchers)


def test_streams_end_when_the_server_stops(quick: House):
    watchers = begin(quick, 3)
    site_of(quick).live.end_streams()
    quick.run(asyncio.wait_for(asyncio.gather(*(watcher.task for watcher in watchers)), HANGS))
    assert all(watcher.ended for watcher in watchers)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/leaderboard/{DAY}/open-1/live", 404),
        ("/leaderboard/2026-11-30/standard-3/live", 404),
        ("/leaderboard/2026-11-28/standard-3/live", 404),
    ],
)
def test_there_is_nothing_to_watch_elsewhere(quick: House, path: str, status: int):
    assert quick.visitor().get(path).status_code == status


def test_a_final_board_tells_the_browser_to_stop(quick: House):
    with time_machine.travel("2026-12-01T00:00:00Z", tick=False):
        visitor = quick.visitor()
        assert visitor.get(PATH).status_code == 204
        page = read_page(visitor.get(f"/leaderboard/{DAY}/standard-3").text)
        assert not page.one("div", id="standing").has("data-live")
    page = read_page(quick.visitor().get(f"/leaderboard/{DAY}/standard-3").text)
    assert page.one("div", id="standing")["data-live"] == PATH


def test_whoever_comes_when_all_places_are_taken_looks_by_themselves(tmp_path: Path, sqlite_template: Path):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        house = House(tmp_path, sqlite_template, watchers=2)
        house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)
        watchers = begin(house, 2)
        assert house.visitor().get(PATH).status_code == 204
        leave(house, watchers[:1])
        watchers += begin(house, 1)
        leave(house, watchers[1:])
        house.close()


def test_a_server_may_open_files_for_a_thousand_watchers_and_leaves_half_of_them_for_others(quick: House):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft >= min(hard, watching.FILES)
    assert live.most_watchers(10**9) == soft // 2


def test_a_watcher_takes_little_memory(quick: House):
    begin(quick, 1)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    watchers = begin(quick, 200)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (after - before) / 200 < 32 * 1024
    leave(quick, watchers)
