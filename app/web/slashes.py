"""Addresses with a slash at their end that have none, or the other way round: shown the way, on this very server."""

from urllib.parse import quote

from starlette.responses import RedirectResponse
from starlette.routing import Match, Router
from starlette.types import ASGIApp, Receive, Scope, Send

#: What may stand in a path as it is (RFC 3986).
_SAFE = "/:@!$&'()*+,;="


def show_the_way(router: Router) -> None:
    """Let ``router`` answer with a redirect to the path alone where only the last slash is wrong.

    Starlette's own redirect names the server as the request did, and so whatever host somebody wrote there.
    """
    otherwise: ASGIApp = router.default
    router.redirect_slashes = False

    async def default(scope: Scope, receive: Receive, send: Send) -> None:
        path = _other(scope["path"]) if scope["type"] == "http" else ""
        if path and any(route.matches({**scope, "path": path})[0] is not Match.NONE for route in router.routes):
            query = scope["query_string"].decode("latin-1")
            where = quote(path, safe=_SAFE) + (f"?{query}" if query else "")
            await RedirectResponse(where)(scope, receive, send)
        else:
            await otherwise(scope, receive, send)

    router.default = default


def _other(path: str) -> str:
    """Return the path without slashes at its end, or with one; "" where that could be taken for another server."""
    other = path.rstrip("/") if path.endswith("/") else path + "/"
    return "" if other.startswith(("//", "/\\")) else other
