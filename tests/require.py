"""One place that decides whether a missing browser or database skips a test or fails it."""

import os
from typing import NoReturn

import pytest


def skip_or_fail(reason: str) -> NoReturn:
    """Skip on a developer's machine; fail where CI is set, so that CI cannot pass by skipping."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (CI is set: this must not be skipped)")
    pytest.skip(reason)
