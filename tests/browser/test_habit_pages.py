"""The pages around the daily with something on them: no sideways scrolling, whatever the screen and the language."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from app.game.deal import deal_from_code
from tests.browser.playing import Installation, Sitting, sitting
from tests.web.playing import WON_CODE, WON_LINE

HEADERS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module", params=["de", "en"])
def habit(installation: Installation, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """A player who has won a board today, lost another, and played Vegas."""
    with sitting(installation, chromium, locale=request.param) as seat:
        today = time.strftime("%Y-%m-%d", time.gmtime())
        deal = (today, deal_from_code(WON_CODE).text)
        installation.query("INSERT OR REPLACE INTO dailies (day, deal, salt, created_at) VALUES (?, ?, '', 0)", *deal)
        post, base = seat.context.request.post, installation.address
        games = []
        for board, entries in (("standard-3", WON_LINE), ("vegas-3", WON_LINE), ("vegas-1", ["draw", "resign"])):
            game = post(f"{base}/daily/{board}", headers=HEADERS, max_redirects=0).headers["location"]
            for version in range(0, len(entries), 50):
                form = [("version", str(version)), *(("entry", entry) for entry in entries[version : version + 50])]
                body = "&".join(f"{name}={value}" for name, value in form)
                kind = {"Content-Type": "application/x-www-form-urlencoded"}
                assert post(f"{base}{game}/table", data=body, headers=HEADERS | kind).ok
            games.append(game)
        seat.game = games[0]
        yield seat


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)], ids=str)
def test_nothing_is_wider_than_the_screen(habit: Sitting, size: tuple[int, int]) -> None:
    page = habit.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    paths = ["/", "/daily", "/calendar", "/statistics", "/shop", "/device", "/name", "/fairness", "/leaderboard"]
    paths += ["/leaderboard/points", "/leaderboard/castles", f"{habit.game}/result", f"{habit.game}/replay?step=9"]
    for path in paths:
        answer = page.goto(habit.installation.address + path)
        assert answer is not None
        assert answer.ok, path
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_a_result_can_be_shared_by_hand_and_has_its_picture(habit: Sitting) -> None:
    page = habit.page
    page.goto(f"{habit.installation.address}{habit.game}/result")
    text = page.locator("#share").input_value()
    assert text.splitlines()[2] == "⬜🟩🟨🟩"
    assert text.splitlines()[-1] == page.url
    address = page.locator("meta[property='og:image']").get_attribute("content")
    assert address
    size = page.evaluate(
        "src => new Promise((done, fail) => { const image = new Image(); image.onerror = fail;"
        " image.onload = () => done([image.naturalWidth, image.naturalHeight]); image.src = src; })",
        address,
    )
    assert size == [1200, 630]
