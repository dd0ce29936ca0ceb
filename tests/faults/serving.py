"""``klondaily serve`` in a process of its own, that tests may end at any moment and start again on the same data."""

import asyncio
import itertools
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import asyncpg
import psutil

from tests.databases import Postgres
from tests.waiting import HANGS, wait_until

ROOT = Path(__file__).resolve().parents[2]
#: Several servers of one database have the same.
SECRET = "the same for all of the servers 0123456789"


class Server:
    """One installation in a folder; started, killed and started again. On SQLite, or on the PostgreSQL at ``url``."""

    def __init__(self, folder: Path, url: str = "", **settings: str) -> None:
        self.folder = folder
        self.file = folder / "klondaily.db"
        self.url = url or f"sqlite:///{self.file}"
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {"DATA": str(folder), "PREPARE": "no", "RATE": "0", "LOG_LEVEL": "error", "FASTEST_MOVE": "0"}
        if url:
            given |= {"DATABASE_URL": url, "SECRET": SECRET}
        given |= settings
        self.environ = clean | {f"KLONDAILY_{name}": value for name, value in given.items()}
        #: What Python runs; a test that needs the server otherwise than it is names a module of its own.
        self.module = "app"
        #: What the process is started by, which makes itself into it.
        self.before: list[str] = []
        #: Where standard error goes instead of :attr:`errors`.
        self.stderr: IO[str] | None = None
        # No pipe: once that is full, whoever writes waits for a reader. And no file: a full disk in a test is none for
        # the log.
        self._log = os.fdopen(os.memfd_create("errors"), "w+")
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        #: What the process wrote to its standard error, known when it has ended.
        self.errors = ""

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def start(self, *options: str) -> None:
        self.begin(*options)
        self.wait_until_ready()

    def begin(self, *options: str) -> None:
        """Start the process without waiting for it."""
        command = [*self.before, sys.executable, "-m", self.module, "serve", "--port", "0", *options]
        self._log.seek(0)
        self._log.truncate()
        errors = self.stderr or self._log
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self.environ, stdout=subprocess.PIPE, stderr=errors, text=True
        )

    def wait_until_ready(self) -> None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.kill()
        assert line.startswith("Klondaily is ready"), self.errors
        self.port = int(line.strip().rpartition(":")[2])

    def cpu_seconds(self) -> float:
        """What the process has cost since its start: how long that takes on a machine that does nothing else."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a power cut of the process would: at once, with nothing said."""
        self.process.kill()
        self.wait()

    def stop(self, seconds: float = HANGS) -> int:
        """Ask it to end, and return its status; raises TimeoutExpired."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds: float = HANGS) -> int:
        """Return the status of the process once it has ended; raises TimeoutExpired."""
        self.process.communicate(timeout=seconds)
        self._log.seek(0)
        self.errors = self._log.read()
        return self.process.returncode

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self._log.close()

    def rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """What ``sql`` finds in the database, ``?`` standing for each of the values."""
        if not self.url.startswith("sqlite"):
            return asyncio.run(self._postgres_rows(sql, values))
        conn = sqlite3.connect(self.file, timeout=HANGS)
        conn.row_factory = sqlite3.Row
        found = [dict(row) for row in conn.execute(sql, values)]
        conn.close()
        return found

    async def _postgres_rows(self, sql: str, values: tuple[Any, ...]) -> list[dict[str, Any]]:
        numbers = itertools.count(1)
        conn = await asyncpg.connect(self.url)
        found = await conn.fetch(re.sub(r"\?", lambda _: f"${next(numbers)}", sql), *values)
        await conn.close()
        return [dict(row) for row in found]


def down(postgres: Postgres) -> None:
    """Stop the database's server as its own service would: connections end, nothing that was committed is lost."""
    pid = postgres.server.get_pid()
    os.kill(pid, signal.SIGINT)
    wait_until(lambda: _has_ended(pid))


def _has_ended(pid: int) -> bool:
    # In a container whose first process looks after no orphans, one that has ended stays on the list.
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def up(postgres: Postgres) -> None:
    """Start it again, at the same address."""
    postgres.server.ensure_postgres_running()
