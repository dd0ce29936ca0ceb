"""Static files under a folder name that changes with their content."""

import gzip
import re
from pathlib import Path
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.web.packing import LONGEST_HEADER, accepts
from app.web.scripts import in_one_piece

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"

_NOTE: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRING: Final = re.compile(r'("[^"\n]*")')
_NEEDLESS: Final = re.compile(r"\s*([{};,>])\s*|(?<=:)\s+|(?<=\s)\s+")

_TEXTS: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class _Text(NamedTuple):
    """A file worth compressing: plain, and as small as gzip makes it, which is too slow to do for each answer."""

    media_type: str
    plain: bytes
    packed: bytes


class VersionedFiles(StaticFiles):
    """``/static/v-VERSION/…`` may be kept for ever, ``/static/…`` is asked for again each time.

    The version is a folder, so that addresses inside style sheets, being relative, carry it too. Pages of
    another version, open since before an upgrade, get what there is now, but not to be kept under their address.
    """

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(directory=folder)
        self._folder = f"v-{version}"
        self._texts = {
            path.relative_to(folder).as_posix(): _read(path, media_type)
            for path in folder.rglob("*")
            if (media_type := _TEXTS.get(path.suffix))
        }

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        is_versioned = first.startswith("v-")
        text = self._texts.get(rest) if is_versioned and scope["method"] == "GET" else None
        if text is not None:
            response = _answer(text, Headers(scope=scope))
        else:
            response = await super().get_response(rest if is_versioned else path, scope)
        is_lasting = first == self._folder and response.status_code == 200
        response.headers["cache-control"] = FOREVER if is_lasting else ASK_AGAIN
        return response


def _read(path: Path, media_type: str) -> _Text:
    plain = path.read_bytes()
    if path.name == "table.js":
        plain = in_one_piece(path).encode()
    elif path.suffix == ".css":
        plain = short_style(plain.decode()).encode()
    return _Text(media_type, plain, gzip.compress(plain, 9, mtime=0))


def short_style(text: str) -> str:
    """Return a style sheet without comments, line breaks and needless blanks, a tenth smaller when packed."""
    # Every second part is a string.
    parts = _STRING.split(_NOTE.sub("", text))
    return "".join([part if number % 2 else _NEEDLESS.sub(r"\1", part) for number, part in enumerate(parts)]).strip()


def _answer(text: _Text, asked: Headers) -> Response:
    accepted = asked.get("accept-encoding", "").encode("latin-1")[:LONGEST_HEADER]
    if not accepts(accepted, b"gzip") or len(text.packed) >= len(text.plain):
        return Response(text.plain, media_type=text.media_type, headers={"vary": "accept-encoding"})
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(text.packed, media_type=text.media_type, headers=headers)
