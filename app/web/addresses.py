"""Whole addresses, for those who open a page from elsewhere."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.web.site import Visit

#: A name of the DNS or an address, and a port: what anything else would lead to nobody knows.
_HOST: Final = re.compile(r"[A-Za-z0-9._:\[\]-]{1,261}")


def absolute(visit: Visit, request: Request, path: str) -> str:
    """Return the address of a page as others can open it: at the host that the settings name, or else the request.

    Raises HTTPException 400 for a request whose host is none.
    """
    base = visit.site.settings.base_url
    if not base:
        if not _HOST.fullmatch(request.headers.get("host", "localhost")):
            raise HTTPException(400)
        base = str(request.base_url)
    return base.rstrip("/") + path
