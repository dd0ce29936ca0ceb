"""Hints where any part of a run moves: the search goes over arrangements of the cards that lie face up."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import hint_costs, masks
from app.solver.encoding import INDEX, Encoded, encode

#: Arrangements looked at for a hint; games have not been seen to come near this.
ARRANGEMENTS: Final = 6_000


class Action(NamedTuple):
    """A card that goes up or to the table; no card: the next one is drawn to be seen."""

    bit: int
    goes_up: bool


DRAW_UNSEEN = Action(0, False)


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


class Search:
    """Dijkstra's search for the cheapest gain over arrangements of the cards that lie face up."""

    def __init__(self, position: Position, rules: RuleSet, gain_base: int) -> None:
        self.encoded: Encoded = encode(position, rules)
        self.gain_base = gain_base
        state = self.encoded.state
        self.start = _State(state[0], state[1], state[2], state[7])
        self.hidden = {1 << INDEX[column.up[0].index]: len(column.down) for column in position.columns if column.up}
        self.is_complete = True
        self.tops = hint_costs.top_costs(position, rules)
        self.unseen_cost = hint_costs.unseen_cost(position, rules)

    def best(self, avoided: tuple[int, int] | None) -> Action | None:
        """Return the first step of the cheapest way to a gain that does not pass ``avoided``."""
        start = self.start
        heap: list[tuple[int, int, _State, Action | None]] = [(0, 0, start, None)]
        done: set[_State] = set()
        is_seen = self.unseen_cost >= hint_costs.NO_GAIN
        best: tuple[int, Action | None] = (self.unseen_cost, None if is_seen else DRAW_UNSEEN)
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

    def gains(self, state: _State, view: _View) -> Iterator[tuple[int, Action]]:
        """Yield what gains something at once, with its cost."""
        deep = state.rooted & self.encoded.deep
        bare = view.following & view.spare
        for card in _bits(deep & (bare | view.room)):
            goes_up = bool(card & bare)
            cost = hint_costs.turn_cost(self.hidden.get(card, 0)) - (goes_up and self.is_safe(card, state))
            yield cost, Action(card, goes_up)
        if state.up.bit_count() >= self.gain_base:
            for card in _bits((view.loose | state.rooted & ~deep) & bare):
                yield hint_costs.SAFE_UP if self.is_safe(card, state) else hint_costs.UP, Action(card, True)
        for card, price in self.tops.items():
            if card & view.following:
                yield price + (hint_costs.SAFE_UP if self.is_safe(card, state) else hint_costs.UP), Action(card, True)
            elif card & view.room:
                worth = hint_costs.HELPFUL if self.helps(card, state, view) else hint_costs.ON_TABLE
                yield price + worth, Action(card, False)

    def steps(self, state: _State, view: _View) -> Iterator[tuple[int, Action, _State]]:
        """Yield what gains nothing by itself, with its cost and the arrangement after it."""
        up, rooted, free, gaps = state
        edge = rooted & self.encoded.edge
        bare = view.following & view.spare
        if up.bit_count() < self.gain_base:
            for card in _bits(view.loose & bare):
                yield hint_costs.STEP_UP, Action(card, True), _State(up | card, rooted, free, gaps)
            for card in _bits(edge & bare):
                yield hint_costs.STEP_UP, Action(card, True), _State(up | card, rooted ^ card, free | card, gaps + 1)
        for card in _bits(edge & view.room):
            yield hint_costs.STEP_EDGE, Action(card, False), _State(up, rooted ^ card, free | card, gaps + 1)
        for card in _bits(up & ~(up >> 4) & view.room):
            yield hint_costs.STEP_BACK, Action(card, False), _State(up ^ card, rooted, free, gaps)

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
