"""Static files under a folder name that changes with their content."""

from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"


class VersionedFiles(StaticFiles):
    """``/static/v-VERSION/…`` may be kept for ever, ``/static/…`` is asked for again each time.

    The version is a folder, so that addresses inside style sheets, being relative, carry it too. Pages of
    another version, open since before an upgrade, get what there is now, but not to be kept under their address.
    """

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(directory=folder)
        self._folder = f"v-{version}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        response = await super().get_response(rest if first.startswith("v-") else path, scope)
        is_lasting = first == self._folder and response.status_code == 200
        response.headers["cache-control"] = FOREVER if is_lasting else ASK_AGAIN
        return response
