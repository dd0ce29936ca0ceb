"""The log: one JSON object a line on standard error. No query strings, cookies, names or secrets."""

import asyncio
import json
import logging
import sys
import time
import traceback
from contextlib import suppress
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, TextIO

from starlette.types import Scope

_LONGEST_PATH = 200
_NAMES = {logging.ERROR: "error", logging.INFO: "info", logging.DEBUG: "debug"}
_QUIET_PATHS = frozenset({"/healthz", "/readyz"})  # asked every few seconds, by machines


class _Clock:
    """UTC times as text; the part down to the second is made once a second."""

    def __init__(self) -> None:
        self._second = -1
        self._text = ""

    def text(self, now: float) -> str:
        second = int(now)
        if second != self._second:
            self._text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
            self._second = second
        return f"{self._text}.{int((now - second) * 1000):03}Z"


class JsonFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__()
        self._clock = _Clock()

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self._clock.text(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
            line["at"] = frames(record.exc_info[1])
        return json.dumps(line, default=str)


def described(error: BaseException) -> str:
    """Kind and first line of an error: what databases add below it holds the values of the statement."""
    text = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {text[:_LONGEST_PATH]}" if text else type(error).__name__


def frames(error: BaseException) -> list[str]:
    return [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]


def configure(level: str, stream: TextIO | None = None) -> None:
    """Send every logger's lines, the server's own too, to `stream` (standard error) as JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    for name in ("alembic", "uvicorn"):  # both tell of their start, which is ours to tell
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


class RequestLog:
    """A line for each request; written by hand, as the logging module would cost ten times as much.

    Requests that are answered in one turn of the event loop share a single write.
    """

    def __init__(self, level: str, stream: TextIO | None = None) -> None:
        self._level = logging.getLevelNamesMapping()[level.upper()]
        self._stream = stream
        self._clock = _Clock()
        self._lines: list[str] = []

    def write(self, scope: Scope, request_id: str, status: int, millis: float) -> None:
        """`status` is 499 where the client left before an answer began."""
        raw_path = scope["path"]
        severity = logging.ERROR if status >= 500 else logging.DEBUG if raw_path in _QUIET_PATHS else logging.INFO
        if severity < self._level:
            return
        self._lines.append(
            f'{{"time": "{self._clock.text(time.time())}", "level": "{_NAMES[severity]}", '
            f'"event": "request", "id": "{request_id}", "method": {quoted(scope["method"])}, '
            f'"path": {quoted(route_of(scope))}, "status": {status}, "ms": {millis:.1f}}}\n'
        )
        if len(self._lines) == 1:
            try:
                asyncio.get_running_loop().call_soon(self._flush)
            except RuntimeError:  # nothing runs that could do it later
                self._flush()

    def _flush(self) -> None:
        text = "".join(self._lines)
        self._lines.clear()
        # A full disk under the log is no reason to break the connection that was just answered.
        with suppress(OSError):
            (self._stream or sys.stderr).write(text)


def route_of(scope: Scope) -> str:
    """The path with its parameters' names for their values, so that lines of one route are alike."""
    path: str = scope["path"][:_LONGEST_PATH]
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(f"/{value}", f"/{{{name}}}", 1)
    return path
