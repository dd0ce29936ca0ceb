"""Words for what the law refuses. The law knows codes only; this is where they become sentences."""

from typing import Final

from app.game.law import REASONS
from app.i18n import N_, Translator

SENTENCES: Final = {
    "stock_empty": N_("The stock is empty."),
    "stock_not_empty": N_("The waste can be turned over only when the stock is empty."),
    "waste_empty": N_("The waste is empty."),
    "no_pass_left": N_("No pass is left: the waste stays as it is."),
    "column_empty": N_("That column is empty."),
    "foundation_empty": N_("That foundation is empty."),
    "not_enough_cards": N_("So many cards do not lie there."),
    "cards_face_down": N_("Face-down cards cannot be moved."),
    "not_in_sequence": N_("These cards are not in sequence, so they do not move together."),
    "whole_run_only": N_("At this table only a whole run moves."),
    "same_column": N_("That card already lies in this column."),
    "only_king_on_empty": N_("Only a king goes to an empty column."),
    "does_not_fit": N_("It does not fit there: one rank lower and of the other colour is needed."),
    "not_next_on_foundation": N_("It does not go up yet: the suit is built from the ace, one by one."),
    "game_over": N_("This game is over."),
    "time_over": N_("The time is over."),
    "nothing_to_undo": N_("There is nothing to take back."),
    "nothing_to_redo": N_("There is nothing to do again."),
    "undo_not_allowed": N_("Moves cannot be taken back at this table."),
    "hint_not_allowed": N_("There are no hints at this table."),
    "cannot_finish": N_("The rest cannot be played out yet."),
    "record_full": N_("This game has gone on for as long as a game can. It can only be given up."),
    "no_place": N_("There is no place for that card now."),
    "unknown_move": N_("That is no move."),
    "stale": N_("The table had moved on, so this move was not made. Here is how it stands."),
    "made_before": N_("This move had been made already. Here is how the table stands."),
}

assert set(REASONS) <= set(SENTENCES), "every reason of the law needs a sentence"


def sentence(code: str, words: Translator) -> str:
    """Return the sentence for a reason or error code of a move."""
    return words.gettext(SENTENCES.get(code, SENTENCES["unknown_move"]))
