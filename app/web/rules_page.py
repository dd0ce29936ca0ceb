"""The rules, written as prose in each language and not translated sentence by sentence."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.web.site import visit_of


async def show(request: Request) -> Response:
    """Answer the page in the visitor's language."""
    visit = visit_of(request)
    return visit.html(f"rules/{visit.language}.html", {})


routes = [Route("/rules", show)]
