"""The castles in a real browser: a whole run won through its pages, the crowns, the clock that counts down."""

import pytest

from tests.browser.test_daily_win import by_keys
from tests.store.test_castles import LINES

SECOND = 1000


@pytest.fixture
def runner(seat):
    """A visitor in front of the castles, with a deal ready for each level."""
    for level in range(1, 6):
        code = LINES[f"castle-{level}"][0]
        seat.installation.query("INSERT OR REPLACE INTO ready_deals VALUES (?, ?, 1, 0, NULL)", f"castle-{level}", code)
    seat.page.goto(f"{seat.installation.address}/castles")
    return seat


def click(seat, text: str) -> None:
    with seat.page.expect_navigation():
        seat.page.get_by_text(text, exact=True).click()


def open_level(seat, level: int) -> None:
    click(seat, f"Open level {level}")
    seat.game = seat.page.url.rpartition("/")[2]
    seat.until("document.querySelector('.felt button[tabindex=\"0\"]')")


def test_a_run_is_won_from_the_first_level_to_the_leaderboard(runner):
    headers = {"Sec-Fetch-Site": "same-origin"}
    runner.context.request.post(f"{runner.installation.address}/settings", form={"motion": "off"}, headers=headers)
    click(runner, "Begin a run")
    for level in range(1, 6):
        open_level(runner, level)
        for number, move in enumerate(LINES[f"castle-{level}"][1], 1):
            by_keys(runner, move)
            runner.wait_for_version(number)
        runner.until("document.querySelector('.outcome')")
        assert runner.table("outcome") == "won"
        assert f"Level {level} is done!" in runner.spoken()
        with runner.page.expect_navigation():
            runner.page.locator(".outcome a.primary").click()
        assert runner.page.locator(".built").get_attribute("data-stage") == str(level)
    assert runner.page.locator("h1").inner_text() == "Your castle stands!"
    assert "Rank 1 of all time" in runner.page.locator(".ranks").inner_text()
    with runner.page.expect_navigation():
        runner.page.locator(".journey a[href='/leaderboard/castles']").click()
    assert runner.page.locator("tr.own td").nth(2).inner_text() == "5/5"


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_crown_redeals_and_is_gone_after_a_reload(runner, way):
    click(runner, "Begin a run")
    open_level(runner, 1)
    runner.play(*["draw"] * 24)
    if way == "click":
        runner.page.locator(".crowns").click()
    else:
        runner.page.keyboard.press("k")
    runner.wait_for_version(25)
    runner.wait_until_settled()
    assert runner.page.locator(".crowns").get_attribute("aria-label") == "3 crowns left"
    runner.page.keyboard.press("Enter")
    runner.wait_for_version(26)
    runner.wait_until_settled()
    runner.page.reload()
    assert runner.page.locator(".crowns .used").count() == 1
    runner.agrees()


def test_the_clock_counts_down_turns_urgent_and_ends_the_level(runner):
    click(runner, "Begin a run")
    open_level(runner, 1)
    time = runner.page.locator(".clock time")
    assert time.inner_text() == "8:20"
    runner.play("draw")
    runner.until("/^8:1\\d$/.test(document.querySelector('.clock time').textContent)")
    said = runner.spoken()
    runner.installation.query("UPDATE games SET clock_at = clock_at - ? WHERE id = ?", 488 * SECOND, runner.game)
    runner.open()
    runner.until("document.getElementById('table').dataset.hurry === '2'")
    assert runner.spoken() in ("", said), "the tick is not read out"
    runner.until("document.getElementById('table').dataset.status === 'lost'")
    assert "The time ran out." in runner.page.locator(".outcome").inner_text()
    with runner.page.expect_navigation():
        runner.page.locator(".outcome a.primary").click()
    assert runner.page.locator("h1").inner_text() == "The time ran out in level 1"


HEARD = """window.heard = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
}"""


@pytest.mark.parametrize("sound", ["on", "off"])
def test_the_last_seconds_are_heard_where_sounds_are_on(runner, sound):
    runner.page.add_init_script(HEARD)
    headers = {"Sec-Fetch-Site": "same-origin"}
    runner.context.request.post(f"{runner.installation.address}/settings", form={"sound": sound}, headers=headers)
    click(runner, "Begin a run")
    open_level(runner, 1)
    runner.play("draw")
    runner.installation.query("UPDATE games SET clock_at = clock_at - ? WHERE id = ?", 470 * SECOND, runner.game)
    runner.open()
    runner.until("/^0:2\\d$/.test(document.querySelector('.clock time').textContent)")
    runner.page.wait_for_timeout(1200)
    before = runner.page.evaluate("heard")
    assert before in ((0, 2) if sound == "on" else (0,)), "no tick yet, the bell at half a minute at most"
    runner.installation.query("UPDATE games SET clock_at = clock_at - ? WHERE id = ?", 15 * SECOND, runner.game)
    runner.open()
    runner.until("document.getElementById('table').dataset.hurry === '2'")
    if sound == "on":
        runner.until("heard >= 2")
    else:
        runner.page.wait_for_timeout(2500)
        assert runner.page.evaluate("heard") == 0
