"""The five steps of a first game, told from what lies on the table: who plays another way is not held up."""

from collections.abc import Callable
from typing import Final, NamedTuple

from app.game.cards import SUITS
from app.game.law import legal_moves
from app.game.moves import Move
from app.game.position import Position
from app.game.state import State
from app.i18n import N_, Translator
from app.store.rows import GameRow, state_of

#: A deal on which all five steps come one after the other, and which can be won.
CODE: Final = "24"
RULES: Final = "standard-1+untimed"
#: Who has made so many moves needs to be told nothing that the step before them waits for.
_ENOUGH_MOVES: Final = 15
#: With so few cards face down the lesson is over.
_FEW_DOWN: Final = 13


class Step(NamedTuple):
    """A step: its name, what to do, the question whether a position shows it done, and which moves would do it."""

    name: str
    text: str
    is_done: Callable[[Position], bool]
    is_wanted: Callable[[Move], bool]


class Lesson(NamedTuple):
    """The step that a game stands at, from 1; ``marks`` names the card and the pile of a move that would do it."""

    number: int
    last: int
    name: str
    text: str
    marks: tuple[str, ...] = ()


def _down(position: Position) -> int:
    return sum([len(column.down) for column in position.columns])


#: Said at a step that no card fits as yet.
_MEANWHILE: Final = N_(
    "No card is there for that yet. Tap the stock until one comes. What lies on top beside it can be played where it "
    "fits."
)

STEPS: Final = (
    Step(
        N_("From column to column"),
        N_(
            "A card goes on one that is one rank higher and of the other colour: here the nine of spades on the ten of "
            "diamonds. Tap it, or drag it there."
        ),
        lambda position: _down(position) < 21,
        lambda move: move.kind == "T-T",
    ),
    Step(
        N_("Up to the foundations"),
        N_("A hidden card turned up. Aces go up, then the two of the suit, the three and so on. Tap a card that fits."),
        lambda position: position.foundation_count > 1,
        lambda move: move.kind in ("W-F", "T-F"),
    ),
    Step(
        N_("A run moves as one"),
        N_("Cards in sequence move together. Tap the marked card, the highest of a run, or drag it."),
        lambda position: any(len(column.up) > 2 for column in position.columns),
        lambda move: move.size > 1,
    ),
    Step(
        N_("Draw"),
        N_("Does nothing fit any more? Tap the stock. What lies on top beside it can be played."),
        lambda position: len(position.stock) < 24,
        lambda move: move.kind == "draw",
    ),
    Step(
        N_("On your own"),
        N_(
            "An empty column takes only a king. Undo takes moves back, the bulb gives a hint. Now bring all 52 cards "
            "up!"
        ),
        lambda position: _down(position) <= _FEW_DOWN,
        lambda move: False,
    ),
)


def is_deal_of_lesson(row: GameRow) -> bool:
    """Tell whether the cards lie as in the lesson, which can be won."""
    return (row.code, row.rules) == (CODE, RULES)


def lesson_of(row: GameRow, words: Translator) -> Lesson | None:
    """Return where a lesson's game stands, ``None`` once nothing is left to be told."""
    state = state_of(row)
    number = _step(state) if row.status == "playing" else None
    if number is None:
        return None
    step = STEPS[number - 1]
    marks = _marks(state, step.is_wanted)
    text = step.text
    if not marks and number < len(STEPS):
        text, marks = _MEANWHILE, _marks(state, _brings_on)
    return Lesson(number, len(STEPS), words.gettext(step.name), words.gettext(text), marks)


def _brings_on(move: Move) -> bool:
    """Tell whether a move may bring the card that a step waits for."""
    return move.kind in ("draw", "redeal", "W-T", "W-F")


def _marks(state: State, is_wanted: Callable[[Move], bool]) -> tuple[str, ...]:
    """Return the card to take, or the stock, and the pile to bring it to; nothing where no lawful move would do it."""
    position = state.position
    moves = [move for move in legal_moves(position, state.rules) if is_wanted(move)]
    if not moves:
        return ()
    move = max(moves, key=lambda move: _worth(position, move))
    if move.kind in ("draw", "redeal"):
        return ("S",)
    card = position.waste[-1] if move.kind in ("W-T", "W-F") else position.columns[move.source].up[-move.size]
    return (card.text, f"T{move.target + 1}" if move.kind in ("T-T", "W-T") else f"F{SUITS[card.suit]}")


def _worth(position: Position, move: Move) -> int:
    """Rank moves to be marked: those that uncover most, then those from the waste, then the stock."""
    if move.kind in ("draw", "redeal"):
        return -1
    return len(position.columns[move.source].down) if move.source >= 0 else 0


def _step(state: State) -> int | None:
    """Return the first step not done, whatever else was played; the last one for who has made many moves."""
    *early, last = STEPS
    if state.moves < _ENOUGH_MOVES:
        for number, step in enumerate(early, 1):
            if not step.is_done(state.position):
                return number
    return None if last.is_done(state.position) else len(STEPS)
