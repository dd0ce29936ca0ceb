"""What a game's page knows of the move that was made last before it was opened: so its undo is seen at once too."""

import json
from itertools import chain
from typing import Final

from app.game.auto import undo_all
from app.game.cards import CARDS, Card
from app.game.moves import Move
from app.game.position import Position
from app.game.rules import rule_set
from app.game.state import Game, Undone
from app.store.errors import BrokenRecordError
from app.store.history import before_last
from app.store.rows import GameRow, state_of
from app.web.piles import PILES, WASTE_SHOWN, PileMaker
from app.web.site import Visit
from app.web.table import clock_of

#: A longer record takes more time to replay than the undo is worth.
LONGEST: Final = 1_000


async def last_move(visit: Visit, row: GameRow) -> str:
    """Return the move as JSON for the table's script: ``[{"text": …, "cards": …, "was": [[PILE, MARKUP], …]}]``.

    ``[]`` where there is none, where an undo takes more back, where what lay before it is face down now, or the table
    is covered.
    """
    has_undo = row.undo_depth and rule_set(row.rules).undo_cost is not None
    if row.status != "playing" or not has_undo or row.version > LONGEST or clock_of(row) == "paused":
        return "[]"
    try:
        undone = await visit.site.database.read(before_last, row)
    except BrokenRecordError:
        return "[]"  # the table can be seen all the same; an undo says what is wrong
    if undone is None or (visit.look.get("auto") and _takes_more(row, undone)):
        return "[]"
    rules, now, before = undone.before.rules, state_of(row).position, undone.before.position
    changed = [at for at, (was, is_now) in enumerate(zip(_piles(before), _piles(now), strict=True)) if was != is_now]
    shown = {*before.waste[-WASTE_SHOWN[rules.draw] :], *chain(*[column.up for column in before.columns])}
    if shown & {*now.stock, *chain(*[column.down for column in now.columns])}:
        return "[]"
    insides = PileMaker(before, rules, visit.language, visit.site.icons, is_playing=True).insides()
    move: dict[str, object] = {"text": undone.move.text, "was": [[PILES[at], insides[at]] for at in changed]}
    if cards := _moved(before, undone.move):
        move["cards"] = ",".join([card.text for card in cards])
    return json.dumps([move], ensure_ascii=False, separators=(",", ":"))


def _takes_more(row: GameRow, undone: Undone) -> bool:
    return len(undo_all(Game(state_of(row), undone), row.clock_ms)[1]) > 1


def _piles(position: Position) -> list[object]:
    return [position.stock, position.waste, *position.foundations, *position.columns]


def _moved(position: Position, move: Move) -> tuple[Card, ...]:
    """Return the cards that a move brings somewhere, in their order; none of a draw, as they have no faces then."""
    match move.kind:
        case "draw" | "redeal":
            return ()
        case "W-T" | "W-F":
            return position.waste[-1:]
        case "F-T":
            return (CARDS[4 * (position.foundations[move.source] - 1) + move.source],)
    return position.columns[move.source].up[-move.size :]
