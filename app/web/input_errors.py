"""What is wrong with what a program or a command was given, in English words: the law knows codes only."""

from typing import Final

from app.game.errors import InvalidDealError, InvalidError, InvalidPositionError, InvalidRecordError
from app.game.record import ReplayError
from app.i18n import translator
from app.web.deal_errors import deal_trouble, trouble
from app.web.reasons import sentence

_WORDS: Final = translator("en")

#: What is said of records and keys, which only the command line reads; ``{text}`` is the offending text.
_SENTENCES: Final = {
    "bad_code": "No deal has the code “{text}”: codes are whole numbers below 2^64.",
    "unknown_rules": "There are no rules “{text}”.",
    "no_such_option": "The table of “{text}” does not offer that option.",
    "not_json": "That is no JSON.",
    "not_an_object": "A record is a JSON object, not {text}.",
    "rules_deal_or_entries_missing": "A record needs “rules”, “deal” and a list of “entries”.",
    "bad_entry": "An entry is a list of a text and its seconds, not {text}.",
    "bad_seconds": "The seconds of “{text}” make no sense.",
    "seconds_fall": "“{text}” was made before the entry before it.",
    "no_such_pass": "Pass {text} is more than these rules allow.",
}


def told(error: ValueError, typed: str = "") -> str:
    """Return one line on what is wrong, and where: cards and characters are counted from 1, entries from 0.

    ``typed`` is the whole text that was to be read.
    """
    match error:
        case ReplayError():
            return f"entry {error.index} ({error.text}): {sentence(error.reason, _WORDS)}"
        case InvalidDealError() if error.code != "bad_code":
            return deal_trouble(error, typed if typed.strip() else "-", _WORDS)
        case InvalidPositionError() if error.place is not None:
            return f"At character {error.place + 1}: {_said(error)}"
        case InvalidRecordError() if error.place is not None:
            return f"entry {error.place}: {_said(error)}"
        case InvalidError():
            return _said(error)
    return str(error)


def _said(error: InvalidError) -> str:
    if error.code in _SENTENCES:
        return _SENTENCES[error.code].format(text=" ".join(error.text.split()))
    return trouble(error, _WORDS)
