"""The three ways in which an input can be wrong, as the law knows them.

Malformed text raises an ``Invalid…Error``; a well-formed move that the rules forbid raises
:class:`IllegalMoveError`. (The third, a stale version, is the store's.) All carry codes, never words
for people: words live in the catalogues of the web layer.
"""

_LONGEST_TEXT = 80


def shown(text: str) -> str:
    """Return a text as errors carry it: what is longer than 80 characters is cut, and ends in ``…``."""
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


class InvalidError(ValueError):
    """Text that does not say what it should.

    ``code`` is a short identifier of what is wrong, ``text`` the offending text, ``place`` its
    position in the input (0-based characters, or cards for a deal), or ``None`` where there is none.
    """

    def __init__(self, code: str, text: str = "", place: int | None = None) -> None:
        self.code = code
        self.text = shown(text)
        self.place = place
        where = "" if place is None else f" at {place}"
        super().__init__(f"{code}{where}: {self.text}" if text else f"{code}{where}")


class InvalidCardError(InvalidError):
    """No card has this name."""


class InvalidDealError(InvalidError):
    """Not an ordered deck of 52 different cards. ``place`` counts cards, from 0."""


class InvalidPositionError(InvalidError):
    """Not a position in the text form of :mod:`app.game.position`."""


class InvalidMoveError(InvalidError):
    """Not a move in the text form of :mod:`app.game.moves`."""


class InvalidRulesError(InvalidError):
    """No rule set has this key."""


class InvalidRecordError(InvalidError):
    """Not a record in the JSON form of :mod:`app.game.record`. ``place`` is the entry's index."""


class IllegalMoveError(ValueError):
    """A well-formed entry that the rules forbid in this position.

    ``reason`` is a code out of :data:`app.game.law.REASONS`; ``move`` and ``position`` are their texts.
    """

    def __init__(self, reason: str, move: str, position: str) -> None:
        self.reason = reason
        self.move = move
        self.position = position
        super().__init__(f"{move}: {reason} in {position}")
