"""Tables drawn as text, and the complete alphabet of moves, for the tests of the law."""

from app.game.cards import RANKS, Card, parse_cards
from app.game.position import EMPTY_COLUMN, Column, Position

ALL_MOVES = (
    "draw",
    "redeal",
    "W-F",
    *(f"W-T{t}" for t in range(1, 8)),
    *(f"T{s}-F" for s in range(1, 8)),
    *(f"T{s}-T{t}" for s in range(1, 8) for t in range(1, 8)),
    *(f"T{s}-T{t}x{n}" for s in range(1, 8) for t in range(1, 8) for n in range(2, 14)),
    *(f"F{suit}-T{t}" for suit in "CDHS" for t in range(1, 8)),
)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards("".join(text.split()))


def table(drawing: str, *, pass_number: int = 1) -> Position:
    """Read a drawn table; it need not hold all 52 cards, the law does not count them.

    A line is one pile: ``S`` stock (next card first), ``W`` waste (top last), ``F`` the four foundations' tops in
    the order C D H S, ``1`` … ``7`` the columns, face-down cards before a ``|``. A pile not drawn is empty.
    """
    piles = {}
    for line in drawing.strip().splitlines():
        name, _, content = line.strip().partition(" ")
        assert name in {"S", "W", "F", *"1234567"}, line
        assert name not in piles, line
        piles[name] = content
    tops = piles.get("F", "- - - -").split()
    heights = tuple(RANKS.find(top) + 1 for top in tops)
    assert len(heights) == 4
    columns = tuple(_column(piles.get(name, "")) for name in "1234567")
    return Position(cards(piles.get("S", "")), cards(piles.get("W", "")), heights, columns, pass_number)


def _column(content: str) -> Column:
    if not content.strip():
        return EMPTY_COLUMN
    down, bar, up = content.rpartition("|")
    return Column(cards(down), cards(up if bar else content))
