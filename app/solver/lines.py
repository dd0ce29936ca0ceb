"""From the search's way to a line of real moves.

The search moves cards without saying where they lie; here each of its steps becomes the draws, carryings
and moves that do it on the table. Everything is played by the law, so a line that comes out is legal.
"""

from collections.abc import Iterator, Sequence

from app.game.cards import CARDS, Card
from app.game.law import fits_on_column, play
from app.game.moves import COLUMN_TO_FOUNDATION, DRAW, REDEAL, WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, Move
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import frames, masks, reserve, settling
from app.solver.encoding import CARD, Encoded


class BrokenLineError(RuntimeError):
    """The search's way cannot be played: a fault of the solver, never of its user."""


class Player:
    """A position under way and the moves that led to it."""

    def __init__(self, position: Position, rules: RuleSet) -> None:
        self.position = position
        self.rules = rules
        self.moves: list[Move] = []

    def play(self, move: Move) -> None:
        self.position = play(self.position, self.rules, move).position
        self.moves.append(move)

    def bring_to_waste(self, card: Card) -> None:
        """Draw and redeal until ``card`` is on top of the waste."""
        for _ in range(2 * len(self.position.stock + self.position.waste) + 2):
            if self.position.waste and self.position.waste[-1] is card:
                return
            self.play(DRAW if self.position.stock else REDEAL)
        raise BrokenLineError(f"{card} does not come up in {self.position.text}")

    def find(self, card: Card) -> int:
        """Return the column in which ``card`` lies face up, −1 for none."""
        for number, column in enumerate(self.position.columns):
            if card in column.up:
                return number
        return -1

    def put_up(self, card: Card) -> None:
        """Play ``card`` to its foundation, carrying what hangs on it over to its twin."""
        source = self.find(card)
        if source < 0:
            self.bring_to_waste(card)
            self.play(WASTE_TO_FOUNDATION)
            return
        up = self.position.columns[source].up
        hung = len(up) - 1 - up.index(card)
        if hung:
            self.play(Move("T-T", source, self.place_for(up[-hung]), hung))
        self.play(COLUMN_TO_FOUNDATION[source])

    def put_on(self, card: Card, parent: Card | None = None) -> None:
        """Play ``card``, with the run on it, to a place in the tableau, on ``parent`` if that is free."""
        source = self.find(card)
        if source >= 0:
            up = self.position.columns[source].up
            self.play(Move("T-T", source, self.place_for(card, parent), len(up) - up.index(card)))
        elif self.position.foundations[card.suit] >= card.rank:
            self.play(Move("F-T", card.suit, self.place_for(card, parent), 1))
        else:
            self.bring_to_waste(card)
            self.play(WASTE_TO_COLUMN[self.place_for(card, parent)])

    def place_for(self, card: Card, parent: Card | None = None) -> int:
        """Return a column for ``card``, the one that ends in ``parent`` if there is one."""
        places = [number for number, column in enumerate(self.position.columns) if fits_on_column(card, column)]
        for number in places:
            if parent is not None and self.position.columns[number].up[-1:] == (parent,):
                return number
        if places:
            return places[0]
        raise BrokenLineError(f"no place for {card} in {self.position.text}")

    def finish(self) -> None:
        """Play out a position in which the lowest card left can always go up."""
        while not self.position.is_won:
            rank, suit = min((height, suit) for suit, height in enumerate(self.position.foundations))
            self.put_up(CARDS[4 * rank + suit])


def _settled(frame: Sequence[int], encoded: Encoded) -> tuple[list[int], tuple[int, ...]]:
    """Return the cards that the search puts up at once in this state, and the state after it."""
    up, rooted, free, stock, waste, used, key, gaps = frame[:8]
    draw, _, easy, _ = encoded.rules
    cards: list[int] = []
    while True:
        loose, spare, _, following = masks.look(up, rooted, free, gaps)
        choice = loose & following & spare
        if not choice:
            choice = rooted & following & spare
            if draw == 1:
                choice |= stock & following & reserve.free_tops(stock, waste, easy, encoded.layout)
            choice = settling.safe_card(choice, up)
        if not choice:
            return cards, (up, rooted, free, stock, waste, used, key, gaps)
        card = choice & -choice
        cards.append(card)
        if card & (rooted | stock):
            up, rooted, free, stock, waste, key, gaps = settling.put_up(
                card, up, rooted, free, stock, waste, key, gaps, easy, encoded.layout
            )
        else:
            up |= card
            key += 1 << 4 * (masks.index_of(card) & 3)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        card = mask & -mask
        yield card
        mask ^= card


def _reversible_steps(state: tuple[int, ...], goal: int) -> list[int]:
    """Return the cards that go up or come back, in order, to make ``goal`` the cards that are up."""
    start, rooted, free, gaps = state[0], state[1], state[2], state[7]
    came: dict[int, tuple[int, int]] = {start: (start, 0)}
    todo = [start]
    for here in todo:
        if here == goal:
            break
        loose, spare, room, following = masks.look(here, rooted, free, gaps)
        for card in _bits(loose & following & spare | here & ~(here >> 4) & free & room):
            if here ^ card not in came:
                came[here ^ card] = (here, card)
                todo.append(here ^ card)
    if goal not in came:
        raise BrokenLineError("no way between two arrangements")
    cards = []
    while goal != start:
        goal, card = came[goal]
        cards.append(card)
    return cards[::-1]


class Follower:
    """The search's way played on the table, frame by frame; ``player`` is where that has led."""

    def __init__(self, position: Position, rules: RuleSet, encoded: Encoded, frame: Sequence[int]) -> None:
        self.player = Player(position, rules)
        self._encoded = encoded
        self._settle(frame)

    def step(self, frame: Sequence[int]) -> None:
        """Play the step that leads to ``frame``, and what the search puts up at once after it.

        Raises :class:`BrokenLineError` or an illegal move's error where that cannot be played.
        """
        step = frame[frames.STEP]
        if step != frames.NO_STEP:
            card = 1 << (step & 63)
            goes_up = step & frames.TO_FOUNDATION
            for other in _reversible_steps(self.state, frame[0] ^ card if goes_up else frame[0]):
                _turn_over(self.player, other)
            if goes_up:
                self.player.put_up(CARD[step & 63])
            else:
                self.player.put_on(CARD[step & 63])
        self._settle(frame)

    def _settle(self, frame: Sequence[int]) -> None:
        self.state = tuple(frame)[:8]
        if frame[frames.WAIT] == frames.FREE:
            cards, self.state = _settled(frame, self._encoded)
            for other in cards:
                self.player.put_up(CARD[masks.index_of(other)])


def real_line(position: Position, rules: RuleSet, encoded: Encoded, trail: Sequence[Sequence[int]]) -> list[Move]:
    """Return the moves that follow the search's ``trail`` and then finish the game.

    Raises :class:`BrokenLineError` or an illegal move's error where the trail cannot be played.
    """
    follower = Follower(position, rules, encoded, trail[0])
    for frame in trail[1:]:
        follower.step(frame)
    follower.player.finish()
    return follower.player.moves


def _turn_over(player: Player, bit: int) -> None:
    card = CARD[masks.index_of(bit)]
    if player.position.foundations[card.suit] >= card.rank:
        player.put_on(card)
    else:
        player.put_up(card)
