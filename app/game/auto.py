"""Auto-moves in a game (R9.3): each card that goes up by itself is an entry of its own, and undo takes it along.

What comes of it stands in the record like any move, so a record needs not say whether auto-moves were on.
"""

from app.game.aids import auto_move
from app.game.record import Entry
from app.game.state import Game, Undone, enter


def put_up(game: Game, clock_ms: int) -> tuple[Game, list[Entry]]:
    """Return the game after the auto-moves that follow the player's last move, and their entries.

    The events are those of the last move and of all that followed it. In castles nothing follows: they
    finish by themselves (R6.4), and which card goes when is the player's own art there.
    """
    entries: list[Entry] = []
    events = game.events
    while game.state.status == "playing" and game.state.rules.scoring != "castles":
        move = auto_move(game.state.position, game.state.rules, game.state.kept)
        if move is None:
            break
        game = enter(game, move.text, clock_ms)
        events += game.events
        entries.append(Entry(move.text, game.state.clock_ms))
    return game._replace(events=events), entries


def undo_all(game: Game, clock_ms: int) -> tuple[Game, list[Entry]]:
    """Return the game after an undo that takes back the player's last move and the auto-moves that followed it.

    Where undo costs, each costs by itself (R4.3), so there only the last move is taken back. Raises as
    :func:`app.game.state.enter` does.
    """
    undone = game.past
    game = enter(game, "undo", clock_ms)
    entries = [Entry("undo", game.state.clock_ms)]
    while undone is not None and _came_by_itself(undone) and not game.state.rules.undo_cost:
        undone = game.past
        game = enter(game, "undo", clock_ms)
        entries.append(Entry("undo", game.state.clock_ms))
    return game, entries


def redo_all(game: Game, clock_ms: int) -> tuple[Game, list[Entry]]:
    """Return the game after a redo that makes the player's move again and the auto-moves that followed it.

    Raises as :func:`app.game.state.enter` does.
    """
    game = enter(game, "redo", clock_ms)
    events = game.events
    entries = [Entry("redo", game.state.clock_ms)]
    while game.future is not None and not game.state.rules.undo_cost and game.state.rules.scoring != "castles":
        if game.future.move != auto_move(game.state.position, game.state.rules, game.state.kept):
            break
        game = enter(game, "redo", clock_ms)
        events += game.events
        entries.append(Entry("redo", game.state.clock_ms))
    return game._replace(events=events), entries


def _came_by_itself(undone: Undone) -> bool:
    """Tell whether a move was an auto-move: what would have gone up by itself, in the same moment as the move before.

    A player who puts such a card up by hand needs a moment for it.
    """
    before, earlier = undone.before, undone.earlier
    if earlier is None or before.clock_ms != earlier.before.clock_ms or before.rules.scoring == "castles":
        return False
    return undone.move == auto_move(before.position, before.rules, before.kept)
