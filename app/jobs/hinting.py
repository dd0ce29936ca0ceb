"""Questions of a player to the solver, as functions that run in its process. Everything goes in and out as text."""

from functools import lru_cache
from typing import Final, NamedTuple

from app.game.moves import Move
from app.game.position import Position, parse_position
from app.game.record import Record, replay
from app.game.rules import RuleSet, rule_set
from app.game.state import enter, new_game
from app.solver.hints import Hint, hint_visible
from app.solver.shorten import without_loops
from app.solver.solving import Answer, solve

#: Nodes for one question; within a second of plain Python, a hundredth of that compiled.
BUDGET: Final = 100_000

#: So many earlier hints may have begun the line that is followed.
LINES: Final = 40


def visible_hint(position: str, gain_base: int, record: str) -> Hint:
    """Return the hint that follows from what the player can see (R9.2); ``record`` tells the move just made."""
    game = replay(Record.parse(record))
    previous = game.past.before.position if game.past else None
    return hint_visible(parse_position(position), game.state.rules, gain_base=gain_base, previous=previous)


def verdict(position: str, rules: str) -> Answer:
    """Return whether the position is still winnable (R8.4)."""
    return solve(parse_position(position), rule_set(rules), BUDGET).verdict


class Advice(NamedTuple):
    """What the solver says of a game: the next move of a proven win, or how many moves to take back first.

    ``back`` is 0 with a move; with no move it is the number of moves after which the win went out of
    reach, or ``None`` where that is not known.
    """

    answer: Answer
    move: Move | None
    back: int | None


def advice(record: str) -> Advice:
    """Return what the solver knows about a game, given as its record's text."""
    whole = Record.parse(record)
    rules = whole.rules
    steps = _standing_steps(whole)
    move = _next_of_followed_line(steps, rules)
    if move is not None:
        return Advice("winnable", move, 0)
    positions = [step.position for step in steps]
    here = _line_from(positions[-1], rules)
    if here.moves:
        return Advice("winnable", here.moves[0], 0)
    if here.answer == "unknown":
        return Advice("unknown", None, None)
    last = last_winnable(positions, rules.key)
    return Advice("unwinnable", None, None if last is None else len(positions) - 1 - last)


def _next_of_followed_line(steps: list["Step"], rules: RuleSet) -> Move | None:
    """Return the next move of a win that was begun at a hint and played ever since, ``None`` where there is none.

    From each position on another win may be found, and a player who is sent from one to the next could go in
    circles. The search finds the same line again for the same position, so nothing has to be stored.
    """
    asked = [number for number, step in enumerate(steps[:-1]) if step.is_asked][-LINES:]
    for start in asked:
        played = tuple([step.move for step in steps[start + 1 :]])
        line = _line_from(steps[start].position, rules).moves
        if line[: len(played)] == played and len(line) > len(played):
            return line[len(played)]
    return None


class _Line(NamedTuple):
    """A verdict, and the line if it is a win."""

    answer: Answer
    moves: tuple[Move, ...]


@lru_cache(maxsize=512)
def _line_from(position: Position, rules: RuleSet) -> _Line:
    """Return what the search finds from a position. Kept for a while, since each hint looks at those before it."""
    found = solve(position, rules, BUDGET)
    return _Line(found.verdict, without_loops(position, rules, found.moves))


def last_winnable_entry(record: str) -> int | None:
    """Return how many entries of a finished game's record had been made when it could be won for the last time.

    ``None`` where no win is known from the deal. What was taken back and not made again plays no part.
    """
    whole = Record.parse(record)
    steps = _standing_steps(whole)
    last = last_winnable([step.position for step in steps], whole.rules.key)
    if last is None:
        return None
    # Up to the entry that made the next move which stands: undone tries after the position are part of the way there.
    return steps[last + 1].entries - 1 if last + 1 < len(steps) else len(whole.entries)


class Step(NamedTuple):
    """A position on the way from the deal, after how many entries and by which move it came about for good.

    ``is_asked`` says that a hint was asked for there.
    """

    position: Position
    entries: int
    move: Move | None
    is_asked: bool


def _standing_steps(record: Record) -> list[Step]:
    """Return the positions of a game from the deal to its end, without moves that were taken back."""
    game = new_game(record.rules, record.deal)
    steps = [Step(game.state.position, 0, None, False)]
    for number, (text, clock_ms) in enumerate(record.entries, 1):
        game = enter(game, text, clock_ms)
        if text == "undo":
            steps.pop()
        elif text == "hint":
            steps[-1] = steps[-1]._replace(is_asked=True)
        elif text != "resign":
            steps.append(Step(game.state.position, number, game.past.move if game.past else None, False))
    return steps


def last_winnable(positions: list[Position], rules_key: str) -> int | None:
    """Return the index of the last position that is proven winnable where each follows from the one before.

    What cannot be won from a position cannot be won from those after it, so halving finds the border.
    ``None`` if the first is not known to be winnable. Positions the solver cannot decide count as lost.
    """
    rules = rule_set(rules_key)
    low, high = -1, len(positions)
    while high - low > 1:
        middle = (low + high) // 2
        if solve(positions[middle], rules, BUDGET).verdict == "winnable":
            low = middle
        else:
            high = middle
    return low if low >= 0 else None
