"""Why a run of the castles is on no leaderboard."""

from app.store.castles import Level
from app.store.pace import is_too_fast
from app.web.site import Visit


def kept_off(levels: list[Level], visit: Visit) -> str:
    """Return a sentence on the level that was played faster than a hand can, empty where none was."""
    words = visit.words
    for level in levels:
        row = level.game
        if row.status != "playing" and is_too_fast(row, visit.site.terms):
            return words.gettext(
                "Kept off the leaderboard: %(moves)s moves in %(time)s in level %(number)s are more than a hand "
                "can make.",
                moves=words.number(row.version),
                time=words.duration(row.clock_ms),
                number=level.level,
            )
    return ""
