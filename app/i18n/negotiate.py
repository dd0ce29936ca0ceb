"""Which language an answer is in: the player's choice, else the browser's wish, else English."""

from functools import lru_cache
from typing import Literal, TypeGuard

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")

# A browser sends well under this; what follows is not read.
_LONGEST_HEADER = 200


def is_language(text: str | None) -> TypeGuard[Language]:
    return text in LANGUAGES


def negotiate(accept_language: str | None, chosen: str | None = None) -> Language:
    """`chosen` (the player's own switch) where it is a language we have; else the best of the header."""
    if is_language(chosen):
        return chosen
    return _best((accept_language or "")[:_LONGEST_HEADER])


@lru_cache(maxsize=512)
def _best(header: str) -> Language:
    best: tuple[float, Language] = (0.0, "en")
    for part in header.split(","):
        tag, _, parameters = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        quality = _quality(parameters)
        if language == "*":
            language = "en"
        if is_language(language) and quality > best[0]:  # the first of equals wins
            best = (quality, language)
    return best[1]


def _quality(parameters: str) -> float:
    name, _, value = parameters.partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0.0 <= quality <= 1.0 else 0.0
