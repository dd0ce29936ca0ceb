"""Who asks: a program with a token, or a browser with its cookie."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPBearer

from app.store import tokens
from app.web.api.problems import ApiError
from app.web.known_tokens import token_in
from app.web.site import Visit, visit_of

# These two describe what is read below; they read nothing themselves.
_BEARER = HTTPBearer(auto_error=False, description="A token that the player made on the page /tokens")
_COOKIE = APIKeyCookie(
    name="klondaily-player",
    auto_error=False,
    description="The player's cookie, named `__Host-klondaily-player` by https",
)


async def asker(
    request: Request, _: Annotated[object, Depends(_BEARER)], __: Annotated[object, Depends(_COOKIE)]
) -> Visit:
    """Return the visit, its player being the token's where one is shown; raises ApiError 401 for one that is none."""
    visit = visit_of(request)
    header = request.headers.get("authorization")
    if header is None:
        return visit
    text = token_in(header)
    owner = await visit.site.database.read(tokens.owner, text) if tokens.is_well_formed(text) else None
    visit.site.known_tokens.found(text, is_valid=owner is not None)
    if owner is None:
        raise ApiError(401, "That token is none, or it was revoked.")
    return visit._replace(player_id=owner)


Asker = Annotated[Visit, Depends(asker)]


async def known_asker(visit: Asker) -> Visit:
    """Return the visit of somebody who is a player; raises ApiError 401 for anybody else."""
    if visit.player_id is None:
        raise ApiError(401)
    return visit


Player = Annotated[Visit, Depends(known_asker)]
