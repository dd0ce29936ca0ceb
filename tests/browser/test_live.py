"""An open leaderboard shows new results by itself: told by the server, or by looking where that cannot be."""

import time

import pytest
from playwright.sync_api import expect

from app.game.deal import deal_from_code
from tests.browser.playing import Sitting
from tests.web.playing import WON_CODE

HEADERS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def board(seat: Sitting) -> str:
    today = time.strftime("%Y-%m-%d", time.gmtime())
    deal = (today, deal_from_code(WON_CODE).text)
    seat.installation.query("INSERT OR REPLACE INTO dailies (day, deal, salt, created_at) VALUES (?, ?, '', 0)", *deal)
    return f"{seat.installation.address}/leaderboard/{today}/vegas-1"


def finish(seat: Sitting, name: str) -> None:
    """Let another player end a game on the board."""
    request = seat.page.context.browser.new_context().request  # type: ignore[union-attr]
    base = seat.installation.address
    request.post(f"{base}/name", form={"name": name}, headers=HEADERS)
    game = request.post(f"{base}/daily/vegas-1", headers=HEADERS, max_redirects=0).headers["location"]
    for version, entry in enumerate(("draw", "resign")):
        assert request.post(f"{base}{game}/table", form={"version": str(version), "entry": entry}, headers=HEADERS).ok
    request.dispose()


def test_a_result_appears_where_it_is_watched(seat: Sitting, board: str) -> None:
    seat.page.goto(board)
    seat.page.evaluate("window.same = true")
    finish(seat, "Watched")
    expect(seat.page.locator(".ranking")).to_contain_text("Watched")
    assert seat.page.evaluate("window.same")


@pytest.mark.parametrize("answer", ["none", "never"])
def test_a_page_that_cannot_listen_looks_by_itself(seat: Sitting, board: str, answer: str) -> None:
    """The server has no room for another one, or a proxy holds back what it says."""
    page = seat.page
    page.route("**/live", lambda route: route.fulfill(status=204) if answer == "none" else None)
    page.clock.install()
    page.goto(board)
    finish(seat, f"Looked {answer}")
    for _ in range(60):
        if f"Looked {answer}" in page.locator(".ranking").inner_text():
            break
        page.clock.run_for(6_000)
        page.wait_for_timeout(100)
    expect(page.locator(".ranking")).to_contain_text(f"Looked {answer}")
