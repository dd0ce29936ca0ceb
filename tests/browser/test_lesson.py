"""The first game on a phone: what is taught and what the table says stand beside each other."""

import pytest

from tests.browser.playing import sitting

SIZES = [(390, 844), (844, 390)]


@pytest.mark.parametrize("size", SIZES, ids=["upright", "on its side"])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_hint_and_the_lesson_do_not_cover_each_other(installation, chromium, locale, size):
    viewport = {"width": size[0], "height": size[1]}
    with sitting(installation, chromium, locale=locale, viewport=viewport, has_touch=True) as seat:
        page = seat.page
        page.goto(f"{installation.address}/learn")
        page.locator("main form[action='/learn'] button, main button.primary").first.click()
        page.locator(".lesson").wait_for()
        page.wait_for_load_state()  # before that no key is heard
        page.keyboard.press("h")
        page.locator("#table > .banner").wait_for()
        message, lesson = (page.locator(f"#table > .{name}").bounding_box() for name in ("banner", "lesson"))
        assert message["y"] + message["height"] <= lesson["y"], (message, lesson)
        bar = page.locator(".bar").bounding_box()
        if size[0] < size[1]:
            assert lesson["y"] + lesson["height"] <= bar["y"], (lesson, bar)
        assert message["y"] >= 0
        page.locator(".lesson button").click()
        page.locator(".lesson").wait_for(state="detached")
