"""A finished game watched again: step by step, by itself at a speed, by keys, and without scripts."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Installation, Sitting, sitting
from tests.web.playing import WON_CODE, WON_LINE

HEADERS = {"Sec-Fetch-Site": "same-origin"}
ENTRIES = [*WON_LINE[:8], "resign"]


@pytest.fixture(params=[{}, {"java_script_enabled": False}], ids=["scripts", "plain"])
def watcher(installation: Installation, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Sitting]:
    with sitting(installation, chromium, locale="en", viewport={"width": 390, "height": 844}, **request.param) as seat:
        yield seat


def finished(seat: Sitting) -> str:
    """Play a short game without the browser and return the address of its replay."""
    post, base = seat.context.request.post, seat.installation.address
    form = {"rules": "standard-3", "code": WON_CODE, "sure": "1"}
    answer = post(f"{base}/games", form=form, headers=HEADERS, max_redirects=0)
    game = answer.headers["location"]
    for version, entry in enumerate(ENTRIES):
        taken = post(f"{base}{game}/table", form={"version": str(version), "entry": entry}, headers=HEADERS)
        assert taken.ok, entry
    return f"{base}{game}/replay"


def step(seat: Sitting) -> str:
    return seat.page.locator(".figures dl div").last.inner_text().replace("\n", " ")


def test_each_step_can_be_gone_by_its_link(watcher: Sitting) -> None:
    address = finished(watcher)
    watcher.page.goto(f"{address}?step=0")
    watcher.page.get_by_text("One on").click()
    expect(watcher.page.locator(".banner")).not_to_contain_text("The deal.")
    assert step(watcher) == f"Step 1/{len(ENTRIES)}"
    watcher.page.get_by_text("End", exact=True).click()
    expect(watcher.page.locator(".banner")).to_contain_text("Given up.")
    assert watcher.page.url == f"{address}?step={len(ENTRIES)}"
    watcher.page.reload()
    assert step(watcher) == f"Step {len(ENTRIES)}/{len(ENTRIES)}"


@pytest.mark.parametrize("locale", ["en", "de"])
def test_what_happened_is_read_whole_on_a_phone(installation: Installation, chromium: Browser, locale: str) -> None:
    with sitting(installation, chromium, locale=locale, viewport={"width": 390, "height": 844}) as seat:
        seat.deal("standard-1", "24")
        seat.play("T4-T5", "T4-F")
        table = f"{installation.address}/game/{seat.game}/table"
        assert seat.context.request.post(table, form={"version": "2", "entry": "resign"}, headers=HEADERS).ok
        for asked in ("step=1", "step=2", "step=3", "lost"):
            seat.page.goto(f"{installation.address}/game/{seat.game}/replay?{asked}")
            told = seat.page.locator(".banner")
            seen, needed = told.evaluate("told => [told.clientHeight, told.scrollHeight]")
            assert needed <= seen, (asked, told.inner_text())


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_finger_can_press_all_of_its_bar(installation: Installation, chromium: Browser, locale: str, size) -> None:
    with sitting(installation, chromium, locale=locale, viewport={"width": size[0], "height": size[1]}) as seat:
        seat.page.goto(f"{finished(seat)}?step=1")
        expect(seat.page.locator("#speed")).to_be_visible()
        for one in seat.page.locator(".bar :is(.tool, #speed)").all():
            box = one.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 43.9, one.inner_text()
        figures = seat.page.locator(".figures dl > div").all()
        tops = {round(figure.bounding_box()["y"]) for figure in figures}
        assert len(tops) == (len(figures) if size == (844, 390) else 1), "they stand in one row, or in one column"


def test_it_runs_by_itself_at_the_speed_that_is_chosen(seat: Sitting) -> None:
    page = seat.page
    page.clock.install()
    page.goto(f"{finished(seat)}?step=0")
    page.evaluate("window.same = true")
    page.locator("#speed").select_option("150")
    watch = page.locator("#run")
    watch.click()
    expect(watch).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".banner")).to_contain_text("Given up.")
    expect(watch).to_have_attribute("aria-pressed", "false")
    # From the end it begins anew; and it stops where it is told to.
    page.locator("#speed").select_option("2000")
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    watch.click()
    expect(page.locator(".banner")).to_contain_text("The deal.")
    watch.click()
    page.clock.run_for(2500)
    page.wait_for_timeout(300)
    assert step(seat) == f"Step 0/{len(ENTRIES)}"
    assert page.evaluate("window.same"), "the page was not loaded anew"


def test_keys_step_through_it_and_the_focus_stays(seat: Sitting) -> None:
    page = seat.page
    page.goto(f"{finished(seat)}?step=3")
    page.locator("a[data-go=forward]").focus()
    for key, shown in (("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4), ("Home", 0), ("End", len(ENTRIES))):
        page.keyboard.press(key)
        expect(page.locator(".figures dl div").last).to_contain_text(f"{shown}/{len(ENTRIES)}")
        assert page.evaluate("document.activeElement !== document.body")
