"""Case 51: every card on every card, and every card on every foundation, as tables."""

from app.game.cards import CARDS
from app.game.errors import IllegalMoveError
from app.game.law import legal_moves, play
from app.game.moves import parse_move
from app.game.position import EMPTY_COLUMN, Column, Position
from app.game.rules import rule_set

RULES = rule_set("standard-1")

# R2.2 written out: below each card, the two cards that may lie on it. Aces bear nothing.
BEARS = {
    "2C": "AD AH", "2S": "AD AH", "2D": "AC AS", "2H": "AC AS",
    "3C": "2D 2H", "3S": "2D 2H", "3D": "2C 2S", "3H": "2C 2S",
    "4C": "3D 3H", "4S": "3D 3H", "4D": "3C 3S", "4H": "3C 3S",
    "5C": "4D 4H", "5S": "4D 4H", "5D": "4C 4S", "5H": "4C 4S",
    "6C": "5D 5H", "6S": "5D 5H", "6D": "5C 5S", "6H": "5C 5S",
    "7C": "6D 6H", "7S": "6D 6H", "7D": "6C 6S", "7H": "6C 6S",
    "8C": "7D 7H", "8S": "7D 7H", "8D": "7C 7S", "8H": "7C 7S",
    "9C": "8D 8H", "9S": "8D 8H", "9D": "8C 8S", "9H": "8C 8S",
    "TC": "9D 9H", "TS": "9D 9H", "TD": "9C 9S", "TH": "9C 9S",
    "JC": "TD TH", "JS": "TD TH", "JD": "TC TS", "JH": "TC TS",
    "QC": "JD JH", "QS": "JD JH", "QD": "JC JS", "QH": "JC JS",
    "KC": "QD QH", "KS": "QD QH", "KD": "QC QS", "KH": "QC QS",
}  # fmt: skip


def accepted(position: Position, text: str) -> bool:
    move = parse_move(text)
    try:
        play(position, RULES, move)
    except IllegalMoveError:
        assert move not in legal_moves(position, RULES)
        return False
    assert move in legal_moves(position, RULES)
    return True


def with_columns(*columns: Column, waste=(), foundations=(0, 0, 0, 0)) -> Position:
    return Position((), waste, foundations, columns + (EMPTY_COLUMN,) * (7 - len(columns)), 1)


def test_case_51_all_52_by_52_pairs_on_columns():
    pairs = 0
    for parent in CARDS:
        for card in CARDS:
            fits = card.text in BEARS.get(parent.text, "").split()
            assert card.fits_on(parent) is fits
            target = Column((), (parent,))
            assert accepted(with_columns(target, Column((), (card,))), "T2-T1") is fits, (card, parent)
            assert accepted(with_columns(target, waste=(card,)), "W-T1") is fits, (card, parent)
            foundations = tuple(card.rank if suit == card.suit else 0 for suit in range(4))
            from_foundation = f"F{card.text[1]}-T1"
            assert accepted(with_columns(target, foundations=foundations), from_foundation) is fits, (card, parent)
            pairs += fits
    assert pairs == 96


def test_case_51_all_4_by_13_foundations_take_their_next_card_alone():
    taken = 0
    for suit in range(4):
        for height in range(13 + 1):
            foundations = tuple(height if s == suit else 0 for s in range(4))
            for card in CARDS:
                # Another suit's foundation is empty here, so that only its ace may go up.
                fits = card.rank == (height if card.suit == suit else 0) + 1
                position = with_columns(Column((), (card,)), foundations=foundations)
                assert accepted(position, "T1-F") is fits, (card, foundations)
                assert accepted(with_columns(waste=(card,), foundations=foundations), "W-F") is fits
                taken += fits and card.suit == suit
    assert taken == 4 * 13


def test_case_51_only_the_four_kings_go_to_an_empty_column():
    for card in CARDS:
        for count, text in ((1, "T1-T2"), (2, "T1-T2x2")):
            child = BEARS.get(card.text, "").split()
            if count == 2 and not child:
                continue
            run = (card, *(other for other in CARDS if other.text in child[: count - 1]))
            position = with_columns(Column((CARDS[0],), run))
            assert accepted(position, text) is (card.text[0] == "K"), run
