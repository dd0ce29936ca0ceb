"""Play aids that need no search: the best place of a tap, finishing, auto-moves (R9.1, R8.2, R9.3)."""

from functools import lru_cache
from typing import Final

from app.game.cards import CHILD_BITS, Card
from app.game.law import run_length
from app.game.moves import COLUMN_TO_FOUNDATION, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Column, Position
from app.game.rules import RuleSet

_KINGS: Final = 0b1111 << 48


@lru_cache(maxsize=2048)
def leaving(up: tuple[Card, ...], partial_runs: bool) -> tuple[range, int]:
    """Return in which sizes a column's cards may leave it together, and the first cards of these as bits by index.

    Kept, as from move to move most columns stay as they are.
    """
    longest = run_length(Column((), up))
    sizes = range(1 if partial_runs else longest, longest + 1)
    return sizes, sum(1 << up[-size].index for size in sizes if size)


class Openings:
    """Where every open card of a position may go, worked out once for all of them.

    ``wanted`` are the cards that fit on some column, ``rising`` those that fit on a foundation, as bits by card index.
    """

    __slots__ = ("_tops", "empty", "partial_runs", "position", "rising", "wanted")

    def __init__(self, position: Position, rules: RuleSet) -> None:
        self.position = position
        self.partial_runs = rules.partial_runs
        self._tops: list[int] = []
        self.empty: list[int] = []
        wanted = 0
        for target, (_, up) in enumerate(position.columns):
            if up:
                top = up[-1].index
                self._tops.append(top)
                wanted |= CHILD_BITS[top]
            else:
                self._tops.append(-1)
                self.empty.append(target)
        self.wanted = wanted | _KINGS if self.empty else wanted
        clubs, diamonds, hearts, spades = position.foundations
        # Above the king there is no card of that index.
        self.rising = 1 << 4 * clubs | 2 << 4 * diamonds | 4 << 4 * hearts | 8 << 4 * spades

    def goes_up(self, card: Card) -> bool:
        """Tell whether the card, being the last of its pile, fits on its foundation."""
        return bool(self.rising >> card.index & 1)

    def columns(self, card: Card, source: int = -1) -> list[int]:
        """Return the columns other than ``source`` on which the card fits, from the left."""
        if not self.wanted >> card.index & 1:
            return []
        if card.rank == 13:
            return [target for target in self.empty if target != source]
        bit = 1 << card.index
        return [t for t, top in enumerate(self._tops) if top >= 0 and CHILD_BITS[top] & bit and t != source]

    def runs(self, source: int) -> range:
        """Return how many cards may leave column ``source`` together: a range of sizes."""
        return leaving(self.position.columns[source].up, self.partial_runs)[0]


def places(position: Position, rules: RuleSet, source: int, size: int) -> list[Move]:
    """Return the legal moves of the last ``size`` cards of column ``source`` (−1: the waste's top card), best first.

    The order is that of a tap (R9.1): foundation, then columns from the left, then empty columns. A
    king's idle shift (R2.10) is among them, though no tap plays it.
    """
    openings = Openings(position, rules)
    card = position.waste[-1] if source < 0 else position.columns[source].up[-size]
    moves: list[Move] = []
    if size == 1 and openings.goes_up(card):
        moves.append(WASTE_TO_FOUNDATION if source < 0 else COLUMN_TO_FOUNDATION[source])
    if source < 0:
        moves += [WASTE_TO_COLUMN[target] for target in openings.columns(card)]
    elif size in openings.runs(source):
        moves += [Move("T-T", source, target, size) for target in openings.columns(card, source)]
    return moves


def can_finish(position: Position) -> bool:
    """Tell whether the win is certain and may be played out (R8.2).

    Besides an empty stock and waste with every card face up, the cards must come off in an order in which
    they go up: in open Klondike a low card can still lie under a high one of its suit.
    """
    if position.stock or position.waste or position.is_won or any(column.down for column in position.columns):
        return False
    return position.foundation_count + len(finish_moves(position)) == 52


def finish_moves(position: Position) -> list[Move]:
    """Return the moves that put up what can go up, the lowest rank first; all cards where :func:`can_finish` holds."""
    heights = list(position.foundations)
    piles = [list(column.up) for column in position.columns]
    moves: list[Move] = []
    while True:
        ready = [(p[-1].rank, source) for source, p in enumerate(piles) if p and heights[p[-1].suit] + 1 == p[-1].rank]
        if not ready:
            return moves
        _, source = min(ready)
        heights[piles[source].pop().suit] += 1
        moves.append(COLUMN_TO_FOUNDATION[source])


def kept_after(position: Position, rules: RuleSet, move: Move, kept: int) -> int:
    """Return which cards auto-moves leave alone once ``move`` was made in ``position`` (R9.3), as bits by card index.

    A card taken down from a foundation is kept until it is moved or the player puts another card up. What
    an auto-move would put up does not count as that: so ``kept`` follows from the moves alone, whoever made them.
    """
    match move.kind:
        case "F-T":
            return kept | 1 << (4 * (position.foundations[move.source] - 1) + move.source)
        case "T-T":
            for card in position.columns[move.source].up[-move.size :]:
                kept &= ~(1 << card.index)
        case "W-F":
            return _kept_after_put_up(position, position.waste[-1], kept, may_be_auto=rules.draw == 1)
        case "T-F":
            return _kept_after_put_up(position, position.columns[move.source].up[-1], kept, may_be_auto=True)
    return kept


def _kept_after_put_up(position: Position, card: Card, kept: int, *, may_be_auto: bool) -> int:
    if kept >> card.index & 1:
        return kept & ~(1 << card.index)
    return kept if may_be_auto and _is_safe(position, card.rank, card.suit) else 0


def auto_move(position: Position, rules: RuleSet, kept: int = 0) -> Move | None:
    """Return the next card to put up by itself because the tableau can never need it (R9.3), or ``None``.

    ``kept`` has the bits of the cards that the player took down and that stay. Call it again with the
    position after the move until it returns ``None``.
    """
    for source, column in enumerate(position.columns):
        if column.up and _goes_by_itself(position, column.up[-1], kept):
            return COLUMN_TO_FOUNDATION[source]
    if rules.draw == 1 and position.waste and _goes_by_itself(position, position.waste[-1], kept):
        return WASTE_TO_FOUNDATION
    return None


def _goes_by_itself(position: Position, card: Card, kept: int) -> bool:
    return not kept >> card.index & 1 and _is_safe(position, card.rank, card.suit)


def _is_safe(position: Position, rank: int, suit: int) -> bool:
    heights = position.foundations
    if heights[suit] + 1 != rank:
        return False
    # Suits 1 and 2 are red: the other colour's two foundations.
    others = (heights[0], heights[3]) if suit in (1, 2) else (heights[1], heights[2])
    return rank <= 2 or rank <= min(others) + 1
