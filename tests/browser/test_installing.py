"""The service worker in a real browser: offline, after an upgrade, and what it keeps."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.playing import ROOT, Sitting, sitting
from tests.waiting import HANGS

#: The same application, as if a file of its pages had changed.
UPGRADED = """
import sys, app.web.site as site
site._fingerprint = lambda folder: "00deadbeef00"
from app.cli.main import main
sys.exit(main(["serve", "--port", "0"]))
"""
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys())
        kept[name] = (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname);
    return kept;
}"""


@pytest.fixture
def visit(installation, chromium: Browser) -> Iterator[Sitting]:
    with sitting(installation, chromium) as made:
        yield made


@pytest.fixture
def upgraded(installation, visit: Sitting, tmp_path: Path) -> Iterator[int]:
    """The port of an upgraded installation on the same data."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
    given = {"KLONDAILY_DATA": str(installation.file.parent), "KLONDAILY_RATE": "0", "KLONDAILY_LOG_LEVEL": "error"}
    with (tmp_path / "log").open("w") as log:
        command = [sys.executable, "-c", UPGRADED]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=clean | given | {"KLONDAILY_PREPARE": "no"},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("Klondaily is ready"), line
        before = installation.wire.target
        yield int(line.strip().rpartition(":")[2])
        installation.wire.target = before
        process.terminate()
        process.wait(timeout=HANGS)
        process.stdout.close()


def open_under_worker(visit: Sitting, path: str = "/") -> Page:
    """Open a page and wait until the worker is in charge of it."""
    visit.page.goto(f"{visit.installation.address}{path}")
    visit.until("navigator.serviceWorker.controller !== null")
    return visit.page


def static_of(page: Page) -> str:
    return str(page.evaluate("document.querySelector('script[src*=install]').getAttribute('src').split('/js/')[0]"))


def lose_connection(visit: Sitting) -> None:
    visit.wire.cut, visit.wire.is_cut = "all", lambda path: True


def forget_lost_requests(visit: Sitting) -> None:
    """Chromium itself writes a line for each request that fails, its own look for a new worker among them."""
    own = ("ERR_EMPTY_RESPONSE", "fetching the script")
    visit.complaints[:] = [line for line in visit.complaints if not any(text in line for text in own)]


@pytest.mark.parametrize("path", ["/", "/daily", "/rules"])
def test_without_a_connection_a_page_says_what_is_missing_and_tries_again(visit: Sitting, path: str):
    page = open_under_worker(visit)
    lose_connection(visit)
    page.goto(f"{visit.installation.address}{path}")
    assert page.locator("h1").inner_text() == "No connection"
    assert page.locator("h2").inner_text() == "Keine Verbindung"
    assert page.url.endswith(path), "the address stays, so trying again means this page"
    button = page.locator("a.primary")
    box = button.bounding_box()
    assert box
    assert box["height"] >= 44
    assert page.evaluate("getComputedStyle(document.querySelector('a.primary')).borderRadius") != "0px", "styled"
    assert page.locator("svg use").count() == 1
    with page.expect_navigation():
        button.click()
    assert page.locator("h1").inner_text() == "No connection"
    visit.wire.calm()
    page.locator("a.primary").click()
    page.locator("header.site").wait_for()
    assert page.url.endswith(path)
    forget_lost_requests(visit)


def test_a_game_is_never_shown_from_what_was_kept(visit: Sitting):
    visit.deal()
    visit.until("navigator.serviceWorker.controller !== null")
    visit.play("draw")
    lose_connection(visit)
    visit.page.reload()
    assert visit.page.locator("h1").inner_text() == "No connection"
    assert not visit.page.locator("#table").count()
    visit.wire.calm()
    visit.play("draw")
    assert visit.version == 2
    forget_lost_requests(visit)


def test_a_form_sent_without_a_connection_leads_back_to_its_page(visit: Sitting):
    page = open_under_worker(visit, "/settings")
    lose_connection(visit)
    page.locator("form.language button").first.click()
    page.get_by_role("heading", name="No connection").wait_for()
    assert page.url.endswith("/settings")
    visit.wire.calm()
    page.locator("a.primary").click()
    page.locator("#settings").wait_for()
    forget_lost_requests(visit)


def test_only_files_of_this_version_and_the_page_for_being_offline_are_kept(visit: Sitting):
    visit.deal()
    visit.until("navigator.serviceWorker.controller !== null")
    visit.open()
    visit.page.goto(f"{visit.installation.address}/rules")
    static = static_of(visit.page)
    visit.until("navigator.serviceWorker.controller !== null")
    # A file is kept after it was handed to the page.
    visit.wait(lambda: f"{static}/css/table.css" in visit.page.evaluate(KEPT).get(static, []))
    kept = visit.page.evaluate(KEPT)
    assert set(kept) == {static}
    assert {path for path in kept[static] if not path.startswith(f"{static}/")} == {"/offline"}


def test_after_an_upgrade_open_pages_ask_once_and_nothing_old_is_used(visit: Sitting, upgraded: int):
    game = visit.deal()
    visit.until("navigator.serviceWorker.controller !== null")
    visit.open()
    old, page = static_of(visit.page), visit.page
    visit.wire.target = upgraded
    # Still the old page: it goes on being played, and learns of the upgrade when it is looked at again.
    assert page.locator("#upgrade").is_hidden()
    visit.tap("S")
    visit.wait_for_version(1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    visit.until("!document.getElementById('upgrade').hidden")
    assert visit.spoken() == "A new version is there."
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_navigation():
        page.locator("#upgrade a").click()
    visit.until("document.querySelector('.felt button[tabindex=\"0\"]')")
    assert visit.version == 1
    assert page.url.endswith(f"/game/{game}")
    visit.wait_until_settled()
    assert static_of(page) == "/static/v-00deadbeef00" != old
    assert not [address for address in asked if old in address]
    visit.until("navigator.serviceWorker.controller !== null")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert page.locator("#upgrade").is_hidden(), "one reload is enough"
    visit.wait(lambda: set(page.evaluate(KEPT)) == {"/static/v-00deadbeef00"})


def test_who_comes_after_an_upgrade_is_not_asked_at_all(visit: Sitting, upgraded: int):
    page = open_under_worker(visit)
    visit.wire.target = upgraded
    page.goto(f"{visit.installation.address}/rules")
    assert static_of(page) == "/static/v-00deadbeef00"
    visit.until("caches.keys().then(names => names.length === 1 && names[0] === '/static/v-00deadbeef00')")
    page.wait_for_timeout(300)
    assert page.locator("#upgrade").is_hidden()


def test_chromium_finds_nothing_wrong_with_the_manifest(visit: Sitting):
    context: BrowserContext = visit.context
    page = open_under_worker(visit)
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["url"].endswith("/manifest.webmanifest?lang=en")
    assert found["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
