"""What brings a player back tomorrow: the streak and the coins, as one line for several pages."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from app.game.streak import Streak
from app.i18n import Translator
from app.store import players, streaks
from app.store.players import Player
from app.web.site import Visit


@dataclass(frozen=True, slots=True)
class HabitView:
    """``streak`` and ``coins`` are empty for a visitor who has neither; ``advice`` says what keeps the streak."""

    streak: str
    advice: str
    coins: str


NO_HABIT: Final = HabitView("", "", "")


async def habit_view(visit: Visit, today: date) -> HabitView:
    """Return the visitor's streak and coins as they stand today."""
    if visit.player_id is None:
        return NO_HABIT
    streak, player = await visit.site.database.read_all(
        (streaks.streak, visit.player_id, today), (players.get, visit.player_id)
    )
    return habit_of(streak, player, visit.words)


def habit_of(streak: Streak, player: Player | None, words: Translator) -> HabitView:
    """Return a streak and a player's coins in words."""
    coins = coins_words(player.coins, words) if player and player.coins else ""
    return HabitView(streak_words(streak.current, words) if streak.current else "", _advice(streak, words), coins)


def streak_words(days: int, words: Translator) -> str:
    """Return "Streak: 3 days"."""
    return words.ngettext("Streak: %(num)s day", "Streak: %(num)s days", days)


def coins_words(coins: int, words: Translator) -> str:
    """Return "42 coins"."""
    return words.ngettext("%(num)s coin", "%(num)s coins", coins)


def _advice(streak: Streak, words: Translator) -> str:
    if streak.is_today_won:
        return words.gettext("Today is won already.")
    if streak.current:
        return words.gettext("Win one board today to keep it.")
    return ""
