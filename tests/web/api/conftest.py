"""A player and the player's program."""

import pytest

from tests.web.api.program import Program, make_token
from tests.web.playing import House, Visitor


@pytest.fixture
def program(house: House, player: Visitor) -> Program:
    return Program(house, make_token(player))
