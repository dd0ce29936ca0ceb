"""Hints from what the player can see (R9.2); those from a proven win are :func:`app.jobs.hinting.advice`.

The search looks for the cheapest way to a gain in the sense of R8.3 and returns its first
move. Costs are above zero and a gain is never lost again, so whoever follows hints can not go in circles:
with every hint the cost of the way that is left falls, until something is gained. Nothing that lies face
down, and no stock card that has not been through the waste yet, has any part in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from app.game.cards import Card
from app.game.law import Event, fits_on_column, has_pass_left, is_idle, is_next_on_foundation, legal_moves, play
from app.game.moves import DRAW, REDEAL, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import masks
from app.solver.encoding import CARD, INDEX, Encoded, encode
from app.solver.lines import Player

HintKind = Literal["move", "draw", "redeal", "stuck", "unknown"]

#: Arrangements looked at for a hint from what can be seen; games have not been seen to come near the first
#: limit. The second is for whole runs, where positions have to be told apart one by one.
ARRANGEMENTS = 6_000
WHOLE_RUN_POSITIONS = 600

# What a step costs that gains nothing by itself ...
_STEP_UP = 2
_STEP_BACK = 6
_STEP_EDGE = 3
_STEP_DRAW = 1
_STEP_REDEAL = 4
# ... and how much less than the best a gain is worth: the later in this list, the rather something else.
_SAFE_UP = 1
_TURN = 4
_UP = 12
_HELPFUL = 11
_UNSEEN = 20
_ON_TABLE = 24
_UNSEEN_LAST_PASS = 26


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
    if not rules.partial_runs:
        return _hint_whole_runs(position, rules, gain_base, previous)
    search = _Search(position, rules, gain_base)
    action = search.best(_arrangement(previous, rules)) if previous is not None else None
    action = action or search.best(None)
    if action is None:
        return Hint("stuck" if search.is_complete else "unknown", None)
    return _of_move(_first_move(position, rules, action))


def _arrangement(position: Position, rules: RuleSet) -> tuple[int, int]:
    state = encode(position, rules).state
    return state[0], state[1]


def _hint_whole_runs(position: Position, rules: RuleSet, gain_base: int, previous: Position | None) -> Hint:
    """Search the table's positions one by one: with whole runs a card once hung up cannot be carried over."""
    is_seen = _is_seen(position, rules)
    tops = dict(_tops(position, rules)) if is_seen else _waste_top(position)
    prices = [(CARD[masks.index_of(bit)], price) for bit, price in tops.items()]
    unseen_cost = _UNSEEN if has_pass_left(position, rules) else _UNSEEN_LAST_PASS
    unseen: tuple[int, Move | None] = (1_000_000, None) if is_seen else (unseen_cost, DRAW)
    done: set[tuple[str, ...]] = set()
    for avoided in (previous, None) if previous is not None else (None,):
        best = unseen
        heap: list[tuple[int, int, Position, Move | None]] = [(0, 0, position, None)]
        done = set() if avoided is None else {_tableau(avoided)} - {_tableau(position)}
        number = 0
        while heap and len(done) < WHOLE_RUN_POSITIONS:
            cost, _, here, first = heappop(heap)
            if cost >= best[0]:
                break
            if _tableau(here) in done:
                continue
            done.add(_tableau(here))
            for card, price in prices:
                worth, move = _worth_of_top(card, here)
                if move is not None and cost + price + worth < best[0]:
                    best = (cost + price + worth, first or _bring_up(card, position) or move)
            for move in legal_moves(here, rules):
                if move.kind in ("draw", "redeal", "W-F", "W-T") or is_idle(here, move):
                    continue
                after, events = play(here, rules, move)
                worth, gains = _price(here, after, move, events, gain_base)
                if gains and cost + worth < best[0]:
                    best = (cost + worth, first or move)
                elif not gains and _tableau(after) not in done:
                    number += 1
                    heappush(heap, (cost + worth, number, after, first or move))
        if best[1] is not None:
            return _of_move(best[1])
    return Hint("stuck" if len(done) < WHOLE_RUN_POSITIONS else "unknown", None)


def _tableau(position: Position) -> tuple[str, ...]:
    """Return what tells the table's arrangements apart, whichever column is which."""
    return tuple(sorted(str(column.up) for column in position.columns))


def _worth_of_top(card: Card, position: Position) -> tuple[int, Move | None]:
    """Return the cost and the move of a card that lies on top of the waste; no move where it has no place."""
    if is_next_on_foundation(card, position.foundations):
        return _UP, WASTE_TO_FOUNDATION
    for target, column in enumerate(position.columns):
        if fits_on_column(card, column):
            return _ON_TABLE, WASTE_TO_COLUMN[target]
    return 0, None


def _bring_up(card: Card, position: Position) -> Move | None:
    """Return the draw or redeal that has to come before ``card`` can be played; ``None`` if it lies on top."""
    if position.waste and position.waste[-1] is card:
        return None
    return DRAW if position.stock else REDEAL


def _price(here: Position, after: Position, move: Move, events: tuple[Event, ...], gain_base: int) -> tuple[int, bool]:
    """Return what a move in the tableau costs, and whether it gains."""
    if any(event.kind == "turn_up" for event in events):
        return _TURN + 6 - min(len(here.columns[move.source].down), 6), True
    if move.kind == "T-F":
        return (_UP, True) if after.foundation_count > gain_base else (_STEP_UP, False)
    return (_STEP_BACK if move.kind == "F-T" else _STEP_EDGE), False


def _is_seen(position: Position, rules: RuleSet) -> bool:
    """Tell whether every stock card has been through the waste."""
    return rules.open or position.pass_number > 1 or not position.stock


class _Action(NamedTuple):
    """A card that goes up or to the table; no card: the next one is drawn to be seen."""

    bit: int
    goes_up: bool


_DRAW_UNSEEN = _Action(0, False)


class _State(NamedTuple):
    up: int
    rooted: int
    free: int
    gaps: int


@dataclass(frozen=True, slots=True)
class _View:
    """One arrangement's masks (see :func:`app.solver.masks.look`)."""

    loose: int
    spare: int
    room: int
    following: int


class _Search:
    """Dijkstra's search for the cheapest gain over arrangements of the cards that lie face up."""

    def __init__(self, position: Position, rules: RuleSet, gain_base: int) -> None:
        self.encoded: Encoded = encode(position, rules)
        self.gain_base = gain_base
        state = self.encoded.state
        self.start = _State(state[0], state[1], state[2], state[7])
        self.hidden = {1 << INDEX[column.up[0].index]: len(column.down) for column in position.columns if column.up}
        self.is_seen = _is_seen(position, rules)
        self.is_complete = True
        self.tops = dict(_tops(position, rules)) if self.is_seen else _waste_top(position)
        self.unseen_cost = _UNSEEN if has_pass_left(position, rules) else _UNSEEN_LAST_PASS

    def best(self, avoided: tuple[int, int] | None) -> _Action | None:
        """Return the first step of the cheapest way to a gain that does not pass ``avoided``."""
        start = self.start
        heap: list[tuple[int, int, _State, _Action | None]] = [(0, 0, start, None)]
        done: set[_State] = set()
        best: tuple[int, _Action | None] = (1_000_000, None)
        if not self.is_seen:
            best = (self.unseen_cost, _DRAW_UNSEEN)
        number = 0
        while heap and len(done) < ARRANGEMENTS:
            cost, _, state, first = heappop(heap)
            if cost >= best[0]:
                break
            if state in done:
                continue
            done.add(state)
            view = _View(*masks.look(state.up, state.rooted, state.free, state.gaps))
            for worth, action in self.gains(state, view):
                if cost + worth < best[0]:
                    best = (cost + worth, first or action)
            for price, action, after in self.steps(state, view):
                if after not in done and (after.up, after.rooted) != avoided:
                    number += 1
                    heappush(heap, (cost + price, number, after, first or action))
        self.is_complete = len(done) < ARRANGEMENTS
        return best[1]

    def gains(self, state: _State, view: _View) -> Iterator[tuple[int, _Action]]:
        """Yield what gains something at once, with its cost."""
        deep = state.rooted & self.encoded.deep
        bare = view.following & view.spare
        for card in _bits(deep & (bare | view.room)):
            goes_up = bool(card & bare)
            buried = 6 - min(self.hidden.get(card, 0), 6)
            yield _TURN + buried - (goes_up and self.is_safe(card, state)), _Action(card, goes_up)
        if state.up.bit_count() >= self.gain_base:
            for card in _bits((view.loose | state.rooted & ~deep) & bare):
                yield _SAFE_UP if self.is_safe(card, state) else _UP, _Action(card, True)
        for card, price in self.tops.items():
            if card & view.following:
                yield price + (_SAFE_UP if self.is_safe(card, state) else _UP), _Action(card, True)
            elif card & view.room:
                yield price + (_HELPFUL if self.helps(card, state, view) else _ON_TABLE), _Action(card, False)

    def steps(self, state: _State, view: _View) -> Iterator[tuple[int, _Action, _State]]:
        """Yield what gains nothing by itself, with its cost and the arrangement after it."""
        up, rooted, free, gaps = state
        edge = rooted & self.encoded.edge
        bare = view.following & view.spare
        if up.bit_count() < self.gain_base:
            for card in _bits(view.loose & bare):
                yield _STEP_UP, _Action(card, True), _State(up | card, rooted, free, gaps)
            for card in _bits(edge & bare):
                yield _STEP_UP, _Action(card, True), _State(up | card, rooted ^ card, free | card, gaps + 1)
        for card in _bits(edge & view.room):
            yield _STEP_EDGE, _Action(card, False), _State(up, rooted ^ card, free | card, gaps + 1)
        for card in _bits(up & ~(up >> 4) & view.room):
            yield _STEP_BACK, _Action(card, False), _State(up ^ card, rooted, free, gaps)

    @staticmethod
    def is_safe(card: int, state: _State) -> bool:
        """Tell whether the card can never be needed in the tableau once it is up."""
        return not masks.NEEDS[masks.index_of(card)] & ~state.up

    def helps(self, card: int, state: _State, view: _View) -> bool:
        """Tell whether the card, once on the table, gives room to one that covers others and has none."""
        waiting = state.rooted & self.encoded.deep & ~view.room & ~masks.KINGS
        return bool(masks.parents(waiting) & card)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        card = mask & -mask
        yield card
        mask ^= card


def _waste_top(position: Position) -> dict[int, int]:
    return {1 << INDEX[position.waste[-1].index]: 0} if position.waste else {}


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


def _first_move(position: Position, rules: RuleSet, action: _Action) -> Move:
    """Return the first real move that carries ``action`` out."""
    if not action.bit:
        return DRAW
    card = CARD[masks.index_of(action.bit)]
    if card in position.waste + position.stock:
        before = _bring_up(card, position)
        if before is not None:
            return before
    player = Player(position, rules)
    if action.goes_up:
        player.put_up(card)
    else:
        player.put_on(card)
    return player.moves[0]
