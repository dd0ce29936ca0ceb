"""``klondaily serve`` in a process of its own, that tests may end at any moment and start again on the same data."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: Long enough for a machine that does much else.
START_SECONDS = 60


class Server:
    """One installation in a folder; started, killed and started again."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.file = folder / "klondaily.db"
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {"DATA": str(folder), "PREPARE": "no", "RATE": "0", "LOG_LEVEL": "error", "FASTEST_MOVE": "0"}
        given |= settings
        self._environ = clean | {f"KLONDAILY_{name}": value for name, value in given.items()}
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        #: What the process wrote to its standard error, known when it has ended.
        self.errors = ""

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        command = [sys.executable, "-m", "app", "serve", "--port", "0"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self._environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.kill()
        assert line.startswith("Klondaily is ready"), self.errors
        self.port = int(line.strip().rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut of the process would: at once, with nothing said."""
        self.process.kill()
        self.wait()

    def stop(self, seconds: float) -> int:
        """Ask it to end, and return its status; raises TimeoutExpired."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds: float = START_SECONDS) -> int:
        """Return the status of the process once it has ended; raises TimeoutExpired."""
        # Not a file but a pipe, so that a full disk in a test is none for the log.
        self.errors = self.process.communicate(timeout=seconds)[1]
        return self.process.returncode

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """What ``sql`` finds in the database's file."""
        conn = sqlite3.connect(self.file, timeout=20)
        conn.row_factory = sqlite3.Row
        found = [dict(row) for row in conn.execute(sql, values)]
        conn.close()
        return found
