"""Random positions for the solver's tests."""

import random

from app.game.cards import CARDS
from app.game.deal import deal_from_code
from app.game.law import is_idle, legal_moves, play
from app.game.position import Column, Position, deal_position
from app.game.rules import RuleSet

#: Nothing can move: the aces lie under fours, and nothing fits anywhere.
LOST_TABLE = (
    "//----/2C2D2H2S3C3D3H|3S/AC|4C/AD|4D/AH|4H/AS|4S/"
    "5C5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S|9C/9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKH|KS 1"
)


def small_position(random_: random.Random, rules: RuleSet, cards: int) -> Position:
    """Return a position with ``cards`` cards left, most of them badly placed, so that about half are lost."""
    heights = [13, 13, 13, 13]
    while 52 - sum(heights) < cards:
        suit = random_.choice([suit for suit in range(4) if heights[suit] > 0])
        step = min(random_.choice((1, 1, 2, 4)), heights[suit], cards - (52 - sum(heights)))
        heights[suit] -= step
    left = [card for card in CARDS if card.rank > heights[card.suit]]
    random_.shuffle(left)
    reserve = random_.randint(0, max(0, cards * 2 // 3))
    turned = random_.randint(0, reserve)
    waste, stock, rest = left[:turned], left[turned:reserve], left[reserve:]
    piles: list[list] = [[] for _ in range(7)]
    used = random_.randint(1, 7)
    for card in rest:
        piles[random_.randrange(used)].append(card)
    # With few columns empty, kings matter; without, the empty ones would make most positions easy.
    columns = [_column(random_, pile, rules) for pile in piles]
    random_.shuffle(columns)
    passes = rules.passes or 5
    return Position(
        tuple(stock),
        tuple(waste),
        (heights[0], heights[1], heights[2], heights[3]),
        tuple(columns),
        random_.randint(1, passes),
    )


def locked_position(random_: random.Random, rules: RuleSet) -> Position:
    """Return a position with low foundations and deep columns: little can be reached, and it is often lost."""
    heights = [random_.choice((0, 0, 1, 2, 3, 4, 6)) for _ in range(4)]
    left = [card for card in CARDS if card.rank > heights[card.suit]]
    random_.shuffle(left)
    reserve = random_.randint(0, 8)
    turned = random_.randint(0, reserve)
    rest = left[reserve:]
    columns = []
    for number in range(7):
        size = len(rest) // (7 - number)
        pile, rest = rest[:size], rest[size:]
        columns.append(_column(random_, pile, rules))
    return Position(
        tuple(left[turned:reserve]),
        tuple(left[:turned]),
        (heights[0], heights[1], heights[2], heights[3]),
        tuple(columns),
        random_.randint(1, rules.passes or 5),
    )


def _column(random_: random.Random, pile: list, rules: RuleSet) -> Column:
    if rules.open:
        return Column((), tuple(pile))
    length = min(len(pile), 1)
    while length < len(pile) and random_.random() < 0.7 and pile[-length].fits_on(pile[-length - 1]):
        length += 1
    cut = len(pile) - length
    return Column(tuple(pile[:cut]), tuple(pile[cut:]))


def played_position(random_: random.Random, rules: RuleSet, moves: int, code: str) -> Position:
    """Return a position after random but not silly play from a deal."""
    position = deal_position(deal_from_code(code), rules)
    for _ in range(moves):
        choices = [move for move in legal_moves(position, rules) if not is_idle(position, move)]
        weights = [
            8 if move.kind in ("W-T", "W-F", "T-F") else 4 if move.kind == "T-T" else 1 if move.kind == "F-T" else 3
            for move in choices
        ]
        if not choices:
            break
        position = play(position, rules, random_.choices(choices, weights)[0]).position
    return position
