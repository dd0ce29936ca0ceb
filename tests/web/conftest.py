"""What every test of the pages may use."""

from tests.web.playing import furnished_house, house, player

__all__ = ["furnished_house", "house", "player"]
