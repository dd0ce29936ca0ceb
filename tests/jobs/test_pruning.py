"""The server takes deals away that nobody played."""

import asyncio
import time

from app.config import Settings
from app.jobs.background import Background
from app.store.signals import Signals
from tests.databases import Running
from tests.store.play import deal, enter


def test_untouched_deals_go_by_themselves(database: Running, tmp_path, monkeypatch):
    async def nothing(*_: object) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Background, "_prepare", nothing)
    now = time.time_ns() // 1_000_000
    deal(database, "old", now=now - 25 * 3_600_000)
    enter(database, deal(database, "played", now=now - 25 * 3_600_000), "draw", now=now)
    deal(database, "new", now=now)
    settings = Settings(data=tmp_path, database_url=database.url, secret=b"k" * 32)

    async def served() -> None:
        signals = Signals(database.url)
        work = Background(settings, database.database, signals)
        signals.start()
        work.start()
        await asyncio.sleep(0.5)
        await work.close()
        await signals.close()

    database.run(served())
    assert {row[0] for row in database.rows("SELECT id FROM games")} == {"played", "new"}


def test_old_games_go_where_the_host_wants_that(database: Running, tmp_path, monkeypatch):
    async def nothing(*_: object) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Background, "_prepare", nothing)
    now = time.time_ns() // 1_000_000
    day = 24 * 3_600_000
    enter(database, deal(database, "old", now=now - 31 * day), "draw", "resign", now=now - 31 * day)
    enter(database, deal(database, "young", now=now - 29 * day), "draw", "resign", now=now - 29 * day)

    def left(keep_days: int) -> set[str]:
        settings = Settings(data=tmp_path, database_url=database.url, secret=b"k" * 32, keep_days=keep_days)

        async def served() -> None:
            signals = Signals(database.url)
            work = Background(settings, database.database, signals)
            signals.start()
            work.start()
            await asyncio.sleep(0.5)
            await work.close()
            await signals.close()

        database.run(served())
        return {row[0] for row in database.rows("SELECT id FROM games")}

    assert left(keep_days=0) == {"old", "young"}
    assert left(keep_days=30) == {"young"}
