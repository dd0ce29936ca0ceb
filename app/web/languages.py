"""The language switch: remembered in a cookie of its own, so that it costs no player and no account."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.i18n.negotiate import is_language
from app.web.forms import form_fields, own_path
from app.web.site import visit_of


async def choose(request: Request) -> Response:
    """Remember a language and go back to the page that it was chosen on.

    With ``?again=`` the browser sends the form's fields there once more, as the press did that brought the page.
    """
    visit = visit_of(request)
    fields = await form_fields(request)
    language = fields.get("language")
    if not is_language(language):
        raise HTTPException(400)
    again = request.query_params.get("again")
    if again is None:
        response = visit.redirect(own_path(fields.get("next")))
    else:
        response = RedirectResponse(own_path(again), 307, {"cache-control": "no-store"})
    response.headers.append("set-cookie", visit.site.cookies.set_language(language, secure=visit.secure))
    return response


routes = [Route("/language", choose, methods=["POST"])]
