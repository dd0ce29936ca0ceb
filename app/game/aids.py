"""Play aids that need no search: the best place of a tap, finishing, auto-moves (R9.1, R8.2, R9.3)."""

from itertools import pairwise

from app.game.law import fits_on_column, is_next_on_foundation, run_length
from app.game.moves import COLUMN_TO_FOUNDATION, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Position
from app.game.rules import RuleSet


def places(position: Position, rules: RuleSet, source: int, count: int) -> list[Move]:
    """Return the legal moves of the last ``count`` cards of column ``source`` (−1: the waste's top card), best first.

    The order is that of a tap (R9.1): foundation, then columns from the left, then empty columns. A
    king's idle shift (R2.10) comes last; :func:`tap_move` never plays it.
    """
    moves: list[Move] = []
    if source < 0:
        card = position.waste[-1]
        if is_next_on_foundation(card, position.foundations):
            moves.append(WASTE_TO_FOUNDATION)
        candidates = list(WASTE_TO_COLUMN)
    else:
        column = position.columns[source]
        longest = run_length(column)
        card = column.up[-count]
        if count == 1 and is_next_on_foundation(card, position.foundations):
            moves.append(COLUMN_TO_FOUNDATION[source])
        if count > longest or (count < longest and not rules.partial_runs):
            return moves
        candidates = [Move("T-T", source, target, count) for target in range(7) if target != source]
    return moves + [move for move in candidates if fits_on_column(card, position.columns[move.target])]


def tap_move(position: Position, rules: RuleSet, source: int, count: int) -> Move | None:
    """Return the move that a tap on a card makes (R9.1), or ``None`` where it has no place."""
    for move in places(position, rules, source, count):
        if move.kind != "T-T" or position.columns[move.target].up:
            return move
        column = position.columns[source]
        if column.down or len(column.up) > count:
            return move
    return None


def can_finish(position: Position) -> bool:
    """Tell whether the win is certain and may be played out (R8.2).

    Besides an empty stock and waste with every card face up, ranks must not rise along a column: in
    open Klondike a low card can still lie under a high one, and then nothing is certain yet.
    """
    if position.stock or position.waste or position.is_won:
        return False
    for column in position.columns:
        if column.down or any(deeper.rank < later.rank for deeper, later in pairwise(column.up)):
            return False
    return True


def finish_moves(position: Position) -> list[Move]:
    """Return the moves that put everything up in rank order; only where :func:`can_finish` holds."""
    order = [
        (card.rank, -depth, source)
        for source, column in enumerate(position.columns)
        for depth, card in enumerate(column.up)
    ]
    return [COLUMN_TO_FOUNDATION[source] for _, _, source in sorted(order)]


def auto_move(position: Position, rules: RuleSet, kept: frozenset[int] = frozenset()) -> Move | None:
    """Return the next card to put up by itself because the tableau can never need it (R9.3), or ``None``.

    ``kept`` are the indices of cards that the player took down and that stay. Call it again with the
    position after the move until it returns ``None``.
    """
    for source, column in enumerate(position.columns):
        if column.up and column.up[-1].index not in kept and _is_safe(position, column.up[-1].rank, column.up[-1].suit):
            return COLUMN_TO_FOUNDATION[source]
    if rules.draw == 1 and position.waste:
        card = position.waste[-1]
        if card.index not in kept and _is_safe(position, card.rank, card.suit):
            return WASTE_TO_FOUNDATION
    return None


def _is_safe(position: Position, rank: int, suit: int) -> bool:
    heights = position.foundations
    if heights[suit] + 1 != rank:
        return False
    # Suits 1 and 2 are red: the other colour's two foundations.
    others = (heights[0], heights[3]) if suit in (1, 2) else (heights[1], heights[2])
    return rank <= 2 or rank <= min(others) + 1
