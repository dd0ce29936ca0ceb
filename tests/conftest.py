"""What every test may use; the databases come with their own plugin."""

import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.require import skip_or_fail

pytest_plugins = ["tests.databases"] if find_spec("tests.databases") else []

# Playwright keeps an event loop running in the main thread, so that nothing after it can start one: these come last.
BROWSERS = {"browser", "look"}

#: A day in seconds, and how much of its end no test may begin in.
DAY, EVENING = 24 * 3600, 90.0


def pytest_runtest_setup() -> None:
    """Wait for midnight where it is near: servers in processes of their own have today's deal, not yesterday's."""
    left = DAY - time.time() % DAY
    if left < EVENING:
        time.sleep(left + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] in BROWSERS)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """One for all tests of a process: it cannot be started a second time beside itself."""
    if not find_spec("playwright"):
        skip_or_fail("Playwright is not installed")
    from playwright.sync_api import sync_playwright

    try:
        made = sync_playwright().start()
    except Exception as error:  # noqa: BLE001 - whatever its driver lacks: a bare machine has not all its libraries
        skip_or_fail(f"Playwright does not start, for want of what a browser brings along: {error}")
    yield made
    made.stop()
