"""A hint asked for at the table (R9.2): what to say, which cards to mark, and the entry that it costs."""

from typing import NamedTuple

from app.game.cards import CARDS, SUITS, Card
from app.game.moves import Move
from app.game.position import Position
from app.game.stuck import is_stuck
from app.i18n import Language, translator
from app.jobs.hinting import visible_hint
from app.store import games
from app.store.rows import GameRow, state_of
from app.web.cards import card_name, suit_name
from app.web.site import Visit, now_ms
from app.web.table import Said


class Hinted(NamedTuple):
    """The hint for a game: what to say of it, whether it is worth its price, and the move if there is one."""

    said: Said
    helps: bool
    move: Move | None = None


async def hint_for(visit: Visit, row: GameRow) -> Hinted:
    """Work out the hint that follows from what the player can see; it is free where nothing can be gained."""
    state = state_of(row)
    if is_stuck(state.position, state.rules, state.gain_base):
        return Hinted(
            Said(note=visit.words.gettext("No move gains anything from here, so there is no hint."), taken=1), False
        )
    record = await visit.site.database.read(games.record, row)
    hint = await visit.site.solver.run(visible_hint, row.position, state.gain_base, record.text)
    if hint.move is None:
        return Hinted(
            Said(note=visit.words.gettext("No hint can be given from what is to be seen here."), taken=1), False
        )
    text = visit.words.gettext("Hint: %(what)s", what=describe(state.position, hint.move, visit.language))
    return Hinted(Said(note=text, hint=marks(state.position, hint.move), taken=1), True, hint.move)


async def charge(visit: Visit, row: GameRow) -> games.Outcome:
    """Enter the hint in the game's record, at its price."""
    attempt = games.Attempt(row.id, row.player_id, row.version, ["hint"], now_ms())
    return await visit.site.database.write(games.append, attempt, visit.site.terms)


def marks(position: Position, move: Move) -> tuple[str, ...]:
    """Return what to mark on the page: the card to take or the stock, and the pile where it goes."""
    card = _moved_card(position, move)
    if card is None:
        return ("S",)
    return (card.text, f"F{SUITS[card.suit]}" if move.target < 0 else f"T{move.target + 1}")


def describe(position: Position, move: Move, language: Language) -> str:
    """Return the move in words: "7 of hearts to column 3"."""
    words = translator(language)
    card = _moved_card(position, move)
    if card is None:
        return words.gettext("draw") if move.kind == "draw" else words.gettext("redeal")
    name = card_name(card, language)
    if move.target < 0:
        return words.gettext("%(card)s to the %(suit)s foundation", card=name, suit=suit_name(card.suit, language))
    return words.gettext("%(card)s to column %(column)s", card=name, column=move.target + 1)


def _moved_card(position: Position, move: Move) -> Card | None:
    match move.kind:
        case "draw" | "redeal":
            return None
        case "W-T" | "W-F":
            return position.waste[-1]
        case "F-T":
            return CARDS[4 * (position.foundations[move.source] - 1) + move.source]
    return position.columns[move.source].up[-move.size]
