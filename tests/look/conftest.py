"""A browser and the served gallery of tools/look.py, once for all tests of the look."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.require import skip_or_fail
from tests.waiting import HANGS
from tools import look

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    with look.served() as base:
        yield base


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        skip_or_fail("no Chromium on the path")
    launched = playwright.chromium.launch(executable_path=path, args=look.FLAGS, timeout=2 * HANGS * 1000)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def pages(browser: Any) -> Iterator[dict[bool, Any]]:
    """One page for light and one for dark surroundings; opening a page anew takes longer than all that is measured."""
    opened = {dark: browser.new_page(color_scheme="dark" if dark else "light") for dark in (False, True)}
    yield opened
    for page in opened.values():
        page.close()


@pytest.fixture
def open_look(pages: dict[bool, Any], gallery: str) -> Iterator[Open]:
    """Return a function that shows a Look at its size; the test fails where the console says anything."""
    said: list[str] = []

    def listen(message: Any) -> None:
        said.append(message.text)

    for page in pages.values():
        page.on("console", listen)

    def open_one(shown: look.Look, *, text: int = 100) -> Any:
        look.LOOKS["under-test"] = shown
        page = pages[shown.dark]
        page.set_viewport_size({"width": shown.width, "height": shown.height})
        page.goto(f"{gallery}/look/under-test")
        page.evaluate(
            "async (text) => { document.documentElement.style.fontSize = text + '%'; await document.fonts.ready }", text
        )
        return page

    yield open_one
    for page in pages.values():
        page.remove_listener("console", listen)
    assert said == []
