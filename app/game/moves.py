"""Moves and their text (formats: Move)."""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from app.game.cards import SUITS
from app.game.errors import InvalidMoveError

Kind = Literal["draw", "redeal", "W-T", "W-F", "T-F", "T-T", "F-T"]

_TEXT: Final = re.compile(r"W-(?:F|T([1-7]))|T([1-7])-(?:F|T([1-7])(?:x([2-9]|1[0-3]))?)|F([CDHS])-T([1-7])")


class Move(NamedTuple):
    """One move of R2. ``source`` and ``target`` are column numbers 0…6 or, for ``F-T``'s source, a suit 0…3.

    They are −1 where the kind needs none. ``size`` is the number of cards that move (0 for draw and redeal).
    """

    kind: Kind
    source: int
    target: int
    size: int

    @property
    def text(self) -> str:
        """The text form, round-tripping through :func:`parse_move`."""
        return _text(self)


def _text(move: Move) -> str:
    match move.kind:
        case "draw" | "redeal":
            return move.kind
        case "W-T":
            return f"W-T{move.target + 1}"
        case "W-F":
            return "W-F"
        case "T-F":
            return f"T{move.source + 1}-F"
        case "F-T":
            return f"F{SUITS[move.source]}-T{move.target + 1}"
        case "T-T":
            times = f"x{move.size}" if move.size > 1 else ""
            return f"T{move.source + 1}-T{move.target + 1}{times}"


DRAW: Final = Move("draw", -1, -1, 0)
REDEAL: Final = Move("redeal", -1, -1, 0)
WASTE_TO_FOUNDATION: Final = Move("W-F", -1, -1, 1)
WASTE_TO_COLUMN: Final = tuple(Move("W-T", -1, target, 1) for target in range(7))
COLUMN_TO_FOUNDATION: Final = tuple(Move("T-F", source, -1, 1) for source in range(7))


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Read a move; raise :class:`InvalidMoveError`. Whether it is legal is the law's question."""
    if text == "draw":
        return DRAW
    if text == "redeal":
        return REDEAL
    match = _TEXT.fullmatch(text)
    if match is None:
        raise InvalidMoveError("unknown_move", text)
    waste_target, source, target, count, suit, foundation_target = match.groups()
    if waste_target:
        return WASTE_TO_COLUMN[int(waste_target) - 1]
    if suit:
        return Move("F-T", SUITS.index(suit), int(foundation_target) - 1, 1)
    if target:
        return Move("T-T", int(source) - 1, int(target) - 1, int(count or 1))
    return COLUMN_TO_FOUNDATION[int(source) - 1] if source else WASTE_TO_FOUNDATION
