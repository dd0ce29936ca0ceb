"""The settings page. It works as a form; with scripts a choice shows at once."""

import json
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.store import players
from app.web.forms import form_fields, own_path
from app.web.looks import GROUPS, chosen, look_text
from app.web.site import visit_of

#: Each in itself, so that whoever cannot read the page finds the way out of it.
LANGUAGE_NAMES: Final = (("de", "Deutsch"), ("en", "English"))


async def show(request: Request) -> Response:
    """Show what can be set and what is."""
    visit = visit_of(request)
    back = own_path(request.query_params.get("next"))
    view = {
        "groups": GROUPS,
        "languages": LANGUAGE_NAMES,
        "look": visit.look,
        "next": back,
        "here": "/settings" if back == "/" else f"/settings?{urlencode({'next': back})}",
        "saved": "saved" in request.query_params,
    }
    return visit.html("settings.html", view)


async def save(request: Request) -> Response:
    """Keep the settings in the browser, and with the player where there is one."""
    visit = visit_of(request)
    fields = await form_fields(request)
    look = chosen(fields)
    if visit.player_id is not None:
        await visit.site.database.write(players.set_settings, visit.player_id, json.dumps(look))
    response = visit.redirect(own_path(fields.get("next"), "/settings?saved"))
    response.headers.append("set-cookie", visit.site.cookies.set_look(look_text(look), secure=visit.secure))
    return response


routes = [Route("/settings", show, methods=["GET"]), Route("/settings", save, methods=["POST"])]
