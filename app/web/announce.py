"""What the live region says after entries: each event once, in its order, in the player's words."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from app.game.law import Event
from app.i18n import Language, translator
from app.web.cards import card_name

PUT_UP: Final = frozenset({"waste_to_foundation", "column_to_foundation"})
#: More cards put up in one go than this are counted, not named.
MOST_NAMED: Final = 3


def story(entries: Iterable[tuple[str, tuple[Event, ...]]], language: Language, *, is_won: bool) -> str:
    """Return what is said of several entries in their order: pairs of an entry's text and its events."""
    words = translator(language)
    told = [
        words.gettext("Move taken back.") if text == "undo" else announcement(events, language, is_won=is_won)
        for text, events in entries
    ]
    return " ".join(sentence for sentence in told if sentence)


def announcement(events: tuple[Event, ...], language: Language, *, is_won: bool) -> str:
    """Return one or a few sentences on an entry's events and what followed of itself, empty for none."""
    if is_won and len(events) > 4:  # everything was put up at once; fifty sentences help nobody
        return translator(language).gettext("All cards are put up.")
    if len(events) <= 4:
        return " ".join(_sentence(event, language) for event in events)
    return _in_short(events, language)


def _in_short(events: tuple[Event, ...], language: Language) -> str:
    """Name the entry's own event, count or name what followed, and name what lies open by it in the end."""
    words = translator(language)
    gone = [event.card for event in events[1:] if event.card and event.kind in PUT_UP]
    names = [card_name(card, language) for card in gone]
    parts = [_sentence(events[0], language)]
    if len(gone) > MOST_NAMED:
        parts.append(words.ngettext("%(num)s card put up.", "%(num)s cards put up.", len(gone)))
    elif gone:
        parts.append(words.gettext("%(card)s put up.", card=", ".join(names)))
    seen = [event for event in events[1:] if event.kind not in PUT_UP and event.card not in gone]
    return " ".join([*parts, *(_sentence(event, language) for event in seen)])


@lru_cache(maxsize=4096)
def _sentence(event: Event, language: Language) -> str:
    words = translator(language)
    card = card_name(event.card, language) if event.card else ""
    column = event.column + 1
    match event.kind:
        case "draw":
            return words.gettext("%(card)s drawn.", card=card)
        case "redeal":
            return words.gettext("Waste turned over.")
        case "waste_to_foundation" | "column_to_foundation":
            return words.gettext("%(card)s put up.", card=card)
        case "waste_to_column" | "column_to_column" | "foundation_to_column":
            return words.gettext("%(card)s to column %(column)s.", card=card, column=column)
        case "turn_up":
            return words.gettext("%(card)s turned up in column %(column)s.", card=card, column=column)
        case "column_emptied":
            return words.gettext("Column %(column)s is empty.", column=column)
