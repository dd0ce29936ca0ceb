"""Is there any sequence of moves that still gains something (R8.3)? Exact both ways.

Draws and redeals change nothing on the table, and moves that gain nothing change nothing in stock and
waste. So the cards that can be brought to the waste's top are worked out once, and only what can happen
on the table is searched.

Where runs may be split, arrangements are not told apart one by one. Call a face-up card *rooted* while it
lies on a face-down card, on a card that it does not follow in sequence, or (unless it is a king) on the
table's edge; every other one is *loose*. A loose card hangs on one of the two cards of the next rank and
the other colour, and can be carried over to the twin whenever that one is free. Hence only counts matter:
a rank and colour has room for one more card exactly if more cards of it are open on the table than loose
cards hang on them, and exactly then any one of them can be laid bare. A state is therefore the four
foundation heights and, for each column, how many rooted cards are left in it: a few thousand at worst.

With whole runs only, a card once hung up cannot be carried over, so positions are searched as they are.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from app.game.aids import Openings
from app.game.cards import CARDS, Card
from app.game.law import fits_on_column, is_next_on_foundation, legal_moves, play, run_length
from app.game.position import EMPTY_COLUMN, Column, Position
from app.game.rules import RuleSet

_RED: Final = 0b0110
_BLACK: Final = 0b1001
_ALL: Final = (1 << 52) - 1
_KINGS: Final = 0b1111 << 48

#: A whole-run search this large gives up and says "not stuck". Of 97,000 positions of real games none came near it;
#: a deal made up for the purpose could, and must not hold a server up for longer than about a second.
PLAIN_LIMIT: Final = 20_000


def _class_mask(rank: int, is_red: bool) -> int:
    """Return the two cards of a rank and colour as bits by card index; 0 outside ace…king."""
    return (_RED if is_red else _BLACK) << 4 * (rank - 1) if 1 <= rank <= 13 else 0


_TWINS: Final = tuple(_class_mask(card.rank, card.is_red) for card in CARDS)
_PARENTS: Final = tuple(_class_mask(card.rank + 1, not card.is_red) for card in CARDS)
_CHILDREN: Final = tuple(_class_mask(card.rank - 1, not card.is_red) for card in CARDS)


def reachable_waste_tops(position: Position, rules: RuleSet) -> set[Card]:
    """Return the cards that draws and redeals alone can bring to the waste's top, now or later."""
    order = position.waste + position.stock
    if not order:
        return set()
    tops = set(order[len(position.waste) + rules.draw - 1 :: rules.draw])
    if position.waste:
        tops.add(position.waste[-1])
    if position.stock:
        tops.add(order[-1])
    if rules.passes is None or position.pass_number < rules.passes:
        tops.update(order[rules.draw - 1 :: rules.draw])
        tops.add(order[-1])
    return tops


def is_stuck(position: Position, rules: RuleSet, gain_base: int, openings: Openings | None = None) -> bool:
    """Tell whether no sequence of legal moves gains anything (R8.3).

    ``gain_base`` is the number of cards that lay on the foundations at the last gain, ``openings`` those of
    ``position`` where they are known.
    """
    if position.is_won:
        return False
    openings = openings or Openings(position, rules)
    # Some gain needs no more than draws and one move in nearly every position that is not stuck.
    if _gains_on_table(position, openings.wanted, openings.rising, gain_base):
        return False
    playable = openings.wanted | openings.rising
    for card in reachable_waste_tops(position, rules):
        if playable >> card.index & 1:
            return False
    return _is_stuck_searched(position, rules, gain_base)


@lru_cache(maxsize=512)
def _is_stuck_searched(position: Position, rules: RuleSet, gain_base: int) -> bool:
    # Whole runs allow less than split ones, so what is stuck with these is stuck with those.
    tops = reachable_waste_tops(position, rules)
    is_stuck_in_parts = _Table(position, tops, gain_base).is_stuck()
    return is_stuck_in_parts or (not rules.partial_runs and _is_stuck_plain(position, rules, tops, gain_base))


def _gains_on_table(position: Position, places: int, risers: int, gain_base: int) -> bool:
    """Tell whether one move of cards on the table gains something.

    ``places`` are the cards that fit on a column, ``risers`` those that fit on a foundation, as bits by card index.
    """
    can_rise = position.foundation_count >= gain_base
    for column in position.columns:
        down, up = column
        if down:
            if places >> up[0].index & 1 and run_length(column) == len(up):
                return True
            if (can_rise or len(up) == 1) and risers >> up[-1].index & 1:
                return True
        elif can_rise and up and risers >> up[-1].index & 1:
            return True
    return False


class _State(NamedTuple):
    heights: tuple[int, ...]
    rooted: tuple[int, ...]


class _Table:
    """The search over arrangements of loose cards."""

    def __init__(self, position: Position, tops: set[Card], gain_base: int) -> None:
        self.tops = tops
        self.gain_base = gain_base
        self.is_hidden = tuple(bool(column.down) for column in position.columns)
        self.segments = tuple(_segments(column) for column in position.columns)
        # blocked[c][n]: the cards of column c that lie under its n-th rooted card.
        self.blocked = tuple(
            tuple(
                _mask(card for segment in segments[: max(n - 1, 0)] for card in segment) if n else 0
                for n in range(len(segments) + 1)
            )
            for segments in self.segments
        )
        self.edge_king = tuple(
            bool(segments) and not column.down and segments[0][0].rank == 13
            for segments, column in zip(self.segments, position.columns, strict=True)
        )
        hidden = _mask(position.stock) | _mask(position.waste)
        for column in position.columns:
            hidden |= _mask(column.down)
        self.known = _ALL & ~hidden
        self.start = _State(position.foundations, tuple(len(segments) for segments in self.segments))

    def is_stuck(self) -> bool:
        seen = {self.start}
        todo = [self.start]
        while todo:
            state = todo.pop()
            view = _View(self, state)
            if view.gains():
                return False
            for after in view.idle_moves():
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return True


class _View:
    """One state's open cards as bit masks, and what can be done in it."""

    def __init__(self, table: _Table, state: _State) -> None:
        self.table = table
        self.state = state
        up = 0
        for suit, height in enumerate(state.heights):
            for rank in range(height):
                up |= 1 << 4 * rank + suit
        blocked = 0
        heads: list[tuple[Card, int]] = []
        held = 0
        for column, count in enumerate(state.rooted):
            blocked |= table.blocked[column][count]
            if count > 1 or (count == 1 and not table.edge_king[column]):
                heads.append((table.segments[column][count - 1][0], column))
                held += 1
        self.heads = heads
        self.open = table.known & ~up & ~blocked
        self.loose = self.open & ~_mask(card for card, _ in heads)
        self.empty_columns = 7 - held - (self.loose & _KINGS).bit_count()
        self.up_count = sum(state.heights)

    def has_room(self, card: Card) -> bool:
        """Tell whether a card that is not loose can find a place in a column."""
        if card.rank == 13:
            return self.empty_columns > 0
        index = card.index
        return (self.open & _PARENTS[index]).bit_count() > (self.loose & _TWINS[index]).bit_count()

    def goes_up(self, card: Card) -> bool:
        """Tell whether an open card can be laid bare and put on its foundation."""
        if self.state.heights[card.suit] + 1 != card.rank:
            return False
        index = card.index
        return (self.open & _TWINS[index]).bit_count() > (self.loose & _CHILDREN[index]).bit_count()

    def next_up(self) -> Iterator[Card]:
        """Yield the open cards that can go up now."""
        for suit, height in enumerate(self.state.heights):
            if height < 13:
                card = CARDS[4 * height + suit]
                if self.open >> card.index & 1 and self.goes_up(card):
                    yield card

    def gains(self) -> bool:
        for card in self.table.tops:
            if self.state.heights[card.suit] + 1 == card.rank or self.has_room(card):
                return True
        if self.up_count >= self.table.gain_base and any(True for _ in self.next_up()):
            return True
        return any(
            self.table.is_hidden[column] and (self.has_room(card) or self.goes_up(card)) for card, column in self.heads
        )

    def idle_moves(self) -> Iterator[_State]:
        """Yield what one move that gains nothing leads to; the last is the one to try first."""
        heights, rooted = self.state
        column_of = dict(self.heads)
        for suit, height in enumerate(heights):
            if height and self.has_room(CARDS[4 * (height - 1) + suit]):
                yield _State(_changed(heights, suit, -1), rooted)
        for card, column in self.heads:
            if self.has_room(card):
                yield _State(heights, _lower(rooted, column))
        for card in self.next_up():
            left = _lower(rooted, column_of[card]) if card in column_of else rooted
            yield _State(_changed(heights, card.suit, 1), left)


def _segments(column: Column) -> tuple[tuple[Card, ...], ...]:
    """Cut the face-up part where a card does not follow the one above it; each part begins with a rooted card."""
    parts: list[list[Card]] = []
    for card in column.up:
        if parts and card.fits_on(parts[-1][-1]):
            parts[-1].append(card)
        else:
            parts.append([card])
    return tuple(tuple(part) for part in parts)


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask


def _changed(heights: tuple[int, ...], suit: int, by: int) -> tuple[int, ...]:
    return (*heights[:suit], heights[suit] + by, *heights[suit + 1 :])


def _lower(rooted: tuple[int, ...], column: int) -> tuple[int, ...]:
    return (*rooted[:column], rooted[column] - 1, *rooted[column + 1 :])


def _is_stuck_plain(position: Position, rules: RuleSet, tops: set[Card], gain_base: int) -> bool:
    """Search positions one by one; stock and waste are set aside, ``tops`` stands for them."""
    start = position._replace(stock=(), waste=())
    seen = {_canonical(start)}
    # The fullest foundations and the most empty columns first: most tables that are not stuck show it soon.
    todo = [(_hope(start), 0, start)]
    while todo:
        _, _, here = heappop(todo)
        if any(_is_playable(card, here) for card in tops):
            return False
        for move in legal_moves(here, rules):
            after, events = play(here, rules, move)
            if after.foundation_count > gain_base or any(event.kind == "turn_up" for event in events):
                return False
            key = _canonical(after)
            if key not in seen:
                if len(seen) >= PLAIN_LIMIT:
                    return False
                seen.add(key)
                heappush(todo, (_hope(after), len(seen), after))
    return True


def _hope(position: Position) -> int:
    """Return how far a position is from gaining, as a rank for the search; smaller is nearer."""
    return -2 * position.foundation_count - position.columns.count(EMPTY_COLUMN)


def _is_playable(card: Card, position: Position) -> bool:
    return is_next_on_foundation(card, position.foundations) or any(
        fits_on_column(card, column) for column in position.columns
    )


def _canonical(position: Position) -> tuple[object, ...]:
    """Return what tells positions apart; which column is which matters to nothing that follows."""
    # A set is enough: columns that are not empty differ, and how many are empty follows from the others.
    return (position.foundations, frozenset(position.columns))
