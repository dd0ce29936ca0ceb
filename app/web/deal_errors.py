"""Words for what is wrong with a deal, and where."""

from collections.abc import Mapping
from typing import Final

from app.game.errors import InvalidError
from app.i18n import N_, Translator

_SENTENCES: Final[Mapping[str, str]] = {
    "too_long": N_("That is far longer than any deal."),
    "card_twice": N_("The card %(text)s comes a second time."),
    "cards_missing": N_("Not all 52 cards are there. Missing: %(text)s"),
    "too_many_cards": N_("There is more after the 52nd card: “%(text)s”."),
    "not_its_code": N_("The number behind the deal is not its code: %(text)s"),
    "not_as_dealt": N_("A fresh table has seven columns, of 1 to 7 cards. These have so many cards each: %(text)s"),
    "cards_moved": N_(
        "Here cards have been moved: only a fresh table can be read, with nothing on waste or foundations, in its "
        "first pass."
    ),
    "not_json": N_("It begins like JSON but goes wrong here."),
    "no_piles_or_stock": N_("This JSON lacks “tableau piles” or “stock”."),
    "not_xml": N_("It begins like XML but goes wrong here."),
    "not_a_saved_game": N_("That is no saved game of KPat’s Klondike."),
    "no_bar_in_column": N_("The column “%(text)s” lacks the bar before its open cards."),
    "no_card_face_up": N_("The column “%(text)s” has no open card."),
    "no_pass_number": N_("The number of the pass is missing at the end."),
    "bad_pass_number": N_("The pass “%(text)s” makes no sense: a whole number from 1 on is needed."),
    "blank_in_position": N_("Only one blank is allowed, the one before the number of the pass."),
    "pass_number_too_long": N_("The number of the pass is too long: nine digits at most."),
    "not_ten_parts": N_("A position has ten parts with strokes between: stock, waste, foundations, seven columns."),
    "bad_foundations": N_("The foundations “%(text)s” make no sense: four signs in the order C D H S are needed."),
}
_NO_DATA: Final = ("not_json", "not_xml")
_UNKNOWN: Final = N_("“%(text)s” is no card.")
_NOTHING: Final = N_("Please paste a deal.")


def trouble(error: InvalidError, words: Translator) -> str:
    """Return a sentence on what is wrong with a deal or a position, without the place."""
    return words.gettext(_SENTENCES.get(error.code, _UNKNOWN), text=" ".join(error.text.split()))


def deal_trouble(error: InvalidError, typed: str, words: Translator) -> str:
    """Return a sentence on what is wrong with the deal that was typed, with the place where it is known."""
    if not typed.strip():
        return words.gettext(_NOTHING)
    sentence = trouble(error, words)
    if error.place is None:
        return sentence
    # A position counts characters, and so does what is no JSON or XML at all; every other form counts cards.
    if error.code in _NO_DATA or ("|" in typed and "/" in typed and ":" not in typed):
        return words.gettext("At character %(number)s: %(what)s", number=error.place + 1, what=sentence)
    return words.gettext("Card %(number)s: %(what)s", number=error.place + 1, what=sentence)
