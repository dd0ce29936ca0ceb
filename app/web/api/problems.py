"""Errors as programs get them. The messages are for whoever writes the program, so most are English only."""

from typing import Any, Final

from starlette.responses import JSONResponse

#: All addresses of the interface begin with it.
ROOT: Final = "/api/v1"

#: What every status means here: its code, and a message where nothing better is known.
CODES: Final[dict[int, tuple[str, str]]] = {
    400: ("malformed", "The request could not be read."),
    401: ("unauthorized", "Send the token of a player as bearer, or a player's cookie."),
    403: ("forbidden", "That is not allowed here."),
    404: ("not_found", "There is no such thing, or it is not yours."),
    405: ("method_not_allowed", "This address does not know that method."),
    408: ("too_slow", "The request did not come in time, so nothing was done."),
    409: ("stale", "The game had moved on, so nothing was done."),
    413: ("too_large", "The request is larger than anything needed here."),
    422: ("illegal_move", "The rules do not allow that."),
    429: ("too_many_requests", "Too many requests from your address: wait as long as Retry-After says."),
    500: ("internal_error", "Something went wrong here; every answered entry is kept."),
    503: ("unavailable", "The database does not answer. Try again soon."),
}


class ApiError(Exception):
    """Ends a request with an error. ``reason`` is the law's or a reader's code; ``more`` goes beside ``error``."""

    def __init__(
        self,
        status: int,
        message: str = "",
        *,
        code: str = "",
        reason: str | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        self.status = status
        self.message = message
        self.code = code
        self.reason = reason
        self.more = more
        super().__init__(message)


def is_for_programs(path: str) -> bool:
    """Tell whether an address is one of this interface's, so that its errors are JSON too."""
    return path == ROOT or path.startswith(f"{ROOT}/")


def problem(error: ApiError) -> JSONResponse:
    """Return the answer for an error."""
    code, message = CODES.get(error.status) or CODES[400 if error.status < 500 else 500]
    body: dict[str, Any] = {"code": error.code or code, "message": error.message or message}
    if error.reason is not None:
        body["reason"] = error.reason
    headers = {"cache-control": "no-store"}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse({"error": body} | (error.more or {}), error.status, headers)
