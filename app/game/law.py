"""What may be moved where, and what a move does (R2). Pure: no clock, no chance, no player."""

from typing import Final, Literal, NamedTuple

from app.game.cards import CARDS, Card
from app.game.errors import IllegalMoveError
from app.game.moves import (
    COLUMN_TO_FOUNDATION,
    DRAW,
    REDEAL,
    WASTE_TO_COLUMN,
    WASTE_TO_FOUNDATION,
    Move,
)
from app.game.position import EMPTY_COLUMN, Column, Position
from app.game.rules import RuleSet

EventKind = Literal[
    "draw",
    "redeal",
    "waste_to_column",
    "waste_to_foundation",
    "column_to_foundation",
    "column_to_column",
    "foundation_to_column",
    "turn_up",
    "column_emptied",
]

REASONS: Final = (
    "stock_empty",
    "stock_not_empty",
    "waste_empty",
    "no_pass_left",
    "column_empty",
    "foundation_empty",
    "not_enough_cards",
    "cards_face_down",
    "not_in_sequence",
    "whole_run_only",
    "same_column",
    "only_king_on_empty",
    "does_not_fit",
    "not_next_on_foundation",
    # Entries besides moves, see app.game.record.
    "game_over",
    "time_over",
    "nothing_to_undo",
    "nothing_to_redo",
    "undo_not_allowed",
    "hint_not_allowed",
    "cannot_finish",
    "record_full",
)


class Event(NamedTuple):
    """Something that happened in a move, as scoring and animation see it.

    ``card`` is the card that moved or was turned (the highest of a run); ``column`` the column it
    happened to, 0…6, or −1.
    """

    kind: EventKind
    card: Card | None = None
    column: int = -1


class Played(NamedTuple):
    """The position after a move and the events of it, in their order."""

    position: Position
    events: tuple[Event, ...]


def run_length(column: Column) -> int:
    """Return how many face-up cards at the column's end are in sequence (R2.3), 0 for an empty column."""
    up = column.up
    length = min(len(up), 1)
    while length < len(up) and up[-length].fits_on(up[-length - 1]):
        length += 1
    return length


def can_redeal(position: Position, rules: RuleSet) -> bool:
    """Tell whether the waste may be turned over now (R2.7)."""
    return not position.stock and bool(position.waste) and has_pass_left(position, rules)


def has_pass_left(position: Position, rules: RuleSet) -> bool:
    """Tell whether another pass may follow the one now running (R2.9)."""
    return rules.passes is None or position.pass_number < rules.passes


def is_next_on_foundation(card: Card, foundations: tuple[int, int, int, int]) -> bool:
    """Tell whether ``card`` may be put up now (R2.1)."""
    return foundations[card.suit] + 1 == card.rank


def fits_on_column(card: Card, column: Column) -> bool:
    """Tell whether ``card``, alone or with the run on it, may go to ``column`` (R2.2, R2.4)."""
    return card.fits_on(column.up[-1]) if column.up else card.rank == 13


def is_idle(position: Position, move: Move) -> bool:
    """Tell whether ``move`` only shifts a king from the table's edge to another empty column (R2.10)."""
    if move.kind != "T-T" or position.columns[move.target].up:
        return False
    source = position.columns[move.source]
    return not source.down and len(source.up) == move.size


def legal_moves(position: Position, rules: RuleSet) -> list[Move]:
    """Return every legal move, idle ones (R2.10) included, in a fixed order."""
    moves = []
    columns = position.columns
    foundations = position.foundations
    if position.stock:
        moves.append(DRAW)
    elif can_redeal(position, rules):
        moves.append(REDEAL)
    if position.waste:
        card = position.waste[-1]
        if is_next_on_foundation(card, foundations):
            moves.append(WASTE_TO_FOUNDATION)
        moves += [WASTE_TO_COLUMN[t] for t in range(7) if fits_on_column(card, columns[t])]
    for source, column in enumerate(columns):
        if column.up:
            if is_next_on_foundation(column.up[-1], foundations):
                moves.append(COLUMN_TO_FOUNDATION[source])
            moves += _run_moves(position, rules, source)
    for suit, height in enumerate(foundations):
        if height:
            card = CARDS[4 * (height - 1) + suit]
            moves += [Move("F-T", suit, t, 1) for t in range(7) if fits_on_column(card, columns[t])]
    return moves


def _run_moves(position: Position, rules: RuleSet, source: int) -> list[Move]:
    up = position.columns[source].up
    longest = run_length(position.columns[source])
    moves = []
    for count in range(1 if rules.partial_runs else longest, longest + 1):
        card = up[-count]
        for target, column in enumerate(position.columns):
            if target != source and fits_on_column(card, column):
                moves.append(Move("T-T", source, target, count))
    return moves


def illegal_reason(position: Position, rules: RuleSet, move: Move) -> str | None:
    """Return why ``move`` is illegal, a code out of :data:`REASONS`, or ``None`` for a legal one."""
    match move.kind:
        case "draw":
            return None if position.stock else "stock_empty"
        case "redeal":
            if position.stock:
                return "stock_not_empty"
            if not position.waste:
                return "waste_empty"
            return None if has_pass_left(position, rules) else "no_pass_left"
        case "W-F":
            return _foundation_reason(position, position.waste, "waste_empty")
        case "T-F":
            return _foundation_reason(position, position.columns[move.source].up, "column_empty")
        case "W-T":
            if not position.waste:
                return "waste_empty"
            return _column_reason(position.waste[-1], position.columns[move.target])
        case "F-T":
            height = position.foundations[move.source]
            if not height:
                return "foundation_empty"
            return _column_reason(CARDS[4 * (height - 1) + move.source], position.columns[move.target])
        case "T-T":
            return _run_reason(position, rules, move)


def _foundation_reason(position: Position, cards: tuple[Card, ...], empty: str) -> str | None:
    if not cards:
        return empty
    return None if is_next_on_foundation(cards[-1], position.foundations) else "not_next_on_foundation"


def _column_reason(card: Card, column: Column) -> str | None:
    if fits_on_column(card, column):
        return None
    return "does_not_fit" if column.up else "only_king_on_empty"


def _run_reason(position: Position, rules: RuleSet, move: Move) -> str | None:
    column = position.columns[move.source]
    if move.source == move.target:
        return "same_column"
    if not column.up:
        return "column_empty"
    if move.size > len(column.up):
        return "not_enough_cards" if move.size > len(column.up) + len(column.down) else "cards_face_down"
    longest = run_length(column)
    if move.size > longest:
        return "not_in_sequence"
    if move.size < longest and not rules.partial_runs:
        return "whole_run_only"
    return _column_reason(column.up[-move.size], position.columns[move.target])


def play(position: Position, rules: RuleSet, move: Move) -> Played:
    """Return the position after ``move`` and its events; raise :class:`IllegalMoveError`."""
    reason = illegal_reason(position, rules, move)
    if reason is not None:
        raise IllegalMoveError(reason, move.text, position.text)
    match move.kind:
        case "draw":
            return _draw(position, rules.draw)
        case "redeal":
            after = Position(position.waste, (), position.foundations, position.columns, position.pass_number + 1)
            return Played(after, (Event("redeal"),))
        case "W-F":
            card = position.waste[-1]
            foundations = _raised(position.foundations, card.suit, 1)
            after = Position(position.stock, position.waste[:-1], foundations, position.columns, position.pass_number)
            return Played(after, (Event("waste_to_foundation", card),))
        case "W-T":
            card = position.waste[-1]
            columns = _with_cards(position.columns, move.target, (card,))
            after = Position(position.stock, position.waste[:-1], position.foundations, columns, position.pass_number)
            return Played(after, (Event("waste_to_column", card, move.target),))
        case "F-T":
            card = CARDS[4 * (position.foundations[move.source] - 1) + move.source]
            columns = _with_cards(position.columns, move.target, (card,))
            after = position._replace(columns=columns, foundations=_raised(position.foundations, card.suit, -1))
            return Played(after, (Event("foundation_to_column", card, move.target),))
        case "T-F" | "T-T":
            return _from_column(position, move)


def _draw(position: Position, count: int) -> Played:
    drawn = position.stock[:count]
    # Turned one after the other (R2.6): the card turned last lies on top, which is the waste's end.
    waste = position.waste + drawn
    after = Position(position.stock[count:], waste, position.foundations, position.columns, position.pass_number)
    return Played(after, (Event("draw", drawn[-1]),))


def _from_column(position: Position, move: Move) -> Played:
    columns = list(position.columns)
    column = columns[move.source]
    moved = column.up[-move.size :]
    left, turned = _without_last(column, move.size)
    columns[move.source] = left
    foundations = position.foundations
    if move.kind == "T-F":
        foundations = _raised(foundations, moved[0].suit, 1)
        events = [Event("column_to_foundation", moved[0], move.source)]
        emptied = left is EMPTY_COLUMN
    else:
        target = columns[move.target]
        # R2.10: a king shifted between the edges changes nothing, so its column does not count as emptied (R6.2).
        emptied = left is EMPTY_COLUMN and bool(target.up)
        columns[move.target] = Column(target.down, target.up + moved)
        events = [Event("column_to_column", moved[0], move.target)]
    if turned is not None:
        events.append(Event("turn_up", turned, move.source))
    if emptied:
        events.append(Event("column_emptied", None, move.source))
    after = Position(position.stock, position.waste, foundations, tuple(columns), position.pass_number)
    return Played(after, tuple(events))


def _without_last(column: Column, count: int) -> tuple[Column, Card | None]:
    """Return the column without its last cards, and the card that was turned up by that (R2.5)."""
    up = column.up[:-count]
    if up:
        return Column(column.down, up), None
    if column.down:
        return Column(column.down[:-1], column.down[-1:]), column.down[-1]
    return EMPTY_COLUMN, None


def _raised(foundations: tuple[int, int, int, int], suit: int, by: int) -> tuple[int, int, int, int]:
    heights = list(foundations)
    heights[suit] += by
    return (heights[0], heights[1], heights[2], heights[3])


def _with_cards(columns: tuple[Column, ...], target: int, cards: tuple[Card, ...]) -> tuple[Column, ...]:
    column = columns[target]
    return (*columns[:target], Column(column.down, column.up + cards), *columns[target + 1 :])
