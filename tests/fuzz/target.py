"""The server that is shot at: a process of its own on a SQLite file, with a player who has something to lose."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import psutil

from app.game.deal import deal_from_code
from app.store import dailies
from app.store.database import run_once
from app.store.migrate import migrate
from tests.fuzz.wire import Reply, request, send
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[2]
METRICS = "a token of the metrics page"
SECRET = "the secret of this installation"


class Target:
    """A running installation; its log is a file."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.file = folder / "klondaily.db"
        self.log = folder / "log"
        url = f"sqlite:///{self.file}"
        migrate(url)
        self.day = datetime.now(UTC).date().isoformat()
        run_once(url, dailies.create, self.day, deal_from_code("1").text, "0", time.time_ns() // 1_000_000)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {
            "DATA": str(folder),
            "PREPARE": "no",
            "RATE": "0",
            "SECRET": SECRET,
            "METRICS_TOKEN": METRICS,
        } | settings
        environ = clean | {f"KLONDAILY_{name}": value for name, value in given.items()}
        command = [sys.executable, "-m", "app", "serve", "--port", "0"]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=log)
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        assert line.startswith("Klondaily is ready"), self.log.read_text()
        self.port = int(line.strip().rpartition(":")[2])
        self._watcher = sqlite3.connect(self.file, timeout=HANGS)
        self._version = 0
        self._state = ""

    def close(self) -> None:
        self._watcher.close()
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(HANGS)
        finally:
            self._process.kill()
            if self._process.stdout is not None:
                self._process.stdout.close()

    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def memory(self) -> float:
        """Resident megabytes of the process that answers; the solver's comes and goes."""
        return psutil.Process(self._process.pid).memory_info().rss / 1e6

    def state(self) -> str:
        """Return a digest of all that the database holds."""
        version = self._watcher.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            whole = hashlib.sha256()
            for line in self._watcher.iterdump():
                whole.update(line.encode(errors="surrogateescape"))
            self._state = whole.hexdigest()
        return self._state

    def break_database(self) -> None:
        """Take a table away under the running server."""
        self._watcher.execute("ALTER TABLE players RENAME TO gone")
        self._watcher.execute("ALTER TABLE games RENAME TO gone_too")
        self._watcher.commit()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        return self._watcher.execute(sql, values).fetchall()

    def ask(
        self,
        method: str,
        path: str | bytes,
        headers: dict[str, str | bytes] | None = None,
        body: bytes | None = None,
    ) -> Reply:
        return send(self.port, request(method, path, headers, body))


class Victim:
    """A player of the target with a game under way, one that is over and a run of the castles."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.cookie = ""
        self.over = self.deal("rules=standard-1&code=7&sure=1")
        assert self.post(f"/game/{self.over}/play", "version=0&entry=draw").status == 303
        assert self.post(f"/game/{self.over}/give-up", "").status == 303
        self.game = self.deal("rules=standard-1&code=8&sure=1")
        assert self.post(f"/game/{self.game}/play", "version=0&entry=draw").status == 303

    def post(self, path: str, fields: str) -> Reply:
        reply = self._target.ask("POST", path, {"cookie": self.cookie}, fields.encode())
        for cookie in reply.cookies():
            if cookie.startswith("klondaily-player="):
                self.cookie = cookie
        return reply

    def deal(self, fields: str) -> str:
        reply = self.post("/games", fields)
        assert reply.status == 303, reply
        return reply.header("location").rpartition("/")[2]
