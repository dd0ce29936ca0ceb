"""Positions: what lies where, and which pass runs (formats: Position)."""

from functools import lru_cache
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from app.game.cards import CARDS, RANKS, Card, cards_text, parse_cards
from app.game.deal import Deal
from app.game.errors import InvalidCardError, InvalidPositionError
from app.game.rules import RuleSet


class Column(NamedTuple):
    """A tableau column from the table's edge outward: face-down cards, then face-up ones."""

    down: tuple[Card, ...]
    up: tuple[Card, ...]

    @property
    def text(self) -> str:
        """``2C9D|8S7H``; empty text for an empty column."""
        return f"{cards_text(self.down)}|{cards_text(self.up)}" if self.down or self.up else ""


EMPTY_COLUMN = Column((), ())


#: From move to move most columns stay as they are.
_column_text = lru_cache(maxsize=1024)(attrgetter("text"))


class Position(NamedTuple):
    """One arrangement of the 52 cards; immutable.

    ``stock`` begins with the card drawn next, ``waste`` ends with the playable card, ``foundations``
    are four heights 0…13 in the order C D H S, ``pass_number`` is 1 during the first pass.
    """

    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    foundations: tuple[int, int, int, int]
    columns: tuple[Column, ...]
    pass_number: int

    @property
    def text(self) -> str:
        """The one-line text form, round-tripping through :func:`parse_position`."""
        tops = "".join([RANKS[height - 1] if height else "-" for height in self.foundations])
        columns = "/".join([_column_text(column) for column in self.columns])
        return f"{cards_text(self.stock)}/{cards_text(self.waste)}/{tops}/{columns} {self.pass_number}"

    @property
    def foundation_count(self) -> int:
        """How many cards lie on the foundations."""
        return sum(self.foundations)

    @property
    def is_won(self) -> bool:
        """Tell whether all 52 cards are up (R8.1)."""
        return self.foundations == (13, 13, 13, 13)


def deal_position(deal: Deal, rules: RuleSet) -> Position:
    """Lay the deal out by R1.3; face up as a whole for open tables (R1.5)."""
    piles: list[list[Card]] = [[] for _ in range(7)]
    place = 0
    for row in range(7):
        for column in range(row, 7):
            piles[column].append(deal.cards[place])
            place += 1
    columns = tuple(Column((), tuple(pile)) if rules.open else Column(tuple(pile[:-1]), (pile[-1],)) for pile in piles)
    return Position(deal.cards[28:], (), (0, 0, 0, 0), columns, 1)


def _parse_part(text: str, place: int) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except InvalidCardError as error:
        raise InvalidPositionError(error.code, error.text, place + (error.place or 0)) from None


def _parse_column(text: str, place: int) -> Column:
    if not text:
        return EMPTY_COLUMN
    down, bar, up = text.partition("|")
    if not bar:
        raise InvalidPositionError("no_bar_in_column", text, place)
    column = Column(_parse_part(down, place), _parse_part(up, place + len(down) + 1))
    if not column.up:
        # R2.5: the last card of a column is always turned at once, so no position hides a whole column.
        raise InvalidPositionError("no_card_face_up", text, place)
    return column


def parse_position(text: str) -> Position:
    """Read a position; raise :class:`InvalidPositionError` that says what is wrong and where."""
    line = text.strip()
    piles, blank, pass_text = line.rpartition(" ")
    if not pass_text.isascii() or not pass_text.isdigit() or not blank or not int(pass_text[:10]):
        raise _bad_pass(line, piles, pass_text)
    if len(pass_text) > 9:
        raise InvalidPositionError("pass_number_too_long", pass_text, len(piles) + 1)
    parts = piles.split("/")
    if len(parts) != 10:
        raise InvalidPositionError("not_ten_parts", line)
    if " " in piles:
        raise InvalidPositionError("blank_in_position", line, piles.index(" "))
    places = [0, *accumulate(len(part) + 1 for part in parts)]
    tops = parts[2]
    if len(tops) != 4 or any(top not in RANKS + "-" for top in tops):
        raise InvalidPositionError("bad_foundations", tops, places[2])
    heights = [RANKS.find(top) + 1 for top in tops]
    position = Position(
        _parse_part(parts[0], places[0]),
        _parse_part(parts[1], places[1]),
        (heights[0], heights[1], heights[2], heights[3]),
        tuple(_parse_column(part, place) for part, place in zip(parts[3:], places[3:-1], strict=True)),
        int(pass_text),
    )
    _check_whole_deck(position)
    return position


def _bad_pass(line: str, piles: str, pass_text: str) -> InvalidPositionError:
    if not piles or "/" in pass_text:
        return InvalidPositionError("no_pass_number", line)
    if "/" not in piles:
        return InvalidPositionError("not_ten_parts", line)
    return InvalidPositionError("bad_pass_number", pass_text, len(piles) + 1)


def _check_whole_deck(position: Position) -> None:
    seen = {CARDS[4 * rank + suit] for suit in range(4) for rank in range(position.foundations[suit])}
    rest = [*position.stock, *position.waste]
    for column in position.columns:
        rest += [*column.down, *column.up]
    for card in rest:
        if card in seen:
            raise InvalidPositionError("card_twice", card.text)
        seen.add(card)
    if len(seen) != 52:
        raise InvalidPositionError("cards_missing", " ".join(card.text for card in CARDS if card not in seen))
