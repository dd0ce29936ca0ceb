"""Which letters a name may hold, and which of all of them are taken for which."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

# What the names of letters in Unicode begin with, of the alphabets that many write with today …
_WIDELY_USED: Final = frozenset(
    "LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA "
    "MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN HANGUL ETHIOPIC KHMER THAANA BOPOMOFO CJK HIRAGANA KATAKANA "
    "KATAKANA-HIRAGANA IDEOGRAPHIC VERTICAL HANGZHOU ROMAN MODIFIER".split()
)
# … and that some do: their letters may not stand in one word with those of an alphabet that all can read.
_LOCALLY_USED: Final = frozenset(
    "ADLAM BALINESE BAMUM BATAK CANADIAN CHAKMA CHAM CHEROKEE HANIFI JAVANESE KAYAH LEPCHA LIMBU LISU MANDAIC MEETEI "
    "MIAO MONGOLIAN NEW NEWA NKO NYIAKENG OL OSAGE SAURASHTRA SUNDANESE SYLOTI SYRIAC TAI TIFINAGH VAI WANCHO "
    "YI".split()
)
_READ_BY_ALL: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})

# Letters and digits that are taken for each other, as they stand after case folding and without marks.
_LOOKS: Final = {
    **dict.fromkeys("0оοσօⵔⵙѳөθסഠဝჿ°○◯〇●◎◉◌⚪⚫⚬⭕⬤⊙∅⌀∘", "o"),
    **dict.fromkeys("1iı|!іιɩjјӏյⵏ¡ǀǃ¦∣│┃❘❙❚اון", "l"),
    **dict.fromkeys("5ѕ$ᔕ", "s"),
    **dict.fromkeys("8вβьъ฿₿ᗷ", "b"),
    **dict.fromkeys("3еєεзə€ᗴ℮∃", "e"),
    **dict.fromkeys("4аαɑ@₳ᗩ∀", "a"),
    **dict.fromkeys("2", "z"),
    **dict.fromkeys("6ɡбցᘜ", "g"),
    **dict.fromkeys("7τт₮", "t"),
    **dict.fromkeys("9ԛզᑫ", "q"),
    **dict.fromkeys("сϲ¢₵ᑕ", "c"),
    **dict.fromkeys("рρþ₱₽ᑭ", "p"),
    **dict.fromkeys("хχ᙭ⵝ", "x"),
    **dict.fromkeys("уγυ¥ү", "y"),
    **dict.fromkeys("кκĸ₭", "k"),
    **dict.fromkeys("мμᗰ", "m"),
    **dict.fromkeys("нηһհᕼ", "h"),
    **dict.fromkeys("νѵᐯ", "v"),
    **dict.fromkeys("ωԝш₩ᗯա", "w"),
    **dict.fromkeys("ԁðᗪ", "d"),
    **dict.fromkeys("ոпŋ₦ᑎи", "n"),
    **dict.fromkeys("гᖇя", "r"),
    **dict.fromkeys("ᖴғ₣", "f"),
    **dict.fromkeys("£₤ᒪᒍ", "l"),
    **dict.fromkeys("սʊᑌ", "u"),
    "æ": "ae",
    "œ": "oe",
}
# Capitals that are taken for Latin ones, where their small letters look like others or there are none: Greek, Cherokee,
# Lisu and Armenian.
_CAPITALS: Final = str.maketrans(
    "ΝΖΛᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃᏆꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜՏՍ",
    "NZAABCDEGHIJKLMPRSTVWYZIABCDEFGHIJKLMNOPRSTUVWXYZSU",
)
# "LATIN LETTER SMALL CAPITAL R", "NEGATIVE SQUARED LATIN CAPITAL LETTER B", "LATIN SMALL LETTER DOTLESS J WITH STROKE"
_ONE_LETTER: Final = re.compile(
    r"(?:.* )?(?:LATIN|INDICATOR) (?:SMALL |CAPITAL |LETTER |SYMBOL )+(?:[A-Z-]{2,} )*([A-Z])(?: WITH .*)?"
)


def is_of_today(name: str) -> bool:
    """Tell whether all letters are of alphabets that somebody writes with today, and no word is patched together."""
    return all(_is_of_today(word) for word in unicodedata.normalize("NFKC", name).split())


def _is_of_today(word: str) -> bool:
    alphabets = {_alphabet(letter) for letter in word if _is_letter(letter)}
    if not alphabets <= _WIDELY_USED | _LOCALLY_USED:
        return False
    return not (alphabets & _LOCALLY_USED and alphabets & _READ_BY_ALL)


def _is_letter(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] == "L" or category == "Nl"


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def look(text: str) -> str:
    """Return what each letter of a text is taken for: a small Latin one where it looks so. Marks are gone."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)).translate(_CAPITALS)
    # Cherokee folds to its capitals.
    folded = unicodedata.normalize("NFKD", plain.casefold().translate(_CAPITALS).lower())
    return "".join([_look(sign) for sign in folded if unicodedata.category(sign)[0] not in "MZC"])


@lru_cache(maxsize=4096)
def _look(sign: str) -> str:
    if sign in _LOOKS or sign.isascii():
        return _LOOKS.get(sign, sign)
    digit = unicodedata.digit(sign, None)  # in circles, and of other scripts
    name = unicodedata.name(sign, "")
    if digit is not None:
        base = str(digit)
    elif letter := _ONE_LETTER.fullmatch(name):
        base = letter[1].lower()
    elif name.startswith("CYRILLIC ") and " WITH " in name:
        try:
            base = unicodedata.lookup(name.partition(" WITH ")[0])
        except KeyError:  # a letter whose plain form there is not
            return sign
    else:
        return sign
    return _LOOKS.get(base, base)
