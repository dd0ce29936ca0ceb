"""Markup of single cards. Every piece that does not depend on the move is made once and kept."""

from functools import lru_cache
from html import escape

from app.game.cards import CARDS, RANKS, SUITS, Card
from app.i18n import NP_, Language, translator

SUIT_NAMES = (NP_("suit", "clubs"), NP_("suit", "diamonds"), NP_("suit", "hearts"), NP_("suit", "spades"))
RANK_NAMES = (
    NP_("rank", "ace"),
    *("2", "3", "4", "5", "6", "7", "8", "9", "10"),
    NP_("rank", "jack"),
    NP_("rank", "queen"),
    NP_("rank", "king"),
)


def suit_name(suit: int, language: Language) -> str:
    """Return the suit's name, ``suit`` being 0…3 in the order C D H S."""
    return translator(language).pgettext("suit", SUIT_NAMES[suit])


@lru_cache(maxsize=256)
def card_name(card: Card, language: Language) -> str:
    """Return the card's name as read out: "Queen of spades"; pips as digits, which any voice can read."""
    words = translator(language)
    rank = RANK_NAMES[card.rank - 1]
    spoken = rank if rank.isdigit() else words.pgettext("rank", rank)
    name = words.gettext("%(rank)s of %(suit)s", rank=spoken, suit=suit_name(card.suit, language))
    return name[0].upper() + name[1:]


def _face(card: Card) -> str:
    colour = "red" if card.is_red else "black"
    rank, suit = RANKS[card.rank - 1], SUITS[card.suit]
    return f'class="card {colour}" id="{card}" data-card="{card}" data-rank="{rank}" data-suit="{suit}"'


def _marked(card: Card, mark: str) -> str:
    return _face(card).replace('class="card ', f'class="card {mark} ')


FACES = tuple(_face(card) for card in CARDS)


@lru_cache(maxsize=16)
def backs(count: int, language: Language) -> str:
    """Return ``count`` face-down cards; they are all alike, to the eye and in every byte."""
    label = escape(translator(language).gettext("face down"))
    return f'<span class="card back" role="img" aria-label="{label}"></span>' * count


def place_in_column(language: Language, card: Card, column: int, number: int, total: int) -> str:
    """Return the label "Queen of spades, column 3, card 5 of 6", escaped."""
    return _in_column(language, card, column).replace("\0", str(number)).replace("\1", str(total))


@lru_cache(maxsize=1024)
def _in_column(language: Language, card: Card, column: int) -> str:
    return escape(
        translator(language).gettext(
            "%(card)s, column %(column)s, card %(number)s of %(total)s",
            card=card_name(card, language),
            column=column + 1,
            number="\0",
            total="\1",
        )
    )


@lru_cache(maxsize=1024)
def place_on_pile(language: Language, card: Card, pile: str) -> str:
    """Return the label "Queen of spades, on the waste", escaped; ``pile`` is ``W`` or a foundation's name."""
    words = translator(language)
    where = words.gettext("waste") if pile == "W" else words.gettext("foundation")
    return escape(f"{card_name(card, language)}, {where}")


def button(card: Card, to: str, value: str, label: str, mark: str = "", sends: str = 'name="entry"') -> str:
    """Return an open card that can be played; ``to`` are its places, best first, ``value`` what a tap enters.

    ``sends`` says as what, and where to if not where the table's form goes.
    """
    face = _marked(card, mark) if mark else FACES[card.index]
    places = f' data-to="{to}"' if to else ""
    return f'<button {face}{places} {sends} value="{value}" aria-label="{label}"></button>'


def picture(card: Card, label: str) -> str:
    """Return an open card that lies under another one and cannot be played."""
    return f'<span {FACES[card.index]} role="img" aria-label="{label}"></span>'
