"""A server process for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.close()
