"""A server process for each test, or several on one PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.databases import Postgres
from tests.faults.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.close()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """The address of a fresh database with all tables."""
    return postgres.address(postgres.create(postgres.template))


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Make servers that are not started yet, and end them all after the test."""
    made: list[Server] = []

    def make(url: str = "", **settings: str) -> Server:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Server(folder, url, **settings))
        return made[-1]

    yield make
    for server in made:
        server.close()
        # Shown where the test has failed.
        print(server.errors)
