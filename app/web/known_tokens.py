"""Tokens that were found to be somebody's: what the rate of requests may tell without asking the database."""

from hashlib import blake2b
from typing import Final

#: So many are kept in mind; whoever's is forgotten is counted by address alone until it is shown again.
MOST: Final = 4096


def token_in(header: str) -> str:
    """Return the token that a header ``Authorization`` shows, "" where it shows none."""
    scheme, _, text = header.partition(" ")
    return text.strip() if scheme.lower() == "bearer" else ""


class KnownTokens:
    """Names of tokens as rates count them. They tell nothing of the tokens, so servers may tell one another."""

    def __init__(self) -> None:
        self._names: dict[bytes, str] = {}

    def found(self, text: str, *, is_valid: bool) -> None:
        """Note what the database said of a token."""
        name = _digest(text)
        self._names.pop(name, None)
        if not is_valid:
            return
        if len(self._names) >= MOST:
            del self._names[next(iter(self._names))]
        self._names[name] = f"player-{name.hex()}"

    def name(self, header: bytes) -> str | None:
        """Return the name of the token in a header; ``None`` for one that is made up, as far as is known here."""
        text = token_in(header.decode("latin-1"))
        return self._names.get(_digest(text)) if text else None


def _digest(text: str) -> bytes:
    return blake2b(text.encode(errors="replace"), digest_size=8, person=b"rate").digest()
