"""Addresses that only take forms, opened as pages: reloaded, typed or kept as a bookmark, they lead to their page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.web.site import visit_of

#: Addresses at which a browser may be left by an answer to a form, and the page that each belongs to.
_WAYS: Final[Mapping[str, str]] = {
    "/games": "/new",
    "/game/{game_id}/play": "/game/{game_id}",
    "/game/{game_id}/pause": "/game/{game_id}",
    "/game/{game_id}/resume": "/game/{game_id}",
    "/game/{game_id}/advice": "/game/{game_id}",
    "/daily/{day}/{board}": "/daily/{day}",
    "/castles/level": "/castles",
    "/castles/give-up": "/castles",
    "/learn/stop": "/learn",
    "/statistics/reset": "/statistics",
    "/device/code": "/device",
    "/device/others": "/device",
    "/device/delete": "/device",
    "/tokens/{token_id}/revoke": "/tokens",
    "/language": "/",
}


def _leading_to(page: str) -> Callable[[Request], Awaitable[Response]]:
    async def lead(request: Request) -> Response:
        named = {name: quote(value, safe="") for name, value in request.path_params.items()}
        return visit_of(request).redirect(page.format(**named))

    return lead


routes = [Route(address, _leading_to(page), methods=["GET"]) for address, page in _WAYS.items()]
