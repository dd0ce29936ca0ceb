"""For tables on which only whole runs move: what the search needs to know besides, and its way as real moves."""

from typing import Any

from app.game.cards import Card
from app.game.law import fits_on_column, is_next_on_foundation
from app.game.moves import WASTE_TO_COLUMN, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import frames, whole_places
from app.solver.encoding import CARD, INDEX, Encoded, rooted_places
from app.solver.lines import BrokenLineError, Player


def lying_high(position: Position) -> int:
    """Return the cards that hang on the higher of the two that they can (W1)."""
    high = 0
    for column in position.columns:
        cards = column.down + column.up
        rooted = {*rooted_places(column)}
        for place in range(1, len(cards)):
            if place not in rooted and INDEX[cards[place - 1].index] & 1:
                high |= 1 << INDEX[cards[place].index]
    return high


class WholePlayer(Player):
    """Plays the frames of a search for whole runs by the law."""

    def play_all(self, encoded: Encoded, trail: list[tuple[int, ...]]) -> None:
        """Play the way that ``trail`` tells, and what is certain after it."""
        up = encoded.state[0]
        for frame in trail:
            step = frame[frames.STEP]
            if not step & frames.NO_STEP:
                card = 1 << (step & 63)
                self.take_back(up & ~frame[0], frame[-1])
                if step & frames.TO_FOUNDATION:
                    self.put_up(CARD[step & 63])
                else:
                    self.put_down(card, frame[-1])
            up = frame[0]
            if frame[frames.WAIT] == frames.FREE:
                after: int = whole_places.settled(*_settling(frame, encoded))[0]
                self.put_up_all(after & ~up)
                up = after
        self.put_up_all(~up & (1 << 52) - 1)

    def put_up_all(self, cards: int) -> None:
        """Put these cards up in whatever order it goes."""
        while cards:
            card = next((card for card in _cards(cards) if self.is_next(card)), None)
            if card is None:
                raise BrokenLineError(f"nothing of {cards:x} goes up in {self.position.text}")
            self.put_up(CARD[card.bit_length() - 1])
            cards ^= card

    def is_next(self, card: int) -> bool:
        """Tell whether the card lies open (or in stock or waste) and can go up."""
        wanted = CARD[card.bit_length() - 1]
        if not is_next_on_foundation(wanted, self.position.foundations):
            return False
        source = self.find(wanted)
        if source >= 0:
            return self.position.columns[source].up[-1] is wanted
        # Of several stock cards the soonest, so that none costs a redeal; where those are free, any.
        waste, stock = self.position.waste, self.position.stock
        return wanted in (waste[-1:] + stock[:1] if self.rules.passes is not None else waste + stock)

    def take_back(self, cards: int, high: int) -> None:
        """Take these cards back from the foundations, each to where it is to lie."""
        while cards:
            card = next((card for card in _cards(cards) if self.can_return(card, high)), None)
            if card is None:
                raise BrokenLineError(f"nothing of {cards:x} comes back in {self.position.text}")
            wanted = CARD[card.bit_length() - 1]
            self.play(Move("F-T", wanted.suit, self.target(card, high), 1))
            cards ^= card

    def can_return(self, card: int, high: int) -> bool:
        """Tell whether the card is its foundation's top and its place is free."""
        wanted = CARD[card.bit_length() - 1]
        return self.position.foundations[wanted.suit] == wanted.rank and self.target(card, high) >= 0

    def target(self, card: int, high: int) -> int:
        """Return the column that ends in the card to lie on, or an empty one for a king; −1 for none."""
        wanted = CARD[card.bit_length() - 1]
        parent: Card | None = None
        if wanted.rank < 13:
            low = whole_places.low_parent(card)
            parent = CARD[(low << 1 if high & card else low).bit_length() - 1]
        for number, column in enumerate(self.position.columns):
            if fits_on_column(wanted, column) and (parent is None or column.up[-1] is parent):
                return number
        return -1

    def put_down(self, card: int, high: int) -> None:
        """Move the card, and the run on it, to where it is to lie."""
        wanted = CARD[card.bit_length() - 1]
        source = self.find(wanted)
        if source < 0:
            self.bring_to_waste(wanted)
        target = self.target(card, high)
        if target < 0:
            raise BrokenLineError(f"{wanted} has no place in {self.position.text}")
        if source < 0:
            self.play(WASTE_TO_COLUMN[target])
            return
        up = self.position.columns[source].up
        self.play(Move("T-T", source, target, len(up) - up.index(wanted)))


def whole_line(position: Position, rules: RuleSet, encoded: Encoded, trail: list[tuple[int, ...]]) -> list[Move]:
    """Return the moves of a way that was found; raises BrokenLineError or IllegalMoveError where that fails."""
    player = WholePlayer(position, rules)
    player.play_all(encoded, trail)
    return player.moves


def _cards(mask: int) -> list[int]:
    return [1 << index for index in range(52) if mask >> index & 1]


def _settling(frame: tuple[int, ...], encoded: Encoded) -> tuple[Any, ...]:
    up, rooted, free, stock, waste, _, key, gaps = frame[:8]
    return up, rooted, free, stock, waste, key, gaps, frame[-1], encoded.layout, encoded.rules
