"""What every test may use; the databases come with their own plugin."""

from importlib.util import find_spec
from pathlib import Path

import pytest

pytest_plugins = ["tests.databases"] if find_spec("tests.databases") else []

# Playwright keeps an event loop running in the main thread, so that nothing after it can start one: these come last.
BROWSERS = {"browser", "look"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] in BROWSERS)
