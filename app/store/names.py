"""Players' names: what is allowed, and which names look alike."""

import unicodedata
from typing import Final

from app.store.errors import InvalidNameError

LONGEST: Final = 24

# Joiners make one sign of several in some scripts and in emoji; they may stand inside a name, and count for nothing.
_JOINERS: Final = "\u200c\u200d\ufe0f"
# No control characters, no direction switches and other invisible ones, nothing private or unassigned, no line ends.
# Letters by their category that show nothing, fillers of Korean and Braille without dots, or far too much.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufdfd\U0001242b")
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# At most so many marks on one letter.
_MARKS: Final = 3

# Letters and digits that are taken for each other, as they stand after case folding and without marks.
_LOOKS: Final = {
    **dict.fromkeys("0оοσօ", "o"),
    **dict.fromkeys("1iı|!іιjјӏ", "l"),
    **dict.fromkeys("5ѕ$", "s"),
    **dict.fromkeys("8вβ", "b"),
    **dict.fromkeys("3еєε", "e"),
    **dict.fromkeys("4аαɑ@", "a"),
    **dict.fromkeys("2", "z"),
    **dict.fromkeys("6ɡ", "g"),
    **dict.fromkeys("7τт", "t"),
    **dict.fromkeys("9ԛ", "q"),
    **dict.fromkeys("сϲ", "c"),
    **dict.fromkeys("рρ", "p"),
    **dict.fromkeys("хχ", "x"),
    **dict.fromkeys("уγυ", "y"),
    **dict.fromkeys("кκ", "k"),
    **dict.fromkeys("мμ", "m"),
    **dict.fromkeys("нηһ", "h"),
    **dict.fromkeys("νѵ", "v"),
    **dict.fromkeys("ωԝ", "w"),
    **dict.fromkeys("ԁ", "d"),
    **dict.fromkeys("ո", "n"),
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "æ": "ae",
    "œ": "oe",
}
# Capitals that are taken for Latin ones, where their small letters look like others or there are none: Greek, Cherokee
# and Lisu.
_CAPITALS: Final = str.maketrans(
    "ΝΖᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ",
    "NZABCDEGHIJKLMPRSTVWYZABCDEFGHIJKLMNOPRSTUVWXYZ",
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def read_name(text: str) -> str:
    """Return the name as it is shown: composed, blanks single and not at its ends.

    Raises :class:`InvalidNameError`: ``empty``, ``too_long`` (over 24 characters), ``characters``,
    ``automatic`` (what players without a name are called), ``own_mark`` (ends like the mark of one's own line).
    """
    if len(text) > 40 * LONGEST:  # before any work is spent on it
        raise InvalidNameError("too_long")
    name = unicodedata.normalize("NFC", " ".join(part for part in text.split(" ") if part))
    name = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in name).strip()
    if any(_is_refused(letter) for letter in name):
        raise InvalidNameError("characters")
    if len(name) > LONGEST:
        raise InvalidNameError("too_long")
    if not name_key(name):
        raise InvalidNameError("empty")
    if _looks_automatic(name):
        raise InvalidNameError("automatic")
    if _ends_like_own_mark(name):
        raise InvalidNameError("own_mark")
    if _most_marks(name) > _MARKS:
        raise InvalidNameError("characters")
    return name


def _looks_automatic(name: str) -> bool:
    """Tell whether a name can be taken for that of a player without one: the word, then nothing but a number."""
    if not any(letter.isdigit() for letter in name):
        return False
    key = name_key(name)
    return any(key.startswith(word) and set(key[len(word) :]) <= _DIGITS for word in _WORDS)


def _ends_like_own_mark(name: str) -> bool:
    """Tell whether a name ends like the "(you)" of one's own line, signs after it left aside."""
    text = unicodedata.normalize("NFKC", name).translate(_SMALL)
    end = max((at for at, letter in enumerate(text, 1) if unicodedata.category(letter)[0] in "LN"), default=0)
    starts = [at for at in range(end) if _is_bracket(text[at])]
    if _is_bracket(text[end : end + 1]):  # closed, and perhaps never opened
        starts.append(text.rfind(" ", 0, end) + 1)
    return any(_own_key(text[at:end]) in _MARKS_OF_OWN for at in starts)


def _own_key(text: str) -> str:
    # Of a letter that looks like a y and like a u, a key says only y.
    return name_key("".join([sign for sign in text if not _is_bracket(sign)])).replace("y", "u")


def _is_bracket(sign: str) -> bool:
    return sign != "" and (sign in _BRACKETS or unicodedata.category(sign) in ("Ps", "Pe", "Pi", "Pf"))


def _is_refused(letter: str) -> bool:
    if letter in _JOINERS:
        return False
    return letter in _BLANK or unicodedata.category(letter) in _REFUSED


def name_key(name: str) -> str:
    """Return what the name looks like: names that can be taken for one another have the same key."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name)).translate(_CAPITALS)
    folded = unicodedata.normalize("NFKD", plain.casefold())
    kept = [letter for letter in folded if unicodedata.category(letter)[0] not in "MZC" and letter not in _JOINERS]
    key = "".join([_LOOKS.get(letter, letter) for letter in kept])
    for pair, look in _PAIRS:
        key = key.replace(pair, look)
    # Marks such as dots and dashes between letters make no other name, unless they are all there is.
    letters = "".join([letter for letter in key if unicodedata.category(letter)[0] in "LNS"])
    return letters or key


def _most_marks(name: str) -> int:
    most = run = 0
    for letter in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(letter)[0] == "M" and letter not in _JOINERS else 0
        most = max(most, run)
    return most


# What players without a name are called, with their number: nobody may choose to be taken for another.
_WORDS: Final = (name_key("player"), name_key("spieler"), name_key("spielerin"))
_DIGITS: Final = frozenset(name_key("0123456789"))
# What passes for a bracket or for these marks' letters besides brackets and what a key takes for a letter anyway.
_BRACKETS: Final = "<>|\u239b\u239c\u239d\u239e\u239f\u23a0\u2282\u2283\u256d\u256e\u256f\u2570\u263d\u263e"
_SMALL: Final = str.maketrans("\u028f\u10e7\u1d0f\u1d05\u1d1c\u03c5\u03bc\u057d\u028b\u028a", "yyoduuuuuu")
# How a leaderboard marks one's own line, in every language.
_MARKS_OF_OWN: Final = frozenset(_own_key(mark) for mark in ("you", "du"))
