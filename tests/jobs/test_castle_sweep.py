"""The server ends levels of the castles by itself, also those that were left open before it started (R6.5)."""

import asyncio
import time

from app.config import Settings
from app.jobs import background
from app.jobs.background import Background
from app.store import castle_boards, castle_runs, castles, games
from app.store.clock import LOOK_MS
from app.store.games import Attempt
from app.store.ready_deals import ReadyDeal
from app.store.signals import Signals
from tests.databases import Running
from tests.store.play import TERMS
from tests.store.test_castles import LINES
from tests.waiting import HANGS

LIMIT_MS = 500_000


def test_a_level_left_open_before_a_restart_is_ended_by_the_server(database: Running, tmp_path, monkeypatch):
    async def nothing(*_: object) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Background, "_prepare", nothing)
    monkeypatch.setattr(background, "SWEEP", 0.02)
    now = time.time_ns() // 1_000_000
    began = now - LIMIT_MS - LOOK_MS - 60_000
    for player, at in (("gone", began), ("here", now)):
        database.write(castles.begin, f"run of {player}", player, at)
        database.write(castles.open_level, player, f"level of {player}", ReadyDeal("32", 1), at)
    database.write(games.append, Attempt("level of gone", "gone", 0, ["draw"], began + LOOK_MS), TERMS)
    _leave_after_a_fast_level(database, began)
    settings = Settings(data=tmp_path, database_url=database.url, secret=b"k" * 32)

    async def served() -> None:
        signals = Signals(database.url)
        work = Background(settings, database.database, signals)
        signals.start()
        work.start()
        while (await database.database.read(castle_runs.find, "run of gone")).ended_at is None:
            await asyncio.sleep(0.02)
        await work.close()
        await signals.close()

    database.run(asyncio.wait_for(served(), HANGS))
    over = database.read(castle_runs.find, "run of gone")
    assert (over.end_reason, over.ended_at) == ("time", began + LOOK_MS + LIMIT_MS)
    assert database.read(castles.running, "here") is not None
    assert database.read(castle_runs.find, "run of fast").end_reason == "time"
    assert database.read(castle_boards.own_rank, "all", "gone") is not None
    assert database.read(castle_boards.own_rank, "all", "fast") is None


def _leave_after_a_fast_level(database: Running, began: int) -> None:
    """Win a level in no time, and go away from the next one."""
    code, line = LINES["castle-1"]
    database.write(castles.begin, "run of fast", "fast", began)
    won = database.write(castles.open_level, "fast", "won in no time", ReadyDeal(code, 1), began)
    assert database.write(games.append, Attempt(won.id, "fast", 0, line, began), TERMS).row.status == "won"
    database.write(castles.open_level, "fast", "left", ReadyDeal(LINES["castle-2"][0], 1), began)
