"""WebKitGTK without a screen: its WebDriver, asked over HTTP, and a display that nobody looks at."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.waiting import HANGS

NEEDED = ("WebKitWebDriver", "Xvfb")


def missing() -> str:
    """Return what this machine lacks for it, empty for nothing."""
    names = [name for name in NEEDED if shutil.which(name) is None]
    return ", ".join([*names, *([] if browser() else ["MiniBrowser"])])


def browser() -> str | None:
    """Return where WebKitGTK's own small browser is."""
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"))
    return str(found[-1]) if found else None


class WebKit:
    """One window of it; ``address`` is that of its session at the driver."""

    def __init__(self, driver: str) -> None:
        options = {"binary": browser(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.address = f"{driver}/session/{asked(f'{driver}/session', wanted)['sessionId']}"
        self.ask("window/rect", {"width": 1000, "height": 760})

    def ask(self, what: str, body: dict[str, Any]) -> Any:
        return asked(f"{self.address}/{what}", body)

    def evaluate(self, text: str) -> Any:
        """Return what an expression, or a promise, comes to in the page."""
        script = f"const done = arguments[0]; Promise.resolve({text}).then(done, error => done(String(error)))"
        return self.ask("execute/async", {"script": script, "args": []})

    def until(self, text: str, seconds: float = HANGS) -> None:
        end = time.monotonic() + seconds
        while not self.evaluate(text):
            assert time.monotonic() < end, f"not so within {seconds} s: {text}"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Press the mouse where the middle of an element's upper edge is."""
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.evaluate(f"(box => [box.x + box.width / 2, box.y + Math.min(box.height / 2, 12)])({box})")
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": steps}]})

    def press(self, key: str) -> None:
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})


def asked(address: str, body: dict[str, Any]) -> Any:
    request = Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=HANGS) as answer:
        return json.load(answer)["value"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Start display, driver and browser; ``folder`` is for their sockets."""
    folder.chmod(0o700)
    given = os.environ | {"XDG_RUNTIME_DIR": str(folder), "NO_AT_BRIDGE": "1"}
    given |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    port = free_port()
    reading, writing = os.pipe()
    # It takes a number that nobody has, and says it when it is ready.
    display = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1100x900x24", "-nolisten", "tcp"]
    driver = ["WebKitWebDriver", f"--port={port}"]
    with (folder / "log").open("w") as log, os.fdopen(reading) as numbers:
        started = [subprocess.Popen(display, env=given, stdout=log, stderr=log, pass_fds=[writing])]
        os.close(writing)
        try:
            given["DISPLAY"] = f":{numbers.readline().strip()}"
            started.append(subprocess.Popen(driver, env=given, stdout=log, stderr=log))
            wait_for(port)
            yield WebKit(f"http://127.0.0.1:{port}")
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait(timeout=HANGS)


def wait_for(port: int) -> None:
    for _ in range(int(HANGS / 0.05)):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the driver of WebKitGTK does not answer")
