"""What a hint's search pays for a step and for a gain, and for the cards that stock and waste can give."""

from collections.abc import Iterator
from typing import Final

from app.game.cards import Card
from app.game.law import has_pass_left
from app.game.moves import DRAW, REDEAL, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver.encoding import INDEX

#: More than any way to a gain costs.
NO_GAIN: Final = 1_000_000

# What a step costs that gains nothing by itself ...
STEP_UP: Final = 2
STEP_BACK: Final = 6
STEP_EDGE: Final = 3
_STEP_DRAW: Final = 1
_STEP_REDEAL: Final = 4
# ... and how much less than the best a gain is worth: the later in this list, the rather something else.
SAFE_UP: Final = 1
_TURN: Final = 4
UP: Final = 12
HELPFUL: Final = 11
_UNSEEN: Final = 20
ON_TABLE: Final = 24
_UNSEEN_LAST_PASS: Final = 26


def turn_cost(hidden: int) -> int:
    """Return the cost of turning a card up in a column where ``hidden`` lie face down: the fewer, the dearer."""
    return _TURN + 6 - min(hidden, 6)


def unseen_cost(position: Position, rules: RuleSet) -> int:
    """Return the cost of drawing a card that nobody has seen yet; :data:`NO_GAIN` where every one has been seen."""
    if _is_seen(position, rules):
        return NO_GAIN
    return _UNSEEN if has_pass_left(position, rules) else _UNSEEN_LAST_PASS


def top_costs(position: Position, rules: RuleSet) -> dict[int, int]:
    """Return the known cards (as bits) that can come to lie on the waste, dearest first, with what that costs."""
    if _is_seen(position, rules):
        return dict(_tops(position, rules))
    return {1 << INDEX[position.waste[-1].index]: 0} if position.waste else {}


def bring_up(card: Card, position: Position) -> Move | None:
    """Return the draw or redeal that has to come before ``card`` can be played; ``None`` if it lies on top."""
    if position.waste and position.waste[-1] is card:
        return None
    return DRAW if position.stock else REDEAL


def _is_seen(position: Position, rules: RuleSet) -> bool:
    """Tell whether every stock card has been through the waste."""
    return rules.open or position.pass_number > 1 or not position.stock


def _tops(position: Position, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Yield the cards that draws and redeals bring to the waste's top, dearest first, with what that costs."""
    order: tuple[Card, ...] = position.waste + position.stock
    found: list[tuple[int, int]] = []
    place, cost = len(position.waste), 0
    if place:
        found.append((1 << INDEX[order[place - 1].index], 0))
    can_redeal = has_pass_left(position, rules)
    while order:
        if place < len(order):
            place, cost = min(place + rules.draw, len(order)), cost + _STEP_DRAW
        elif can_redeal:
            # The redeal and the first draw of the new pass.
            place, cost, can_redeal = min(rules.draw, len(order)), cost + _STEP_REDEAL + _STEP_DRAW, False
        else:
            break
        found.append((1 << INDEX[order[place - 1].index], cost))
    return iter(found[::-1])
