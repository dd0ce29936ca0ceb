"""The cookies: who plays (signed); in which language, with which look and options (free to choose, so unsigned)."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import blake2b

from app.i18n import Language
from app.i18n.negotiate import is_language

# What browsers keep at most; they shorten anything longer.
_MAX_AGE = 400 * 24 * 3600
_MAC_BYTES = 16  # 128 bits: beyond guessing, and 22 characters in the cookie
# Longer than any cookie of ours: a longer one is not worth the hashing.
_LONGEST_VALUE = 128


class Signer:
    """Text that only this installation could have signed: `value.mac`, value being URL-safe characters."""

    def __init__(self, key: bytes, purpose: str) -> None:
        # Blake2b's own keying and personalisation; copying a made state saves the set-up for each value.
        self._state = blake2b(key=key, digest_size=_MAC_BYTES, person=purpose.encode()[:16])

    def sign(self, value: str) -> str:
        return f"{value}.{self._mac(value)}"

    def unsign(self, text: str) -> str | None:
        """The value, or None where the signature is missing or not ours."""
        value, dot, mac = text.rpartition(".")
        if not dot or len(text) > _LONGEST_VALUE or not text.isascii():
            return None
        return value if hmac.compare_digest(mac, self._mac(value)) else None

    def _mac(self, value: str) -> str:
        state = self._state.copy()
        state.update(value.encode())
        return urlsafe_b64encode(state.digest()).rstrip(b"=").decode()


class Cookies:
    """Reads and writes them; `key` is Settings.key("cookies").

    `header` is the request's Cookie header, "" if none. `secure` says that the request came by https: then the cookie
    is Secure and has a `__Host-` name, which no other host, subdomain or plain-http answer can set.
    """

    def __init__(self, key: bytes) -> None:
        self._signer = Signer(key, "player")

    def player(self, header: str, *, secure: bool) -> str | None:
        """The player's id, or None for a new visitor or a cookie that is not ours."""
        signed = cookie_value(header, _name("player", secure=secure))
        return self._signer.unsign(signed) if signed else None

    def set_player(self, player_id: str, *, secure: bool) -> str:
        """Value of a Set-Cookie header."""
        return _set_cookie("player", self._signer.sign(player_id), _MAX_AGE, secure=secure)

    def forget_player(self, *, secure: bool) -> str:
        return _set_cookie("player", "", 0, secure=secure)

    def language(self, header: str, *, secure: bool) -> Language | None:
        """The language chosen by the switch, or None where there was no choice."""
        chosen = cookie_value(header, _name("language", secure=secure))
        return chosen if is_language(chosen) else None

    def set_language(self, language: Language, *, secure: bool) -> str:
        return _set_cookie("language", language, _MAX_AGE, secure=secure)

    def look(self, header: str, *, secure: bool) -> str:
        """The look chosen on the settings page as it was written, "" where nothing was; it may be anybody's text."""
        return cookie_value(header, _name("look", secure=secure)) or ""

    def options(self, header: str, *, secure: bool) -> str:
        """The options of the last new game as they were written, "" where there were none; may be anybody's text."""
        return cookie_value(header, _name("options", secure=secure)) or ""

    def set_options(self, options: str, *, secure: bool) -> str:
        return _set_cookie("options", options, _MAX_AGE, secure=secure)

    def lesson(self, header: str, *, secure: bool) -> str:
        """The id of the game that is a lesson as it was written, "" where none is; may be anybody's text."""
        return cookie_value(header, _name("lesson", secure=secure)) or ""

    def set_lesson(self, game_id: str, *, secure: bool) -> str:
        return _set_cookie("lesson", game_id, _MAX_AGE if game_id else 0, secure=secure)

    def set_look(self, look: str, *, secure: bool) -> str:
        return _set_cookie("look", look, _MAX_AGE, secure=secure)


def cookie_value(header: str, name: str) -> str | None:
    """The first cookie of that name; browsers send no blanks or quotes around values of ours."""
    if name not in header:
        return None
    for part in header.split(";"):
        found, equals, value = part.partition("=")
        if equals and found.strip() == name:
            return value.strip()
    return None


def _name(kind: str, *, secure: bool) -> str:
    return f"__Host-klondaily-{kind}" if secure else f"klondaily-{kind}"


def _set_cookie(kind: str, value: str, max_age: int, *, secure: bool) -> str:
    text = f"{_name(kind, secure=secure)}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax"
    return text + "; Secure" if secure else text
