"""Moves in games that were played a moment ago, which nearly all moves are.

The row that a move wrote is what the next one reads. So it is kept, and where the next one neither starts nor ends
the game, nor looks into its history, all it needs is one :class:`~app.store.steps.Step`. Anything else, and a step that
was not taken, goes the whole way. Kept rows are never believed: a step names what it was made from.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from app.config import Terms
from app.game.state import Game, HistoryMissingError
from app.store import games
from app.store.clock import elapsed
from app.store.database import Database
from app.store.entering import Attempt, entered
from app.store.games import Outcome
from app.store.rows import GameRow, with_state
from app.store.steps import Step

#: How many games' rows are kept, about a kilobyte each.
KEPT: Final = 1_024


class Playing:
    """The games under way as this process saw them last."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows: dict[str, GameRow] = {}

    async def append(self, attempt: Attempt, terms: Terms, foresee: Callable[[Outcome], None] | None = None) -> Outcome:
        """Do what :func:`app.store.games.append` does, in fewer steps where that comes to the same.

        ``foresee`` is called with an outcome that is not written yet: the very one that is returned, if all goes well.
        What is made of it meanwhile finds all that belongs to the game still at hand.
        """
        row = self._rows.pop(attempt.game_id, None)
        seen = (attempt.player_id, attempt.version)
        if row is not None and (row.player_id, row.version) == seen and not attempt.by.is_program:
            made = _made(row, attempt)
            if made is not None:
                step, outcome = made
                meanwhile = None if foresee is None else partial(foresee, outcome)
                if await self._database.step(step, meanwhile):
                    self._keep(step.after)
                    return outcome
        outcome = await self._database.write(games.append, attempt, terms)
        self._keep(outcome.row)
        return outcome

    def forget(self, game_id: str) -> None:
        """Keep no row of a game that its player has turned away from."""
        self._rows.pop(game_id, None)

    def _keep(self, row: GameRow) -> None:
        if row.status != "playing" or row.started_at is None:
            return
        if len(self._rows) >= KEPT:
            del self._rows[next(iter(self._rows))]  # the one that was played longest ago
        self._rows[row.id] = row


def _made(row: GameRow, attempt: Attempt) -> tuple[Step, Outcome] | None:
    """Make the entries; ``None`` where that is not all there is to do."""
    try:
        clock_ms = elapsed(row, attempt.now_ms)
        game, entries, taken, error, told = entered(row, attempt.texts, clock_ms, _no_history, auto=attempt.auto)
    except HistoryMissingError:
        return None
    if not entries or game.state.status != "playing":
        return None
    after = with_state(row, game.state, attempt.now_ms)
    return Step(row, after, entries), Outcome(after, game, taken, error, told=told)


def _no_history() -> Game:
    raise HistoryMissingError
