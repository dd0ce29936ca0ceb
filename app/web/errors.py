"""The one place where errors become status codes, and codes become pages that say what to do next."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Scope

from app.game.errors import IllegalMoveError, InvalidError
from app.i18n import N_
from app.store.errors import GameNotFoundError, UnavailableError
from app.web.api.problems import ApiError, is_for_programs, problem
from app.web.api.refusals import refused, unreadable
from app.web.input_errors import told
from app.web.middleware import ErrorPage
from app.web.middleware_origin import SAFE_METHODS
from app.web.site import Site, Visit, visit_of

Handler = Callable[[Request, Exception], Awaitable[Response]]

#: Seconds after which a browser may ask a database again that did not answer.
RETRY_SECONDS: Final = 5


class Problem(NamedTuple):
    """What a page for one status says; both are messages for the catalogues."""

    title: str
    text: str


PROBLEMS: Final[Mapping[int, Problem]] = {
    400: Problem(
        N_("That could not be read"),
        N_("The address or the form held something that makes no sense here. Go back and try it from the page itself."),
    ),
    403: Problem(
        N_("That did not come from this page"),
        N_("Your browser says that another site sent it, so nothing was done. Open the page here and press again."),
    ),
    404: Problem(
        N_("Nothing lies here"),
        N_("There is no such page. If you were looking for a game: only the player whose game it is can open it."),
    ),
    405: Problem(
        N_("Not like that"),
        N_("This address does something when a button is pressed; there is nothing here to look at."),
    ),
    408: Problem(
        N_("That took too long"),
        N_("What your browser sent did not come in time, so nothing was done. Look at your connection and try again."),
    ),
    409: Problem(
        N_("It has changed in the meantime"),
        N_("Somebody, maybe you in another window, was faster. Nothing was lost: look at it again."),
    ),
    413: Problem(
        N_("That is too much at once"),
        N_("What was sent is larger than anything this page needs. Nothing was done with it."),
    ),
    422: Problem(
        N_("The rules do not allow that"),
        N_("The move was not made, and the table is as it was. Go back to it and look again."),
    ),
    429: Problem(
        N_("A little slower, please"),
        N_("So many requests came from your connection that the server takes a breath. Wait a few seconds and go on."),
    ),
    500: Problem(
        N_("Something went wrong here"),
        N_("It is not your fault, and every move that you saw on the table is kept. Try it once more."),
    ),
    503: Problem(
        N_("The cards cannot be reached"),
        N_("The server does not get at its store just now. Every move you saw on the table is kept. Try again soon."),
    ),
}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """What error.html shows. ``again`` is an address worth asking again; ``request_id`` finds the line in the log."""

    status: int
    title: str
    text: str
    again: str | None
    request_id: str | None


def status_of(error: Exception) -> int:
    """Return the status of an answer to ``error``."""
    match error:
        case HTTPException():
            return error.status_code
        case ApiError():
            return error.status
        case GameNotFoundError():
            return 404
        case IllegalMoveError():
            return 422
        case InvalidError() | RequestValidationError():
            return 400
        case UnavailableError():
            return 503
    return 500


def error_page(visit: Visit, scope: Scope, status: int) -> Response:
    """Answer with the page for ``status``, in the visitor's language."""
    problem = PROBLEMS.get(status) or PROBLEMS[400 if status < 500 else 500]
    words = visit.words
    is_safe = scope["method"] in SAFE_METHODS
    view = ErrorView(
        status,
        words.gettext(problem.title),
        words.gettext(problem.text),
        visit.path if is_safe and status in (429, 500, 503) else None,
        scope.get("state", {}).get("request_id") if status == 500 else None,
    )
    # Where a form was sent there is a page to open, unless there is nothing at all.
    here = visit.here if is_safe or status != 404 else "/"
    return visit.html("error.html", {"page": view, "here": here}, status)


async def answer_error(request: Request, error: Exception) -> Response:
    """Answer a handler's error; this is what the application calls for every kind in :data:`HANDLERS`."""
    status = status_of(error)
    response: Response
    if is_for_programs(request.url.path):
        response = problem(_for_programs(error, status, request.headers.get("content-type", "")))
    else:
        response = error_page(visit_of(request), request.scope, status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    if status == 503:
        response.headers["retry-after"] = str(RETRY_SECONDS)
    return response


def _for_programs(error: Exception, status: int, content_type: str) -> ApiError:
    match error:
        case ApiError():
            return error
        case RequestValidationError():
            return ApiError(status, unreadable(error.errors()[0], content_type))
        case InvalidError():
            return ApiError(status, told(error), reason=error.code)
    return ApiError(status)


HANDLERS: Final[Mapping[type[Exception], Handler]] = dict.fromkeys(
    (
        HTTPException,
        RequestValidationError,
        ApiError,
        GameNotFoundError,
        InvalidError,
        IllegalMoveError,
        UnavailableError,
    ),
    answer_error,
)


def edge_page(site: Site) -> ErrorPage:
    """Return the page that the edge shows for what it refuses, and for errors that nobody expected."""

    def page(scope: Scope, status: int, code: str) -> ASGIApp:
        if is_for_programs(scope["path"]):
            return refused(scope, status, code)
        return error_page(visit_of(Request(scope), site), scope, status)

    return page
