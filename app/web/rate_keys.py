"""What the rate of requests is counted by besides the address: whose cookie or token a request shows."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from app.web.middleware import WhoAsks
from app.web.site import Site

_MOST_KNOWN: Final = 4096


def who_asks(site: Site) -> WhoAsks:
    """Return the function that tells players apart by names that servers may tell one another: no id, no token."""
    name_of = lru_cache(maxsize=_MOST_KNOWN)(_name)

    def who(headers: Mapping[bytes, bytes], scheme: str) -> str | None:
        shown = headers.get(b"authorization")
        # Of a token that nobody ever made, whoever shows it could make a new one for each request.
        if shown is not None and (token := site.known_tokens.name(shown)) is not None:
            return token
        if b"cookie" not in headers:
            return None
        # As the handler will ask in a moment, so that only one of the two has to check the signature.
        player_id, _ = site.asks(headers, scheme)
        return name_of(player_id.encode()) if player_id is not None else None

    return who


def _name(secret: bytes) -> str:
    return "player-" + blake2b(secret, digest_size=8, person=b"rate").hexdigest()
