"""What is said of a game that was to count and was played faster than a hand can."""

from app.config import Terms
from app.game.rules import rule_set
from app.i18n import Translator
from app.store.pace import is_too_fast
from app.store.rows import GameRow


def too_fast_words(row: GameRow, terms: Terms, words: Translator) -> str:
    """Return why it is on no leaderboard, empty where it is under way, was not to count or took its time."""
    if row.status == "playing" or not row.ranked or not is_too_fast(row, terms):
        return ""
    moves, time = words.number(row.version), words.duration(row.clock_ms)
    if level := rule_set(row.rules).level:
        return words.gettext(
            "Kept off the leaderboard: %(moves)s moves in %(time)s in level %(number)s are more than a hand can make.",
            moves=moves,
            time=time,
            number=level,
        )
    return words.gettext(
        "Kept off the leaderboard: %(moves)s moves in %(time)s are more than a hand can make.", moves=moves, time=time
    )
