"""What a game's record comes to, worked out by the law from its deal: the only thing that makes a ranked result."""

import logging

from sqlalchemy import Connection

from app.game.record import ReplayError, replay
from app.game.state import time_out
from app.store.history import record
from app.store.rows import GameRow, state_of

log = logging.getLogger(__name__)


def is_borne_out(conn: Connection, row: GameRow) -> bool:
    """Tell whether the stored entries of an ended game, played again from its deal, lead to just this end.

    Whatever else has written into the game's row, by a fault or by hand, is no result.
    """
    try:
        state = replay(record(conn, row)).state
    except ReplayError as error:
        log.error("the record of the game %s breaks the rules: %s", row.id, error)
        return False
    if row.end_reason == "time":
        state = time_out(state)
    claimed = state_of(row)
    if (state.status, state.position, state.score, state.moves, state.clock_ms) == (
        claimed.status,
        claimed.position,
        claimed.score,
        claimed.moves,
        claimed.clock_ms,
    ):
        return True
    log.error("the record of the game %s comes to %s points, not %s", row.id, state.score, row.score)
    return False
