"""Why a visitor's game that was to count on a board of a day does not stand there."""

from datetime import date

from app.store.ends import why_kept_off
from app.store.games import ranked_game
from app.store.rows import GameRow
from app.web.fairness import is_public
from app.web.ranking import InvitationView
from app.web.site import Visit
from app.web.too_fast import too_fast_words


async def kept_off_words(visit: Visit, row: GameRow) -> str:
    """Return why an ended game is on no leaderboard, as a sentence; empty where nothing keeps it off."""
    words = visit.words
    match await visit.site.database.read(why_kept_off, row, visit.site.terms):
        case "hand":
            return too_fast_words(row, visit.site.terms, words)
        case "late":
            return words.gettext("Not on the leaderboard: it ended more than 24 hours after its day.")
        case "record":
            return words.gettext("Kept off the leaderboard: its moves, played again, do not lead to this result.")
    return ""


async def absence(visit: Visit, day: date, board: str, *, is_today: bool) -> InvitationView | None:
    """Return what is said to a visitor who does not stand on a board of a day, ``None`` where that is nothing."""
    words = visit.words
    read, player_id = visit.site.database.read, visit.player_id
    row = await read(ranked_game, player_id, day.isoformat(), board) if player_id is not None else None
    if row is None:
        if not is_today:
            return None
        text = words.gettext("You are not on this board yet.")
        return InvitationView(text, "/daily", words.gettext("Play the daily deal"))
    if not row.ranked:
        text = words.gettext("Your game is not on this board: a program had a hand in it, so it is practice.")
        return InvitationView(text, f"/game/{row.id}", words.gettext("To the game"))
    if row.status == "playing":
        text = words.gettext("Your game for this board is still under way.")
        return None if is_public(visit, day) else InvitationView(text, f"/game/{row.id}", words.gettext("Play on"))
    reason = await kept_off_words(visit, row)
    return InvitationView(reason, f"/game/{row.id}/result", words.gettext("To its result")) if reason else None
