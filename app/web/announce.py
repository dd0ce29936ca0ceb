"""What the live region says after an entry: each event once, in the player's words."""

from app.game.law import Event
from app.i18n import Language, translator
from app.web.cards import card_name


def announcement(events: tuple[Event, ...], language: Language) -> str:
    """Return one or two sentences on a move's events, empty for none."""
    if len(events) > 4:  # everything was put up at once; fifty sentences help nobody
        return translator(language).gettext("All cards are put up.")
    return " ".join(text for event in events if (text := _sentence(event, language)))


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
