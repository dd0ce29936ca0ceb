"""Real browsers for real pages. Without one a test is skipped, but never where CI is set."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.require import skip_or_fail

sync_api = pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, Error, Playwright, expect  # noqa: E402

from tests.browser.playing import CHROMIUM_FLAGS, Installation, Sitting, sitting  # noqa: E402
from tests.waiting import HANGS  # noqa: E402

#: How long a browser may take to start.
START_MS = 2 * HANGS * 1000
expect.set_options(timeout=HANGS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    made = Installation(tmp_path_factory.mktemp("installation"))
    yield made
    made.close()


def _found(*names: str) -> str:
    path = next((found for name in names if (found := shutil.which(name))), None)
    return path or skip_or_fail(f"no {names[0]} is installed")


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    path = _found("chromium", "chromium-browser", "google-chrome")
    try:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS, timeout=START_MS)
    except Error as error:
        skip_or_fail(f"Chromium does not start: {error}")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = _found("firefox", "firefox-esr")
    starter = tmp_path_factory.mktemp("firefox") / "firefox"
    shim = Path(__file__).with_name("firefox.py")
    starter.write_text(f'#!/bin/sh\nKLONDAILY_TEST_FIREFOX={path} exec {sys.executable} {shim} "$@"\n')
    starter.chmod(0o755)
    try:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=starter, timeout=START_MS)
    except Error as error:
        skip_or_fail(f"Firefox does not start: {error}")
    yield browser
    browser.close()


@pytest.fixture
def browser_name(request: pytest.FixtureRequest) -> str:
    """The browser of ``seat``: a module may ask for others than Chromium by ``indirect`` parameters."""
    return str(getattr(request, "param", "chromium"))


@pytest.fixture
def seat(installation: Installation, browser_name: str, request: pytest.FixtureRequest) -> Iterator[Sitting]:
    with sitting(installation, request.getfixturevalue(browser_name)) as made:
        yield made


@pytest.fixture
def phone(installation: Installation, chromium: Browser) -> Iterator[Sitting]:
    with sitting(
        installation, chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as made:
        yield made
