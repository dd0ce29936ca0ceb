"""The 52 cards (R1.1, R1.2)."""

from typing import Final

from app.game.errors import InvalidCardError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"


class Card:
    """One of the 52 cards; there is exactly one object for each, so cards compare by identity.

    ``rank`` runs from 1 (ace) to 13 (king), ``suit`` from 0 to 3 in the order C D H S, ``index`` is
    ``4 * (rank - 1) + suit``, ``text`` the notation (``TD``). Get them from :data:`CARDS` or
    :meth:`parse`, never from the constructor.
    """

    __slots__ = ("index", "is_red", "rank", "suit", "text")

    index: int
    rank: int
    suit: int
    is_red: bool
    text: str

    def __init__(self, index: int) -> None:
        self.index = index
        self.rank = index // 4 + 1
        self.suit = index % 4
        self.is_red = self.suit in (1, 2)
        self.text = RANKS[self.rank - 1] + SUITS[self.suit]

    @staticmethod
    def parse(text: str) -> "Card":
        """Return the card named ``text``, e.g. ``"TD"``; raise :class:`InvalidCardError`."""
        try:
            return CARD_BY_TEXT[text]
        except KeyError:
            raise InvalidCardError("unknown_card", text) from None

    def fits_on(self, parent: "Card") -> bool:
        """Tell whether this card may lie on ``parent`` in a column: one lower, other colour (R2.2)."""
        return self.rank + 1 == parent.rank and self.is_red is not parent.is_red

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # Unpickling must give the one object of this card, or identity would no longer mean equality.
        return (Card.parse, (self.text,))


CARDS: Final = tuple(Card(index) for index in range(52))
#: For each card, the two cards that may lie on it in a column, as bits by card index.
CHILD_BITS: Final = tuple(sum(1 << card.index for card in CARDS if card.fits_on(parent)) for parent in CARDS)
CARD_BY_TEXT: Final = {card.text: card for card in CARDS}


def cards_text(cards: tuple[Card, ...]) -> str:
    """Return the cards' notation without separators."""
    return "".join([card.text for card in cards])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written without separators; raise :class:`InvalidCardError` with its place in characters."""
    try:
        return tuple([CARD_BY_TEXT[text[i : i + 2]] for i in range(0, len(text), 2)])
    except KeyError:
        place = next(i for i in range(0, len(text), 2) if text[i : i + 2] not in CARD_BY_TEXT)
        raise InvalidCardError("unknown_card", text[place : place + 2], place) from None
