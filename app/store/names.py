"""Players' names: what is allowed, and which names look alike."""

import unicodedata
from typing import Final

from app.store.alphabets import is_of_today, look
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
# Marks and signs of reckoning, but not money and not pictures.
_BETWEEN: Final = frozenset({"Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sk", "Sm"})
# Two letters that look like one, once there is nothing between them.
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
    if any(_is_refused(letter) for letter in name) or not is_of_today(name):
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
    """Tell whether a name can be taken for that of a player without one: the word, perhaps "No.", and a number."""
    if not any(letter.isdigit() for letter in unicodedata.normalize("NFKC", name)):
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
    key = _letters(name)
    for pair, look_of_pair in _PAIRS:
        key = key.replace(pair, look_of_pair)
    return key


def holds_word(name: str, word: str) -> bool:
    """Tell whether the name holds the word or what looks like it, with whatever signs between its letters."""
    if name_key(word) in name_key(name) or _letters(word) in _letters(name):
        return True  # the second where a pair lies across the word's edge, "rn" say, and looks like another letter
    bare = _bare(word)
    return bare != "" and bare in _bare(name)


def _letters(name: str) -> str:
    looks = look(name)
    # Marks such as dots and dashes between letters make no other name, unless they are all there is.
    letters = "".join([sign for sign in looks if unicodedata.category(sign) not in _BETWEEN])
    return letters or looks


def _bare(name: str) -> str:
    """Return the look of the letters and digits alone, without the signs that pass for some and without pictures."""
    letters = [sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign)[0] in "LNM"]
    return look("".join(letters))


def _most_marks(name: str) -> int:
    most = run = 0
    for letter in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(letter)[0] == "M" and letter not in _JOINERS else 0
        most = max(most, run)
    return most


# What players without a name are called, with their number: nobody may choose to be taken for another.
_WORDS: Final = tuple(
    name_key(word + number)
    for word in ("player", "spieler", "spielerin")
    for number in ("", "n", "no", "nr", "num", "numb", "number", "numero", "nummer")
)
_DIGITS: Final = frozenset(name_key("0123456789"))
# What passes for a bracket or for these marks' letters besides brackets and what a key takes for a letter anyway.
_BRACKETS: Final = "<>|\u239b\u239c\u239d\u239e\u239f\u23a0\u2282\u2283\u256d\u256e\u256f\u2570\u263d\u263e"
_SMALL: Final = str.maketrans("\u028f\u10e7\u1d0f\u1d05\u1d1c\u03c5\u03bc\u057d\u028b\u028a", "yyoduuuuuu")
# How a leaderboard marks one's own line, in every language.
_MARKS_OF_OWN: Final = frozenset(_own_key(mark) for mark in ("you", "du"))
