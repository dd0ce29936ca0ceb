"""What servers of one database tell each other, on a real PostgreSQL; alone on SQLite nothing is missed."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from app.store import signals as module
from app.store.database import Database
from app.store.signals import BOARDS, Signals, tell
from tests.databases import Postgres
from tests.waiting import HANGS, until


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.address(postgres.create(postgres.template))


def within(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, HANGS))


def fail_after_telling(conn: Connection, word: str) -> None:
    tell(conn, BOARDS, word)
    raise KeyError(word)


def test_a_word_is_heard_once_its_transaction_is_committed_and_not_otherwise(url: str):
    async def run() -> None:
        heard: list[str] = []
        signals = Signals(url)
        signals.hear(BOARDS, heard.append)
        signals.start()
        await until(lambda: signals.is_listening)
        async with Database(url) as database:
            with pytest.raises(KeyError):
                await database.write(fail_after_telling, "undone")
            await database.write(tell, BOARDS, "done")
            await until(lambda: heard)
        assert heard == ["done"]
        await signals.close()

    within(run())


def test_one_process_at_a_time_has_a_turn(url: str):
    async def run() -> None:
        one, other = Signals(url), Signals(url)
        one.start()
        other.start()
        await until(lambda: one.is_listening and other.is_listening)
        async with one.turn("sweep") as first, other.turn("sweep") as second, other.turn("else") as third:
            assert (first, second, third) == (True, False, True)
        async with other.turn("sweep") as again:
            assert again
            # A process that goes away leaves its turn to the others.
            await other.close()
            async with asyncio.timeout(HANGS):
                taken = False
                while not taken:
                    async with one.turn("sweep") as taken:
                        await asyncio.sleep(0.01)
        await one.close()

    within(run())


def test_it_comes_back_when_its_connection_was_cut(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "AGAIN", 0.05)

    async def run() -> None:
        heard: list[str] = []
        back: list[bool] = []
        signals = Signals(url)
        signals.hear(BOARDS, heard.append)
        signals.when_back(lambda: back.append(True))
        signals.start()
        await until(lambda: back)
        async with Database(url) as database:
            await database.write(cut)
            await until(lambda: len(back) == 2)
            await database.write(tell, BOARDS, "after")
            await until(lambda: heard)
        await signals.close()

    within(run())


def cut(conn: Connection) -> None:
    conn.exec_driver_sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'klondaily signals' AND datname = current_database()"
    )


def test_without_a_database_nothing_waits_for_long(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PATIENCE", 0.1)

    async def run() -> None:
        signals = Signals("postgresql://nobody@127.0.0.1:1/none")
        signals.start()
        async with signals.turn("sweep") as is_mine:
            assert not is_mine
        await signals.send(BOARDS, "lost")
        assert not signals.is_listening
        await signals.close()

    within(run())


def test_a_single_process_on_sqlite_has_every_turn(tmp_path: Path):
    async def run() -> None:
        signals = Signals(f"sqlite:///{tmp_path / 'klondaily.db'}")
        signals.start()
        async with signals.turn("sweep") as is_mine:
            assert is_mine
        assert not signals.is_shared
        await signals.close()

    within(run())
