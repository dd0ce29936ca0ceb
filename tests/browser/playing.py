"""A real browser at a real server: the installation, the wire between, and a page with a table on it."""

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from tests.browser.wire import Wire
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[2]

#: What a browser that nobody sees on a machine without a screen wants to be told.
CHROMIUM_FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
]

PILES_IN_PAGE = """() => Object.fromEntries([...document.querySelectorAll('#seat .pile')].map(pile => [pile.id,
    [...pile.querySelectorAll('.card')].map(card => card.dataset.card || 'xx').join(' ')]))"""
PILES_AT_SERVER = """async () => {
    const answer = await fetch(document.getElementById('seat').dataset.table);
    const root = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return Object.fromEntries([...root.querySelectorAll('.pile')].map(pile => [pile.id,
        [...pile.querySelectorAll('.card')].map(card => card.dataset.card || 'xx').join(' ')]).concat(
        [['version', root.getElementById('table').dataset.version]]));
}"""


DEALT = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    document.getAnimations().forEach(one => one.finish());
    done();
})))"""


#: Flights last twenty times as long, so that they are still seen where a machine is slow to look.
SLOW_MOTION = """() => {
    const {animate} = Element.prototype;
    Element.prototype.animate = function (way, options) {
        return animate.call(this, way, options.duration ? {...options, duration: 20 * options.duration} : options);
    };
}"""


class Installation:
    """The application in a process of its own, on an empty SQLite file, and the wire to it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "klondaily.db"
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {"KLONDAILY_DATA": str(folder), "KLONDAILY_RATE": "0", "KLONDAILY_LOG_LEVEL": "error"}
        given |= {"KLONDAILY_PREPARE": "no", "KLONDAILY_FASTEST_MOVE": "0"}
        command = [sys.executable, "-m", "app", "serve", "--port", "0"]
        self.log = (folder / "log").open("w+")
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=clean | given, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        line = self.process.stdout.readline() if self.process.stdout else ""
        assert line.startswith("Klondaily is ready"), line + (folder / "log").read_text()
        self.port = int(line.strip().rpartition(":")[2])
        self.wire = Wire(self.port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.wire.port}"

    def close(self) -> None:
        self.wire.close()
        self.process.terminate()
        self.process.wait(timeout=HANGS)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        conn = sqlite3.connect(self.file, timeout=HANGS)
        try:
            rows = conn.execute(sql, values).fetchall()
            conn.commit()
            return rows
        finally:
            conn.close()


#: What Firefox says where it lets go itself, on a busy machine, of a load that a service worker answers: a worker's own
#: failure is told in other words. That the worker answers is what the tests of being offline see.
_FIREFOX_GAVE_UP: Final = "A ServiceWorker intercepted the request and encountered an unexpected error."


class Sitting:
    """One page with a table on it, and what went wrong in it."""

    def __init__(self, installation: Installation, context: BrowserContext) -> None:
        self.installation = installation
        self.wire = installation.wire
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.is_forgiving = False  # where a test lets something go wrong, the console may say so
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("console", lambda line: line.type in ("error", "warning") and self._complain(line.text))

    def _complain(self, text: str) -> None:
        if _FIREFOX_GAVE_UP not in text:
            self.complaints.append(text)

    def deal(self, rules: str = "standard-1", code: str = "32", position: str = "") -> str:
        """Deal a game and open its page; with ``position`` the cards are laid so instead."""
        headers = {"Sec-Fetch-Site": "same-origin"}
        form = {"rules": rules, "code": code, "sure": "1"}
        answer = self.context.request.post(
            f"{self.installation.address}/games", form=form, headers=headers, max_redirects=0
        )
        self.game = answer.headers["location"].rpartition("/")[2]
        if position:
            self.lay(position)
        self.open()
        return self.game

    def slow_motion(self) -> None:
        """Let what flies from now on fly slowly."""
        self.page.evaluate(SLOW_MOTION)

    def skip_motion(self) -> None:
        """Bring to its end what flies."""
        self.page.evaluate("document.getAnimations().forEach(one => one.finish())")

    def lay(self, position: str) -> None:
        """Lay the cards as a text says; what was played before is not to be undone then."""
        self.installation.query("UPDATE games SET position = ? WHERE id = ?", position, self.game)

    def open(self) -> None:
        self.page.goto(f"{self.installation.address}/game/{self.game}")
        self.until("document.querySelector('.felt button[tabindex=\"0\"]')")
        self.page.evaluate(DEALT)

    def play(self, *entries: str) -> None:
        """Make entries through the route, not through the page, and see the page anew."""
        headers = {"Sec-Fetch-Site": "same-origin"}
        for start in range(0, len(entries), 100):
            form = f"version={self.saved('version')}" + "".join(f"&entry={e}" for e in entries[start : start + 100])
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            address = f"{self.installation.address}/game/{self.game}/table"
            answer = self.context.request.post(address, data=form, headers=headers)
            assert answer.status == 200, answer.text()
        self.open()

    def saved(self, column: str) -> Any:
        return self.installation.query(f"SELECT {column} FROM games WHERE id = ?", self.game)[0][0]

    def entries(self) -> list[str]:
        rows = self.installation.query("SELECT text FROM entries WHERE game_id = ? ORDER BY number", self.game)
        return [text for (text,) in rows]

    # What is to be seen
    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.getElementById('table').dataset.version"))

    def table(self, name: str) -> str:
        return str(self.page.evaluate("name => document.getElementById('table').dataset[name]", name))

    def piles(self) -> dict[str, str]:
        return dict(self.page.evaluate(PILES_IN_PAGE))

    def pile_of(self, card: str) -> str:
        return str(self.page.evaluate("id => document.getElementById(id)?.parentElement.id", card))

    def spoken(self) -> str:
        return str(self.page.evaluate("document.getElementById('live').textContent.replace('\\u00a0', '')"))

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.id || document.activeElement.value"))

    def until(self, text: str, value: Any = None) -> None:
        """Ask the page until it says yes; Playwright's own way needs ``eval``, which our pages forbid."""
        self.wait(lambda: self.page.evaluate(text, value), text)

    def wait(self, condition: Callable[[], object], text: str = "") -> None:
        """Return as soon as it holds, the page going on meanwhile; fails where it never does."""
        end = time.monotonic() + HANGS
        while True:
            try:
                if condition():
                    return
            except Error as error:
                # It was asked of a page that was just being left.
                if "context was destroyed" not in error.message:
                    raise
            assert time.monotonic() < end, f"not so within {HANGS} s: {text}"
            self.page.wait_for_timeout(20)

    def wait_for_version(self, version: int) -> None:
        self.until("version => Number(document.getElementById('table').dataset.version) >= version", version)

    def wait_until_settled(self) -> None:
        """Wait until nothing is under way: no answer outstanding, no card in the air."""
        self.until(
            """() => !document.querySelector('.htmx-request') && !document.getElementById('trouble').firstChild
                && document.getAnimations().every(one => one.playState !== 'running')"""
        )

    def agrees(self) -> None:
        """Assert that the page shows what the server has."""
        self.wait_until_settled()
        server = self.page.evaluate(PILES_AT_SERVER)
        version = server.pop("version")
        assert self.piles() == server
        assert self.version == int(version)

    # What a hand does
    def quick_hand(self) -> None:
        """Let no time lie between two clicks, as far as the page can tell: a busy machine takes too long."""
        self.page.evaluate("Object.defineProperty(Event.prototype, 'timeStamp', {get: () => 1000}) && null")

    def double_click(self, name: str) -> None:
        self.quick_hand()
        self.page.mouse.dblclick(*self.point(name))

    def card(self, name: str) -> Locator:
        return self.page.locator(f"[data-card='{name}']")

    def pile(self, name: str) -> Locator:
        return self.page.locator(f".pile[data-pile='{name}']")

    def point(self, name: str, x: float = 0.5, y: float | None = None) -> tuple[float, float]:
        """A point in the page on a card's visible strip, or on a pile, in parts of its width and height."""
        box = (self.pile(name) if re.fullmatch(r"S|W|F.|T\d", name) else self.card(name)).bounding_box()
        assert box, name
        down = box["height"] * y if y is not None else min(box["height"] / 2, 12)
        return box["x"] + box["width"] * x, box["y"] + down

    def tap(self, name: str) -> None:
        self.page.mouse.click(*self.point(name))

    def grab(self, name: str) -> tuple[float, float]:
        x, y = self.point(name)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        return x, y

    def drag(self, name: str, target: str, x: float = 0.5, y: float = 0.1, steps: int = 6) -> None:
        self.grab(name)
        self.page.mouse.move(*self.point(target, x, y), steps=steps)
        self.page.mouse.up()


@contextmanager
def sitting(installation: Installation, browser: Browser, **options: Any) -> Iterator[Sitting]:
    """A visitor with a page, who goes away afterwards and must not have seen an error."""
    options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"} | options
    context = browser.new_context(**options)
    context.set_default_timeout(HANGS * 1000)
    installation.wire.calm()
    made = Sitting(installation, context)
    try:
        yield made
        # Before it is closed: what is cut off by that may be complained of.
        assert made.is_forgiving or not made.complaints, made.complaints
    finally:
        installation.wire.calm()
        context.close()
