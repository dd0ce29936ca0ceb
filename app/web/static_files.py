"""Static files under a folder name that changes with their content."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"


class VersionedFiles(StaticFiles):
    """``/static/v-FINGERPRINT/…`` may be kept for ever, ``/static/…`` is asked for again each time.

    The version is a folder, so that addresses inside style sheets, being relative, carry it too.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        versioned = first.startswith("v-")
        response = await super().get_response(rest if versioned else path, scope)
        response.headers["cache-control"] = FOREVER if versioned and response.status_code == 200 else ASK_AGAIN
        return response
