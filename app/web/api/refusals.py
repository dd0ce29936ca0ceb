"""What programs are told where the edge refuses a request, or where what they sent cannot be read."""

from collections.abc import Sequence
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from app.web.api.problems import ApiError, problem

_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
_JSON_WANTED: Final = "Send the body as a JSON object, with the header Content-Type: application/json."


def refused(scope: Scope, status: int, code: str) -> JSONResponse:
    """Return the answer to a program for what the edge refuses.

    Where no page is, or none with that method, there was nothing to refuse: it is 404 or 405, as without a cookie.
    """
    if status != 403:
        return problem(ApiError(status, code=code))
    routes: Sequence[BaseRoute] = scope["app"].router.routes
    if not _takes(routes, scope, scope["method"]):
        methods = [method for method in _METHODS if _takes(routes, scope, method)]
        answer = problem(ApiError(405 if methods else 404))
        if methods:
            answer.headers["allow"] = ", ".join(methods)
        return answer
    if code == "not_json":
        return problem(ApiError(403, f"With a player's cookie only JSON is taken. {_JSON_WANTED}", code=code))
    return problem(ApiError(403, "It says that another site's page sent it, so nothing was done.", code=code))


def _takes(routes: Sequence[BaseRoute], scope: Scope, method: str) -> bool:
    return any(route.matches({**scope, "method": method})[0] is Match.FULL for route in routes)


def unreadable(first: dict[str, Any], content_type: str) -> str:
    """Return what is wrong with a request in words; ``first`` is the first thing that pydantic found."""
    place = tuple(first["loc"])
    if place == ("body",):
        return _JSON_WANTED if not _is_json(content_type) else "The body must be a JSON object."
    if first["type"] == "json_invalid":
        return f"The body is no JSON: at character {int(place[-1]) + 1}."
    return f"{'.'.join(map(str, place))}: {first['msg']}"


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"
