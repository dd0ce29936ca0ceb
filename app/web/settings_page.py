"""The settings page. It works as a form; with scripts a choice shows at once."""

import json
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.store import coins, players
from app.web.forms import form_fields, own_path
from app.web.looks import GROUPS, chosen, look_text, without_unowned
from app.web.shop_items import items_of
from app.web.site import Visit, visit_of

#: Each in itself, so that whoever cannot read the page finds the way out of it.
LANGUAGE_NAMES: Final = (("de", "Deutsch"), ("en", "English"))


async def show(request: Request) -> Response:
    """Show what can be set and what is."""
    visit = visit_of(request)
    back = own_path(request.query_params.get("next"))
    owned = await _owned(visit)
    view = {
        "groups": GROUPS,
        "bought": {kind: [item for item in items_of(kind) if item.key in owned] for kind in ("back", "cloth")},
        "languages": LANGUAGE_NAMES,
        "look": visit.look,
        "next": back,
        "here": "/settings" if back == "/" else f"/settings?{urlencode({'next': back})}",
        "saved": "saved" in request.query_params,
    }
    return visit.html("settings.html", view)


async def _owned(visit: Visit) -> set[str]:
    return await visit.site.database.read(coins.owned, visit.player_id) if visit.player_id else set()


async def save(request: Request) -> Response:
    """Keep the settings in the browser, and with the player where there is one."""
    visit = visit_of(request)
    fields = await form_fields(request)
    look = without_unowned(chosen(fields), await _owned(visit))
    if visit.player_id is not None:
        await visit.site.database.write(players.set_settings, visit.player_id, json.dumps(look))
    response = visit.redirect(own_path(fields.get("next"), "/settings?saved"))
    response.headers.append("set-cookie", visit.site.cookies.set_look(look_text(look), secure=visit.secure))
    return response


routes = [Route("/settings", show, methods=["GET"]), Route("/settings", save, methods=["POST"])]
