"""The menu and the pause on phones, as they are seen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.playing import Installation, Sitting, sitting

MENU = """() => {
    const list = document.querySelector('.menu-list'), box = list.getBoundingClientRect();
    return {
        fits: list.scrollHeight <= list.clientHeight && list.scrollWidth <= list.clientWidth,
        inside: box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        parts: [...list.querySelectorAll('.menu-item')].map(one => one.getClientRects().length),
    };
}"""


@pytest.fixture(
    params=[(844, 390), (667, 375), (568, 320), (390, 844), (320, 568)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def small(installation: Installation, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Sitting]:
    width, height = request.param
    options = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
    with sitting(installation, chromium, **options) as made:
        yield made


def test_the_whole_menu_is_seen(small: Sitting) -> None:
    small.deal()
    small.page.locator(".menu summary").tap()
    seen = small.page.evaluate(MENU)
    assert seen == {"fits": True, "inside": True, "parts": [1] * 7}


def test_what_does_nothing_during_a_pause_looks_so(small: Sitting) -> None:
    small.deal()
    small.play("draw")
    opacity = "[...document.querySelectorAll('.bar button')].map(tool => getComputedStyle(tool).opacity)"
    assert small.page.evaluate(opacity) == ["1", "0.6", "1", "1"]
    small.page.locator("#do-pause").tap()
    small.page.locator(".cover").wait_for()
    small.until(f"{opacity}.every(one => one === '0.6')")
    small.page.locator(".cover button").tap()
    small.until(f"{opacity}.join() === '1,0.6,1,1'")
