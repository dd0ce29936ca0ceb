"""Whole addresses, for those who open a page from elsewhere."""

from starlette.requests import Request

from app.web.site import Visit


def absolute(visit: Visit, request: Request, path: str) -> str:
    """Return the address of a page as others can open it: at the host that the settings name, or else the request."""
    base = visit.site.settings.base_url or str(request.base_url)
    return base.rstrip("/") + path
