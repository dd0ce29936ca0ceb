"""What was answered is kept, what failed is not, whoever else shares the commit."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, text

from app.store import room, sqlite
from app.store.database import Database, run_once
from app.store.errors import UnavailableError
from app.store.sqlite import Job, commit_group
from app.store.sqlite_engine import sqlite_engine
from tests.databases import Running
from tests.waiting import HANGS, wait_until

DAY = "INSERT INTO dailies (day, deal, salt, created_at) VALUES (:day, '', '', 0)"


def add_day(conn: Connection, day: str) -> str:
    conn.execute(text(DAY), {"day": day})
    return day


def add_day_and_fail(conn: Connection, day: str) -> str:
    add_day(conn, day)
    raise LookupError(day)


def days(database: Running) -> list[str]:
    return [day for (day,) in database.rows("SELECT day FROM dailies ORDER BY day")]


def test_a_write_returns_its_value_and_reads_see_it(database: Running) -> None:
    assert database.write(add_day, "a") == "a"
    assert days(database) == ["a"]


def test_a_function_that_raises_keeps_nothing_and_harms_nobody(database: Running) -> None:
    answers = database.write_all((add_day, "a"), (add_day_and_fail, "b"), (add_day, "c"))
    assert answers[0] == "a"
    assert isinstance(answers[1], LookupError)
    assert answers[2] == "c"
    assert days(database) == ["a", "c"]


def test_a_statement_that_fails_takes_back_its_own_function_only(database: Running) -> None:
    answers = database.write_all((add_day, "a"), (add_day, "a"), (add_day, "b"))
    assert [str(answer)[:1] for answer in answers if isinstance(answer, str)] == ["a", "b"]
    assert days(database) == ["a", "b"]


def owe(database: Running) -> None:
    """Make a table whose rows must point somewhere by the time of the commit, not before."""
    database.execute("CREATE TABLE debts (day TEXT REFERENCES dailies (day) DEFERRABLE INITIALLY DEFERRED)")


def add_debt(conn: Connection) -> str:
    conn.execute(text("INSERT INTO debts VALUES ('no such day')"))
    return "done"


def test_a_failing_commit_is_never_a_success(database: Running) -> None:
    owe(database)
    with pytest.raises(UnavailableError):
        database.write(add_debt)
    assert database.rows("SELECT * FROM debts") == []
    assert database.write(add_day, "a") == "a", "the store goes on"


def test_a_failing_commit_fails_all_who_share_it(database: Running) -> None:
    owe(database)
    answers = database.write_all((add_day, "a"), (add_debt,), (add_day, "b"))
    kept = days(database)
    assert isinstance(answers[1], UnavailableError)
    assert [answer for answer in answers if isinstance(answer, str)] == kept, "said to be done = kept"


def test_reads_cannot_write(database: Running) -> None:
    with pytest.raises(Exception, match=r"readonly|read-only"):
        database.read(add_day, "a")
    assert days(database) == []


def count_days(conn: Connection) -> int:
    return int(conn.execute(text("SELECT count(*) FROM dailies")).scalar_one())


def fail(conn: Connection) -> None:
    raise LookupError


def test_what_is_read_together_is_of_one_moment_and_fails_together(database: Running) -> None:
    database.write(add_day, "a")

    def meanwhile(conn: Connection, day: str) -> str:
        # Another process commits between the one question and the other.
        command = "import sys; from app.store.database import run_once; from tests.store.test_database import add_day; "
        command += "run_once(sys.argv[1], add_day, sys.argv[2])"
        subprocess.run([sys.executable, "-c", command, database.url, day], check=True)
        return day

    with pytest.raises(LookupError):
        database.run(database.database.read_all((count_days,), (meanwhile, "b"), (fail,)))
    assert days(database) == ["a", "b"]
    assert database.run(database.database.read_all((count_days,), (meanwhile, "c"), (count_days,))) == [2, "c", 2]
    assert database.run(database.database.read_all()) == []


def test_what_is_asked_is_done_even_if_nobody_waits_for_it(database: Running) -> None:
    async def ask_and_go() -> None:
        asking = asyncio.ensure_future(database.database.write(add_day, "a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0.05) if database.kind == "postgresql" else None
        asking.cancel()

    database.run(ask_and_go())
    database.write(add_day, "b")
    assert days(database) in (["a", "b"], ["b"])
    assert "b" in days(database)


def test_closing_finishes_what_waits(database_url: str) -> None:
    async def write_and_close() -> list[str]:
        async with Database(database_url) as database:
            asked = [asyncio.ensure_future(database.write(add_day, str(day))) for day in range(5)]
            await asyncio.sleep(0)
            if database_url.startswith("postgresql"):
                await asyncio.gather(*asked)
        return await asyncio.gather(*asked)

    assert asyncio.run(write_and_close()) == ["0", "1", "2", "3", "4"]


def test_a_closed_database_says_so(database_url: str) -> None:
    async def ask() -> None:
        database = Database(database_url)
        await database.open()
        await database.ping()
        await database.close()
        await database.close()
        with pytest.raises(UnavailableError):
            await database.ping()
        with pytest.raises(UnavailableError):
            await database.write(add_day, "a")

    asyncio.run(ask())


def test_commands_write_without_an_event_loop(database_url: str) -> None:
    assert run_once(database_url, add_day, "a") == "a"
    with pytest.raises(LookupError):
        run_once(database_url, add_day_and_fail, "b")


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the class is the contract
        Database(url)


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "sqlite:////dev/null/no/file.db"])
def test_a_database_that_cannot_be_reached_is_unavailable(url: str) -> None:
    with pytest.raises((UnavailableError, OSError)):
        run_once(url, add_day, "a")


def test_postgresql_may_be_restarted_under_the_pool(database: Running) -> None:
    if database.kind != "postgresql":
        pytest.skip("SQLite has no server")
    for day in "abc":
        database.write(add_day, day)
    database.write_all((add_day, "d"), (add_day, "e"), (add_day, "f"))  # several connections in the pool
    administrator = Running(database.url)
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    administrator.rows(f"SELECT pg_terminate_backend(pid) {others}")
    wait_until(lambda: not administrator.rows(f"SELECT pid {others}"))
    administrator.close()
    answers = database.write_all(*((add_day, f"g{number}") for number in range(6)))
    assert answers == [f"g{number}" for number in range(6)]


class TestGroups:
    """The groups of the SQLite writer, looked at from inside."""

    @pytest.fixture
    def conn(self, sqlite_template: Path, tmp_path: Path):  # type: ignore[no-untyped-def]
        file = tmp_path / "group.db"
        file.write_bytes(sqlite_template.read_bytes())
        engine = sqlite_engine(make_url(f"sqlite:///{file}"))
        with engine.connect() as conn:
            yield conn
        engine.dispose()

    @staticmethod
    def jobs(loop: asyncio.AbstractEventLoop, *days: str) -> list[Job]:
        return [Job(add_day, (day,), loop.create_future()) for day in days]

    def test_a_group_is_one_transaction(self, conn: Connection) -> None:
        said: list[str] = []
        raw = conn.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_trace_callback(said.append)
        loop = asyncio.new_event_loop()
        answers = commit_group(conn, self.jobs(loop, "a", "b", "c"))
        loop.close()
        assert [answer.value for answer in answers] == ["a", "b", "c"]
        assert said[0] == "BEGIN IMMEDIATE"
        assert said[-1] == "COMMIT"
        assert said.count("COMMIT") == 1
        assert said.count("SAVEPOINT job") == said.count("RELEASE job") == 3

    def test_a_transaction_that_sqlite_itself_takes_back_fails_everyone(self, conn: Connection) -> None:
        conn.exec_driver_sql(
            "CREATE TRIGGER full_disk BEFORE INSERT ON dailies WHEN NEW.day = 'b' "
            "BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
        )
        conn.rollback()
        loop = asyncio.new_event_loop()
        answers = commit_group(conn, self.jobs(loop, "a", "b", "c"))
        assert all(isinstance(answer.error, UnavailableError) for answer in answers)
        assert len(commit_group(conn, self.jobs(loop, "d"))) == 1
        loop.close()
        assert conn.exec_driver_sql("SELECT day FROM dailies").fetchall() == [("d",)]

    def test_a_lost_file_fails_everyone(self, conn: Connection) -> None:
        raw = conn.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        loop = asyncio.new_event_loop()

        def lose(_: Connection) -> None:
            raw.close()

        jobs = [*self.jobs(loop, "a"), Job(lose, (), loop.create_future()), *self.jobs(loop, "b")]
        answers = commit_group(conn, jobs)
        assert [type(answer.error) for answer in answers] == [UnavailableError] * 3
        assert [answer.value for answer in commit_group(conn, self.jobs(loop, "c"))] == ["c"], "it connects anew"
        loop.close()

    def test_those_who_come_while_the_disk_works_share_the_next_commit(self, database_url: str) -> None:
        if not database_url.startswith("sqlite"):
            pytest.skip("groups are SQLite's")
        running = Running(database_url)
        held = threading.Event()

        def hold(conn: Connection) -> None:
            held.wait(HANGS)

        async def ask() -> None:
            first = asyncio.ensure_future(running.database.write(hold))
            others = [asyncio.ensure_future(running.database.write(add_day, str(day))) for day in range(20)]
            await asyncio.sleep(0.05)
            assert not any(other.done() for other in others)
            held.set()
            await asyncio.gather(first, *others)

        running.run(ask())
        assert len(days(running)) == 20
        running.close()


def test_two_processes_may_write_one_file(database: Running) -> None:
    other = Running(database.url)

    async def both() -> None:
        calls = [database.database.write(add_day, f"a{number:02}") for number in range(30)]
        other_loop = asyncio.to_thread(other.write_all, *((add_day, f"b{number:02}") for number in range(30)))
        await asyncio.gather(*calls, other_loop)

    database.run(both())
    assert days(other) == [f"{who}{number:02}" for who in "ab" for number in range(30)]
    other.close()


WRITER = """
import asyncio, sys
from tests.store.test_database import Database, add_day

async def main():
    async with Database(sys.argv[1]) as database:
        async def one(player):
            for number in range(100_000):
                day = f"{player}-{number}"
                await database.write(add_day, day)
                print(day, flush=True)
        await asyncio.gather(*(one(player) for player in range(8)))

asyncio.run(main())
"""


def test_what_was_answered_survives_kill_9(database_url: str) -> None:
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, database_url], stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ}
    )
    assert process.stdout is not None
    said = [process.stdout.readline().strip() for _ in range(200)]
    process.send_signal(signal.SIGKILL)
    said += [line.strip() for line in process.stdout if line.endswith("\n")]
    process.wait()
    process.stdout.close()
    running = Running(database_url)
    missing = {*said} - {*days(running)}
    running.close()
    assert len(said) >= 200
    assert not missing


def test_the_log_is_taken_into_the_file_without_any_commit_waiting_for_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not database_url.startswith("sqlite"):
        pytest.skip("PostgreSQL does so by itself")
    monkeypatch.setattr(sqlite, "CHECKPOINT_SECONDS", 0.05)
    running = Running(database_url)
    running.write(add_day, "a")

    def is_taken() -> bool:
        running.write(add_day, f"day of the log {time.monotonic()}")
        # What the file alone holds, its log left aside.
        return b"day of the log" in Path(database_url.removeprefix("sqlite:///")).read_bytes()

    wait_until(is_taken)
    running.close()


def lose(conn: Connection) -> None:
    conn.execute(text("INSERT INTO t VALUES (0)"))
    raise UnavailableError("the disk is full")


def test_a_ping_after_a_failed_write_is_not_content_before_one_works(tmp_path: Path) -> None:
    file = tmp_path / "some.db"

    async def run() -> None:
        async with Database(f"sqlite:///{file}") as opened:
            await opened.write(lambda conn: conn.execute(text("CREATE TABLE t (x INTEGER)")).rowcount)
            with pytest.raises(UnavailableError):
                await opened.write(lose)
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="locked"):
                await opened.ping()
            other.execute("ROLLBACK")
            other.close()
            for _ in range(3):
                await opened.ping()

    asyncio.run(run())


def test_a_ping_is_content_while_there_is_room_whatever_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = shutil.disk_usage(tmp_path).free

    async def run() -> None:
        async with Database(f"sqlite:///{tmp_path / 'some.db'}") as opened:
            await opened.ping()
            monkeypatch.setattr(room, "NO_ROOM", free * 2)
            for _ in range(2):
                with pytest.raises(UnavailableError, match=r"^only \d+ MB are free where .*some\.db is$"):
                    await opened.ping()
            # A small write that works makes no room.
            await opened.write(lambda conn: conn.execute(text("CREATE TABLE t (x INTEGER)")).rowcount)
            with pytest.raises(UnavailableError, match="free"):
                await opened.ping()
            monkeypatch.setattr(room, "NO_ROOM", free // 2)
            await opened.ping()

    asyncio.run(run())
