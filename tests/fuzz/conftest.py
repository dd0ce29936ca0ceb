"""A server and a player for all tests. ``FUZZ_TIMES=20`` in the environment makes a long run of it."""

import os
from collections.abc import Iterator

import pytest

from tests.fuzz.target import Target, Victim

#: How many times longer than in the suite.
TIMES = int(os.environ.get("FUZZ_TIMES", "1"))


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    made = Target(tmp_path_factory.mktemp("target"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def victim(target: Target) -> Victim:
    return Victim(target)


@pytest.fixture
def times() -> int:
    return TIMES
