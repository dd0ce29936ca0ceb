"""What the table of a castle shows besides other tables: crowns, the time left, and points as they are earned (R6)."""

from html import escape
from typing import Final

from markupsafe import Markup

from app.game.law import Event, can_redeal
from app.game.position import Position
from app.game.rules import RuleSet, rule_set
from app.game.scoring import CROWN_POINTS, seconds_left
from app.game.state import State
from app.i18n import Language, Translator, translator
from app.store.clock import elapsed, is_about_to_start, starts_at
from app.store.rows import GameRow

#: Seconds left at which the clock changes its colour and says so, and those at which it does so more.
SOON: Final = 60
AT_ONCE: Final = 15

_NOTHING: Final = Markup("")


def crowns_left(position: Position, rules: RuleSet) -> int:
    """Return how many redeals are left of a level's crowns."""
    return rules.crowns - (position.pass_number - 1)


def crowns(position: Position, rules: RuleSet, language: Language, icons: str, *, is_playing: bool) -> Markup:
    """Return the crowns beside the stock, a button that redeals where it can be done; nothing where there are none."""
    if not rules.level or not rules.crowns:
        return _NOTHING
    words = translator(language)
    left = crowns_left(position, rules)
    signs = "".join(
        f'<svg class="icon{"" if number < left else " used"}" aria-hidden="true"><use href="{icons}#crown"></use></svg>'
        for number in range(rules.crowns)
    )
    can = is_playing and can_redeal(position, rules)
    label = crowns_words(left, words)
    label = words.gettext("Redeal for a crown: %(crowns)s", crowns=label) if can else label
    does = 'name="entry" value="redeal"' if can else 'type="button" aria-disabled="true"'
    # Safe to mark: every word is escaped here.
    return Markup(f'<button class="crowns" {does} aria-label="{escape(label)}">{signs}</button>')  # noqa: S704


def crowns_words(left: int, words: Translator) -> str:
    """Return "2 crowns left"."""
    if not left:
        return words.gettext("No crown is left")
    return words.ngettext("%(num)s crown left", "%(num)s crowns left", left)


def time_left(rules: RuleSet, ms: int) -> int:
    """Return the milliseconds left of a level at ``ms`` on its clock, which is negative until it starts."""
    return max((rules.seconds or 0) * 1000 - max(ms, 0), 0)


def clock_words(row: GameRow, now: int, words: Translator) -> str:
    """Return what the clock of a level under way does (R6.5)."""
    if is_about_to_start(row) and now < starts_at(row):
        return words.ngettext(
            "Its clock starts with your first move, or in %(num)s second.",
            "Its clock starts with your first move, or in %(num)s seconds.",
            -((now - starts_at(row)) // 1000),
        )
    left = words.duration(time_left(rule_set(row.rules), elapsed(row, now)) // 1000 * 1000)
    return words.gettext("Its clock runs: %(time)s left.", time=left)


def hurry(rules: RuleSet, ms: int) -> int:
    """Return how much of a hurry there is: 0 none, 1 soon, 2 at once."""
    if rules.seconds is None:
        return 0
    left = time_left(rules, ms) // 1000
    return 2 if left < AT_ONCE else 1 if left < SOON else 0


def bonus_note(before: State | None, after: State, events: tuple[Event, ...], words: Translator) -> str:
    """Return what a column paid that became empty for the first time (R6.2), as a sentence; empty for none."""
    worth = seconds_left(after.rules, after.clock_ms)
    if before is None or after.rules.scoring != "castles" or not worth:
        return ""
    paid = [
        event.column + 1
        for event in events
        if event.kind == "column_emptied" and not before.emptied >> event.column & 1
    ]
    return " ".join(
        words.ngettext(
            "Column %(column)s is cleared: %(num)s point.",
            "Column %(column)s is cleared: %(num)s points.",
            worth,
            column=column,
        )
        for column in dict.fromkeys(paid)
    )


def level_sums(state: State, words: Translator) -> list[tuple[str, str]]:
    """Return what a level that was done paid, as (label, text) each: cards, columns, time, crowns."""
    rules = state.rules
    time = seconds_left(rules, state.clock_ms) * rules.level
    unused = CROWN_POINTS * rules.level * crowns_left(state.position, rules)
    cards = 364 * rules.level
    rest = state.score - cards - time - unused
    sums = [(words.gettext("Cards"), cards)]
    if rules.seconds is not None:
        sums += [(words.gettext("Columns"), rest), (words.gettext("Time left"), time)]
    elif rest:
        sums.append((words.gettext("Undo and hints"), rest))
    sums += [(words.gettext("Crowns"), unused), (words.gettext("Sum"), state.score)]
    return [(label, words.number(points)) for label, points in sums]
