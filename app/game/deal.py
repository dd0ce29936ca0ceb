"""Deals, their text, the versioned shuffle and deal codes (R1.3).

A deal code is a decimal number of at most 64 bits, kept as text everywhere because browsers lose
digits above 2^53. The same code names the same deal for ever: the shuffle is written out here and
carries a version, since Python promises no stable ``random.shuffle``.
"""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from app.game.cards import CARD_BY_TEXT, CARDS, Card, cards_text
from app.game.errors import InvalidDealError

SHUFFLE_VERSION = 1
CODE_BITS = 64
# Not str.upper: it would take the long s for an S and change how many characters there are.
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)


@dataclass(frozen=True, slots=True)
class Deal:
    """An ordered deck of 52 different cards, as laid out by R1.3."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        seen: set[Card] = set()
        for place, card in enumerate(self.cards):
            if card in seen:
                raise InvalidDealError("card_twice", card.text, place)
            seen.add(card)
        if len(self.cards) < 52:
            missing = " ".join(card.text for card in CARDS if card not in seen)
            raise InvalidDealError("cards_missing", missing, len(self.cards))

    @property
    def text(self) -> str:
        """The 104 characters of the deal, round-tripping through :meth:`parse`."""
        return cards_text(self.cards)

    @staticmethod
    def parse(text: str) -> "Deal":
        """Read a deal; white space and case do not matter, ``10`` is ``T``.

        Raises :class:`InvalidDealError` whose ``place`` is the number of the card, from 0.
        """
        squeezed = "".join(text.split()).translate(_UPPER).replace("10", "T")
        cards: list[Card] = []
        for start in range(0, len(squeezed), 2):
            name = squeezed[start : start + 2]
            card = CARD_BY_TEXT.get(name)
            if card is None:
                raise InvalidDealError("unknown_card", name, start // 2)
            if len(cards) == 52:
                raise InvalidDealError("too_many_cards", name, 52)
            cards.append(card)
        return Deal(tuple(cards))

    def __str__(self) -> str:
        return self.text


def read_line(text: str) -> Deal:
    """Read a deal behind which its own code may stand, as ``klondaily deal`` prints it; raise InvalidDealError."""
    # No deal ends in a digit, so what does cannot be part of one.
    head, *rest = text.strip().rsplit(maxsplit=1) or [""]
    if not rest or not rest[0].isascii() or not rest[0].isdigit():
        return Deal.parse(text)
    deal = Deal.parse(head)
    try:
        is_its_own = deal_from_code(rest[0]) == deal
    except InvalidDealError:
        is_its_own = False
    if not is_its_own:
        raise InvalidDealError("not_its_code", rest[0])
    return deal


def _random_numbers(seed: bytes) -> Iterator[int]:
    """Yield 32-bit numbers: the SHA-256 of the seed and a 64-bit counter, cut in big-endian words."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def deal_from_seed(seed: bytes) -> Deal:
    """Shuffle a sorted deck by Fisher and Yates' method; every order is equally likely.

    Numbers that would favour small remainders are thrown away. Version :data:`SHUFFLE_VERSION`:
    changing anything here changes every deal code's deal, so it needs a new version.
    """
    numbers = _random_numbers(b"klondaily shuffle %d\n" % SHUFFLE_VERSION + seed)
    deck = list(CARDS)
    for last in range(51, 0, -1):
        size = last + 1
        limit = (1 << 32) - (1 << 32) % size
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        chosen = number % size
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return Deal(tuple(deck))


def parse_code(text: str) -> str:
    """Return the deal code in its one written form; raise :class:`InvalidDealError`."""
    digits = text.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 20:
        raise InvalidDealError("bad_code", text)
    number = int(digits)
    if number >= 1 << CODE_BITS:
        raise InvalidDealError("bad_code", text)
    return str(number)


def deal_from_code(code: str) -> Deal:
    """Return the deal that ``code`` names; raise :class:`InvalidDealError` for no code."""
    return deal_from_seed(b"code " + parse_code(code).encode())


def new_code() -> str:
    """Return a fresh unpredictable deal code."""
    return str(secrets.randbits(CODE_BITS))
