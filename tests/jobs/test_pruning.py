"""The server takes deals away that nobody played."""

import asyncio
import time
from pathlib import Path

import pytest

from app.config import Settings
from app.jobs import background
from app.jobs.background import Background
from app.store.signals import Signals
from tests.databases import Running
from tests.store.play import deal, enter
from tests.waiting import HANGS


@pytest.fixture(autouse=True)
def _short_rounds_without_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Background, "_prepare", nothing)
    monkeypatch.setattr(background, "ROUND", 0.05)


def games(database: Running) -> set[str]:
    return {row[0] for row in database.rows("SELECT id FROM games")}


def serve_until_gone(database: Running, folder: Path, *names: str, keep_days: int = 0) -> None:
    """Let a server do its work until those games are there no more, and a few rounds further."""
    settings = Settings(data=folder, database_url=database.url, secret=b"k" * 32, keep_days=keep_days)
    signals = Signals(database.url)
    work = Background(settings, database.database, signals)

    async def start() -> None:
        signals.start()
        work.start()

    async def stop() -> None:
        await work.close()
        await signals.close()

    database.run(start())
    end = time.monotonic() + HANGS
    while games(database) & set(names):
        assert time.monotonic() < end
        database.run(asyncio.sleep(0.02))
    database.run(asyncio.sleep(0.2))
    database.run(stop())


def test_untouched_deals_go_by_themselves(database: Running, tmp_path):
    now = time.time_ns() // 1_000_000
    deal(database, "old", now=now - 25 * 3_600_000)
    enter(database, deal(database, "played", now=now - 25 * 3_600_000), "draw", now=now)
    deal(database, "new", now=now)
    serve_until_gone(database, tmp_path, "old")
    assert games(database) == {"played", "new"}


def test_old_games_go_where_the_host_wants_that(database: Running, tmp_path):
    now = time.time_ns() // 1_000_000
    day = 24 * 3_600_000
    enter(database, deal(database, "old", now=now - 31 * day), "draw", "resign", now=now - 31 * day)
    enter(database, deal(database, "young", now=now - 29 * day), "draw", "resign", now=now - 29 * day)
    # By it is seen that the server has been at work.
    deal(database, "untouched", now=now - 2 * day)
    serve_until_gone(database, tmp_path, "untouched")
    assert games(database) == {"old", "young"}
    serve_until_gone(database, tmp_path, "old", keep_days=30)
    assert games(database) == {"young"}
