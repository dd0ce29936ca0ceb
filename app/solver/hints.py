"""Hints from what the player can see (R9.2); those from a proven win are :func:`app.jobs.hinting.advice`.

The search looks for the cheapest way to a gain in the sense of R8.3 and returns its first
move. Costs are above zero and a gain is never lost again, so whoever follows hints can not go in circles:
with every hint the cost of the way that is left falls, until something is gained. Nothing that lies face
down, and no stock card that has not been through the waste yet, has any part in it.
"""

from typing import Literal, NamedTuple

from app.game.moves import DRAW, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import hint_whole_runs, masks
from app.solver.encoding import CARD, encode
from app.solver.hint_arrangements import Action, Search
from app.solver.hint_costs import bring_up
from app.solver.lines import Player

HintKind = Literal["move", "draw", "redeal", "stuck", "unknown"]


class Hint(NamedTuple):
    """An answer to "what now?"; ``move`` is the move to make, for draws and redeals too, else ``None``.

    ``"stuck"`` says that nothing can be gained any more (R8.3), ``"unknown"`` that the search ended before it knew.
    """

    kind: HintKind
    move: Move | None


def _of_move(move: Move) -> Hint:
    if move.kind == "draw":
        return Hint("draw", move)
    if move.kind == "redeal":
        return Hint("redeal", move)
    return Hint("move", move)


def hint_visible(
    position: Position,
    rules: RuleSet,
    *,
    gain_base: int,
    previous: Position | None = None,
    is_stuck: bool = False,
) -> Hint:
    """Return the hint that follows from the visible cards alone; it is the same for all deals that look the same.

    ``gain_base`` is the number of cards on the foundations that a gain must pass (R8.3), ``previous`` the
    position before the move just made, whose reverse is hinted at only where nothing else gains. Stock cards
    count as seen from the second pass on, and on open tables. Pass ``is_stuck`` where the table already says
    so; a table whose stock is seen is found stuck here as well.
    """
    if is_stuck or position.is_won:
        return Hint("stuck", None)
    if rules.partial_runs:
        search = Search(position, rules, gain_base)
        action = search.best(_arrangement(previous, rules)) if previous is not None else None
        action = action or search.best(None)
        move, is_complete = action and _first_move(position, rules, action), search.is_complete
    else:
        move, is_complete = hint_whole_runs.cheapest_move(position, rules, gain_base, previous)
    if move is None:
        return Hint("stuck" if is_complete else "unknown", None)
    return _of_move(move)


def _arrangement(position: Position, rules: RuleSet) -> tuple[int, int]:
    state = encode(position, rules).state
    return state[0], state[1]


def _first_move(position: Position, rules: RuleSet, action: Action) -> Move:
    """Return the first real move that carries ``action`` out."""
    if not action.bit:
        return DRAW
    card = CARD[masks.index_of(action.bit)]
    if card in position.waste + position.stock:
        before = bring_up(card, position)
        if before is not None:
            return before
    player = Player(position, rules)
    if action.goes_up:
        player.put_up(card)
    else:
        player.put_on(card)
    return player.moves[0]
