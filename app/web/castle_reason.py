"""Why a run of the castles is on no leaderboard."""

from app.store.castles import Level
from app.web.site import Visit
from app.web.too_fast import too_fast_words


def kept_off(levels: list[Level], visit: Visit) -> str:
    """Return a sentence on the level that was played faster than a hand can, empty where none was."""
    reasons = (too_fast_words(level.game, visit.site.terms, visit.words) for level in levels)
    return next((reason for reason in reasons if reason), "")
