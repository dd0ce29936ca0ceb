"""Deals written by other programs (formats: Deals of other programs). Which form it is, is told from the text.

- our own deal text, its code behind it or not; or the text of a table as dealt;
- Solvitaire's JSON: ``tableau piles`` with the open card last, ``stock`` with the card drawn first *last*;
- Klondike-Solver's and pyksolve's digits: three a card, rank 01–13 and suit 1–4 in the order C D H S, in our order;
- the layout that PySolFC's tools and KPat print: ``Talon:`` and seven lines of cards, hidden ones in ``<>``;
- KPat's saved games (XML), whose first state is the deal.

Every reader raises :class:`~app.game.errors.InvalidDealError`.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from app.game.cards import CARD_BY_TEXT, CARDS, Card
from app.game.deal import Deal, read_line
from app.game.errors import InvalidDealError, InvalidPositionError
from app.game.position import parse_position

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Characters of the longest text that is read; a saved game of many moves has some hundred thousand.
LONGEST_TEXT: Final = 4_000_000
_RANKS: Final = {"1": "A", "01": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_XML_RANKS: Final = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
_XML_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_LABELLED: Final = re.compile(r"\s*([A-Za-z][A-Za-z ]*\d*|)\s*:(.*)")
_EMPTY_FOUNDATIONS: Final = re.compile(r"(?:[CDHS]?-?0?\s*)*", re.IGNORECASE)


def read_deal(text: str) -> Deal:
    """Return the deal that ``text`` holds in any of the forms above; raise InvalidDealError."""
    if len(text) > LONGEST_TEXT:
        raise InvalidDealError("too_long")
    text = text.lstrip("\ufeff")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    bare = "".join(lines)
    if bare.startswith("{"):
        return _read_json(text)
    if bare.startswith(("<?xml", "<kpat-game", "<!")):
        return _read_xml(text)
    if "/" in bare and "|" in bare:
        return _read_position("".join(lines))
    if ":" in bare:
        return _read_layout(lines)
    squeezed = "".join(bare.split())
    if squeezed.isascii() and squeezed.isdigit():
        return _read_digits(squeezed)
    return read_line(" ".join(lines))


def _laid_out(columns: Sequence[Sequence[Card]], stock: Iterable[Card], read: Iterable[Card] = ()) -> Deal:
    """Return the deal that lays out these columns (from the table's edge) and this stock (first card first).

    ``read`` are all the cards in the order of the text, so that the place of one that comes twice is the text's.
    """
    sizes = [len(column) for column in columns]
    if sizes != [1, 2, 3, 4, 5, 6, 7]:
        raise InvalidDealError("not_as_dealt", " ".join(map(str, sizes)) or "0")
    seen: set[Card] = set()
    for place, card in enumerate(read):
        if card in seen:
            raise InvalidDealError("card_twice", card.text, place)
        seen.add(card)
    rows = [columns[column][row] for row in range(7) for column in range(row, 7)]
    return Deal((*rows, *stock))


def _card(name: str, place: int) -> Card:
    rank, suit = name[:-1].strip().upper(), name[-1:].upper()
    card = CARD_BY_TEXT.get(_RANKS.get(rank, rank) + suit) if name.isascii() else None
    if card is None:
        raise InvalidDealError("unknown_card", name, place)
    return card


def _read_json(text: str) -> Deal:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidDealError("not_json", text[error.pos :], error.pos) from None
    except (ValueError, RecursionError):
        raise InvalidDealError("not_json", text) from None
    piles, stock = value.get("tableau piles"), value.get("stock")
    if not isinstance(piles, list) or not isinstance(stock, list):
        raise InvalidDealError("no_piles_or_stock")
    if value.get("waste") or value.get("foundations") not in (None, [], [[], [], [], []]):
        raise InvalidDealError("cards_moved")
    place = 0
    columns: list[list[Card]] = []
    for pile in [*piles, stock]:
        if not isinstance(pile, list) or not all(isinstance(name, str) for name in pile):
            raise InvalidDealError("unknown_card", place=place)
        columns.append([_card(name, place + number) for number, name in enumerate(pile)])
        place += len(pile)
    # Longer piles first or last: only their order differs.
    *tableau, drawn_last_first = columns
    read = [card for cards in columns for card in cards]
    return _laid_out(sorted(tableau, key=len), reversed(drawn_last_first), read)


def _read_digits(digits: str) -> Deal:
    cards: list[Card] = []
    for start in range(0, len(digits), 3):
        rank, suit = int(digits[start : start + 2]), int(digits[start + 2 : start + 3] or 0)
        if not 1 <= rank <= 13 or not 1 <= suit <= 4:
            raise InvalidDealError("unknown_card", digits[start : start + 3], start // 3)
        if len(cards) == 52:
            raise InvalidDealError("too_many_cards", digits[start : start + 3], 52)
        cards.append(CARDS[4 * (rank - 1) + suit - 1])
    return Deal(tuple(cards))


def _read_position(line: str) -> Deal:
    try:
        position = parse_position(line)
    except InvalidPositionError as error:
        raise InvalidDealError(error.code, error.text, error.place) from None
    if position.waste or position.foundation_count or position.pass_number != 1:
        raise InvalidDealError("cards_moved")
    return _laid_out([column.down + column.up for column in position.columns], position.stock)


def _read_layout(lines: list[str]) -> Deal:
    stock: list[Card] = []
    columns: list[list[Card]] = []
    read: list[Card] = []
    for line in lines:
        match = _LABELLED.fullmatch(line)
        label, content = (match[1].rstrip(" 0123456789").lower(), match[2]) if match else ("", line)
        if label.startswith("found"):
            if not _EMPTY_FOUNDATIONS.fullmatch(content.strip()):
                raise InvalidDealError("cards_moved", content.strip())
            continue
        cards = [_card(name, len(read) + number) for number, name in enumerate(re.sub(r"[<>]", " ", content).split())]
        read += cards
        if label in ("talon", "stock", "deck"):
            stock += cards
        elif label in ("waste", "freecells", "reserve"):
            if cards:
                raise InvalidDealError("cards_moved", content.strip())
        else:
            columns.append(cards)
    return _laid_out(columns, stock, read)


def _read_xml(text: str) -> Deal:
    if "<!" in text:
        # No saved game has a document type; entities in one could blow a small text up.
        raise InvalidDealError("not_a_saved_game", text)
    from xml.etree import ElementTree  # half a megabyte that few servers need

    try:
        root = ElementTree.fromstring(text)  # noqa: S314 (no document type, so no entities)
    except ElementTree.ParseError as error:
        line, column = error.position
        place = sum(len(before) for before in text.splitlines(keepends=True)[: line - 1]) + column
        raise InvalidDealError("not_xml", text[place:], place) from None
    except ValueError:
        raise InvalidDealError("not_xml", text) from None
    state = root.find("state")
    if root.tag != "kpat-game" or root.get("game-type") != "klondike" or state is None:
        raise InvalidDealError("not_a_saved_game", root.tag)
    piles: dict[str, dict[int, Card]] = {}
    place = 0
    for move in state.iter("move"):
        position = move.get("position", "")
        start = int(position) if re.fullmatch(r"[0-9]{1,3}", position) else 0
        for number, card in enumerate(move.iter("card")):
            piles.setdefault(move.get("pile", ""), {})[start + number] = _xml_card(card, place)
            place += 1
    if not piles.keys() <= {"talon", *(f"play{number}" for number in range(7))}:
        raise InvalidDealError("cards_moved", " ".join(sorted(piles)))
    ordered = {name: [pile[number] for number in sorted(pile)] for name, pile in piles.items()}
    return _laid_out([ordered.get(f"play{number}", []) for number in range(7)], reversed(ordered.get("talon", [])))


def _xml_card(card: "Element", place: int) -> Card:
    rank, suit = card.get("rank", ""), card.get("suit", "")
    if rank not in _XML_RANKS or suit not in _XML_SUITS:
        raise InvalidDealError("unknown_card", f"{rank} {suit}", place)
    return CARDS[4 * _XML_RANKS.index(rank) + _XML_SUITS.index(suit)]
