"""The ordinary pages in a real browser: nothing for axe to find, nothing cut in large text, no scripts needed."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.playing import CHROMIUM_FLAGS, Installation
from tests.waiting import HANGS

LANGUAGES = ("en", "de")
PATHS = (
    "/",
    "/new",
    "/castles",
    "/deal/32",
    "/deal/32/standard-3",
    "/leaderboard/castles",
    "/daily",
    "/leaderboard",
    "/rules",
    "/rules/standard",
    "/rules/open",
    "/rules/castles",
    "/rules/daily",
    "/name",
    "/settings",
    "/calendar",
    "/statistics",
    "/shop",
    "/fairness",
    "/device",
    "/leaderboard/points",
    "/custom",
    "/tokens",
    "/learn",
    "/offline",
    "/nowhere",
)
LARGE_TEXT = "--blink-settings=defaultFontSize=32"

#: What reaches over the window's edge, or over that of a box which hides it. Tables may be wider and are scrolled.
CUT = """() => [...document.querySelectorAll('a, button, h1, h2, p, li, label, small, span, b, input')]
    .filter(e => !e.closest('.scroller, .sheet, .visually-hidden, .skip'))
    .filter(e => {
        const clips = getComputedStyle(e).overflowX != 'visible' && e.tagName != 'INPUT';
        return e.getBoundingClientRect().right > innerWidth + 1 || (clips && e.scrollWidth > e.clientWidth + 1);
    }).map(e => e.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def axe() -> str:
    spec = find_spec("axe_core_python")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def large_text(playwright: Playwright, chromium: Browser) -> Iterator[Browser]:
    """A browser whose reader wants text twice as large; it is there where the other one is."""
    path = next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))
    browser = playwright.chromium.launch(
        executable_path=path, args=[*CHROMIUM_FLAGS, LARGE_TEXT], timeout=2 * HANGS * 1000
    )
    yield browser
    browser.close()


def opened(browser: Browser, installation: Installation, language: str, **options: Any) -> Page:
    return browser.new_context(locale=language, base_url=installation.address, **options).new_page()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(installation: Installation, chromium: Browser, axe: str, language: str, scheme: Any) -> None:
    page = opened(chromium, installation, language, color_scheme=scheme, viewport={"width": 390, "height": 844})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    found = {}
    for path in PATHS:
        page.goto(path)
        page.evaluate(axe)
        violations = page.evaluate("axe.run()")["violations"]
        found[path] = [(each["id"], each["nodes"][0]["html"]) for each in violations]
    page.context.close()
    assert not {path: what for path, what in found.items() if what}
    assert not [text for text in said if "404" not in text]


def test_no_label_is_cut_in_german_at_320_pixels_and_twice_the_text(
    installation: Installation, large_text: Browser
) -> None:
    # Case 71.
    page = opened(large_text, installation, "de", viewport={"width": 320, "height": 568})
    found = {}
    for path in PATHS:
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        found[path] = [
            *page.evaluate(CUT),
            *page.evaluate("[document.documentElement.scrollWidth].filter(w => w > 320)"),
        ]
    page.context.close()
    assert not {path: what for path, what in found.items() if what}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visitor_on_a_phone_sees_both_draw_choices_at_once(
    installation: Installation, chromium: Browser, language: str
) -> None:
    # Case 8: one beside the other, so that whoever sees one sees the other too.
    page = opened(chromium, installation, language, viewport={"width": 360, "height": 640})
    page.goto("/")
    boxes = {button.get_attribute("value"): button.bounding_box() for button in page.locator(".new button").all()}
    assert set(boxes) == {"standard-1", "standard-3", "vegas-1", "vegas-3"}
    for table in ("standard", "vegas"):
        one, three = boxes[f"{table}-1"], boxes[f"{table}-3"]
        assert one is not None
        assert three is not None
        assert one["y"] == three["y"]
        assert one["x"] + one["width"] <= three["x"]
        assert min(one["height"], one["width"]) >= 44
    below = boxes["vegas-3"]
    first = boxes["standard-1"]
    assert below is not None
    assert first is not None
    assert below["y"] + below["height"] - first["y"] <= 640, "all four fit on the screen at the same time"
    page.context.close()


def test_language_and_name_work_without_scripts(installation: Installation, chromium: Browser) -> None:
    page = opened(chromium, installation, "en", java_script_enabled=False)
    page.goto("/rules")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Die Regeln")
    page.get_by_role("link", name="Dein Name").click()
    page.get_by_label("Name", exact=True).fill("x" * 25)
    page.get_by_role("button", name="Speichern").click()
    assert page.get_by_role("alert").inner_text() == "Das ist zu lang: 24 Zeichen passen auf die Liste."
    page.get_by_label("Name", exact=True).fill("Käthe")
    with page.expect_navigation(url="**/leaderboard/**"):
        page.get_by_role("button", name="Speichern").click()
    assert page.locator("h1").is_visible()
    page.goto("/name")
    assert page.get_by_label("Name", exact=True).input_value() == "Käthe"
    page.context.close()


def test_the_skip_link_comes_first_and_leads_to_the_content(installation: Installation, chromium: Browser) -> None:
    page = opened(chromium, installation, "en")
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.context.close()


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "plain"])
def test_the_language_button_brings_the_question_and_a_pasted_deal_back(
    chromium: Browser, installation: Installation, options: dict[str, Any]
):
    page = opened(chromium, installation, "en", **options)
    page.goto("/deal/32")
    page.locator("[name=rules][value=standard-3]").first.click()
    page.wait_for_url("**/game/*")
    game = page.url
    page.locator("#S button").click()
    page.locator("#W [data-card]").first.wait_for()
    page.goto("/new")
    page.locator("[name=rules][value=vegas-1]").first.click()
    page.get_by_role("heading", name="Leave this game?").wait_for()
    page.locator("form.language button").click()
    page.get_by_role("heading", name="Dieses Spiel verlassen?").wait_for()
    # Opened anew, the address leads to a page as well.
    page.goto("/games")
    assert page.url.endswith("/new")
    page.goto("/custom")
    page.locator("#deal").fill("KS 9H\nnonsense")
    page.locator("[name=do][value=look]").click()
    page.locator("#deal-error").wait_for()
    page.locator("form.language button").click()
    page.locator("html[lang=en] #deal-error").wait_for()
    assert page.locator("#deal").input_value() == "KS 9H\nnonsense"
    page.goto(game)
    assert page.locator("#table").get_attribute("data-status") == "playing"
    page.context.close()
