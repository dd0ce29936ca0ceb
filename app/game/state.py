"""A running game: its state, and what an entry makes of it.

Entries are moves and ``undo redo hint finish resign``. The clock is whole milliseconds here.
"""

from typing import Final, Literal, NamedTuple

from app.game.aids import can_finish, finish_moves, kept_after
from app.game.deal import Deal
from app.game.errors import IllegalMoveError
from app.game.law import Event, play
from app.game.moves import Move, parse_move
from app.game.position import Position, deal_position
from app.game.rules import RuleSet
from app.game.scoring import Points, add, charge_ticks, score_events, score_win, start_points
from app.game.stuck import is_stuck

Status = Literal["playing", "won", "lost"]
EndReason = Literal["won", "resigned", "left", "time"]
HELPED_BY_UNDO: Final = 1
HELPED_BY_HINT: Final = 2
CONTROL_ENTRIES: Final = frozenset({"undo", "redo", "hint", "finish", "resign"})
_GAINS: Final = frozenset({"turn_up", "waste_to_column", "waste_to_foundation"})


class State(NamedTuple):
    """A running game without its history, all that the next move needs.

    ``version`` counts record entries; ``moves`` counts moves that stand (undone ones do not).
    ``gain_base`` is the number of cards on the foundations at the last gain (R8.3). ``emptied`` holds the
    columns paid for (R6.2) as bits. ``helped`` holds the ``HELPED_BY_…`` bits. ``kept`` are the cards taken down
    that auto-moves leave alone (R9.3), as bits by card index.
    """

    rules: RuleSet
    position: Position
    score: int
    ticks: int = 0
    emptied: int = 0
    clock_ms: int = 0
    moves: int = 0
    version: int = 0
    gain_base: int = 0
    undo_depth: int = 0
    redo_depth: int = 0
    helped: int = 0
    kept: int = 0
    status: Status = "playing"
    end_reason: EndReason | None = None


class Undone(NamedTuple):
    """A move that can be taken back: the state before it and what it changed in points after the cut (R4.3)."""

    before: State
    points: int
    move: Move
    earlier: "Undone | None"


class Redoable(NamedTuple):
    """A move that was taken back and can be made again."""

    move: Move
    later: "Redoable | None"


class Game(NamedTuple):
    """A state with its history. ``events`` are those of the last entry, for showing it."""

    state: State
    past: Undone | None = None
    future: Redoable | None = None
    events: tuple[Event, ...] = ()


class HistoryMissingError(RuntimeError):
    """Undo or redo was asked of a game loaded without its record: a fault of the caller."""


def new_game(rules: RuleSet, deal: Deal) -> Game:
    """Return the game as dealt."""
    return Game(State(rules, deal_position(deal, rules), start_points(rules).score))


def enter(game: Game, text: str, clock_ms: int) -> Game:
    """Return the game after the entry ``text`` made at ``clock_ms``.

    Raises :class:`~app.game.errors.InvalidMoveError` for text that is no entry and
    :class:`~app.game.errors.IllegalMoveError` for one that is not allowed now.
    """
    state = game.state
    clock_ms = max(clock_ms, state.clock_ms)
    move = None if text in CONTROL_ENTRIES else parse_move(text)
    if state.status != "playing":
        raise _illegal("game_over", text, state)
    if is_time_over(state.rules, clock_ms):
        raise _illegal("time_over", text, state)
    game = Game(_entered(state, clock_ms), game.past, game.future, game.events)
    if move is not None:
        return _make(game, move)
    match text:
        case "undo":
            return _undo(game)
        case "redo":
            return _redo(game)
        case "hint":
            return _hint(game)
        case "finish":
            return _finish(game)
    return Game(game.state._replace(status="lost", end_reason="resigned", undo_depth=0, redo_depth=0))


def _entered(state: State, clock_ms: int) -> State:
    """Count one more entry, and the time up to it."""
    points = charge_ticks(state.rules, Points(state.score, state.ticks, state.emptied), clock_ms)
    # By place, here and below: _replace takes longer than all the rest of a move.
    return State(
        state.rules,
        state.position,
        points.score,
        points.ticks,
        state.emptied,
        clock_ms,
        state.moves,
        state.version + 1,
        *state[8:],
    )


def is_time_over(rules: RuleSet, clock_ms: int) -> bool:
    """Tell whether a level's time has run out (R6.5); at the last moment it has not yet."""
    return rules.seconds is not None and clock_ms > rules.seconds * 1000


def time_out(state: State) -> State:
    """Return the state of a level whose time ran out: lost, its points stand (R6.5)."""
    limit = (state.rules.seconds or 0) * 1000
    return state._replace(status="lost", end_reason="time", clock_ms=limit, undo_depth=0, redo_depth=0)


def _illegal(reason: str, text: str, state: State) -> IllegalMoveError:
    return IllegalMoveError(reason, text, state.position.text)


def _make(game: Game, move: Move, later: Redoable | None = None, redo_depth: int = 0) -> Game:
    """Make a move; ``later``, of ``redo_depth`` moves, is what can be redone after it."""
    before = game.state
    state, events = _played(before, move, before.undo_depth + 1, redo_depth)
    if state.rules.finishes_itself and can_finish(state.position):
        state, more = _played_out(state)
        events += more
    past = Undone(before, state.score - before.score, move, game.past)
    return _ended(Game(state, past, later, events))


def _played(state: State, move: Move, undo_depth: int, redo_depth: int) -> tuple[State, tuple[Event, ...]]:
    position, events = play(state.position, state.rules, move)
    points = Points(state.score, state.ticks, state.emptied)
    points = score_events(state.rules, points, events, state.clock_ms)
    up = position.foundation_count
    gained = up > state.gain_base or any(event.kind in _GAINS for event in events)
    kept = state.kept
    if kept or move.kind == "F-T":
        kept = kept_after(state.position, state.rules, move, kept)
    after = State(
        state.rules,
        position,
        points.score,
        state.ticks,
        points.emptied,
        state.clock_ms,
        state.moves + 1,
        state.version,
        up if gained else state.gain_base,
        undo_depth,
        redo_depth,
        state.helped,
        kept,
        *state[13:],
    )
    return after, events


def _played_out(state: State) -> tuple[State, tuple[Event, ...]]:
    """Play everything up in rank order, each card a move that scores as one (R8.2, R6.4)."""
    events: tuple[Event, ...] = ()
    for move in finish_moves(state.position):
        state, more = _played(state, move, state.undo_depth, state.redo_depth)
        events += more
    return state, events


def _ended(game: Game) -> Game:
    state = game.state
    if not state.position.is_won:
        return game
    score = score_win(state.rules, state.score, state.clock_ms, state.position.pass_number)
    state = state._replace(score=score, status="won", end_reason="won", undo_depth=0, redo_depth=0)
    return Game(state, events=game.events)


def _undo(game: Game) -> Game:
    state = game.state
    cost = state.rules.undo_cost
    if cost is None:
        raise _illegal("undo_not_allowed", "undo", state)
    if state.undo_depth == 0:
        raise _illegal("nothing_to_undo", "undo", state)
    if game.past is None:
        raise HistoryMissingError("undo")
    before, points, move, earlier = game.past
    score = add(state.rules, add(state.rules, state.score, -points), -cost)
    state = state._replace(
        position=before.position,
        score=score,
        emptied=before.emptied,
        moves=before.moves,
        gain_base=before.gain_base,
        kept=before.kept,
        undo_depth=state.undo_depth - 1,
        redo_depth=state.redo_depth + 1,
        helped=state.helped | HELPED_BY_UNDO,
    )
    return Game(state, earlier, Redoable(move, game.future))


def _redo(game: Game) -> Game:
    state = game.state
    if state.rules.undo_cost is None:
        raise _illegal("undo_not_allowed", "redo", state)
    if state.redo_depth == 0:
        raise _illegal("nothing_to_redo", "redo", state)
    if game.future is None:
        raise HistoryMissingError("redo")
    return _make(game, game.future.move, game.future.later, state.redo_depth - 1)


def _hint(game: Game) -> Game:
    state = game.state
    cost = state.rules.hint_cost
    if cost is None:
        raise _illegal("hint_not_allowed", "hint", state)
    if cost and is_stuck(state.position, state.rules, state.gain_base):
        # All that a hint can say here is what the game says by itself, so it is no help and costs nothing.
        return game._replace(state=state, events=())
    score = add(state.rules, state.score, -cost)
    return game._replace(state=state._replace(score=score, helped=state.helped | HELPED_BY_HINT), events=())


def _finish(game: Game) -> Game:
    if not can_finish(game.state.position):
        raise _illegal("cannot_finish", "finish", game.state)
    state, events = _played_out(game.state)
    return _ended(Game(state, events=events))
