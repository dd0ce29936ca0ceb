"""The shop: backs and cloths for Taler, each bought once (R7.6)."""

import json
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.i18n import Translator
from app.store import coins, players
from app.store.errors import NotEnoughCoinsError
from app.web.forms import form_fields
from app.web.habit import coins_words
from app.web.looks import look_text
from app.web.shop_items import ITEMS, Item, item_named
from app.web.site import Visit, now_ms, visit_of


@dataclass(frozen=True, slots=True)
class ItemView:
    """One thing to have. ``lacking`` says how many Taler are missing, empty where none are."""

    key: str
    kind: str
    value: str
    label: str
    price: str
    is_owned: bool
    is_worn: bool
    lacking: str


@dataclass(frozen=True, slots=True)
class ShopView:
    """What shop.html shows; ``said`` is what has just happened."""

    purse: str
    backs: list[ItemView]
    cloths: list[ItemView]
    said: str = ""
    trouble: str = ""


async def show(request: Request) -> Response:
    """Answer the page."""
    visit = visit_of(request)
    item = item_named(request.query_params.get("bought", ""))
    said = visit.words.gettext("It is yours, and lies on your table.") if item else ""
    return visit.html("shop.html", {"page": await _view(visit, said=said)})


async def buy(request: Request) -> Response:
    """Buy an item and put it on the table; one that is owned already is only put there."""
    visit = visit_of(request)
    item = item_named((await form_fields(request)).get("item", ""))
    if item is None:
        raise HTTPException(400)
    if visit.player_id is None:
        return await _refused(visit)
    look = visit.look | {item.kind: item.value}
    try:
        await visit.site.database.write(
            coins.buy_and_wear, visit.player_id, item.key, item.price, json.dumps(look), now_ms()
        )
    except NotEnoughCoinsError:
        return await _refused(visit)
    response = visit.redirect(f"/shop?bought={item.key}")
    response.headers.append("set-cookie", visit.site.cookies.set_look(look_text(look), secure=visit.secure))
    return response


async def _refused(visit: Visit) -> Response:
    trouble = visit.words.gettext("You have too few coins for that. Each board of the day that you win brings some.")
    return visit.html("shop.html", {"page": await _view(visit, trouble=trouble)}, 409)


async def _view(visit: Visit, said: str = "", trouble: str = "") -> ShopView:
    words, purse = visit.words, 0
    owned: set[str] = set()
    if visit.player_id is not None:
        player = await visit.site.database.read(players.get, visit.player_id)
        purse = player.coins if player else 0
        owned = await visit.site.database.read(coins.owned, visit.player_id)
    views = [_item(item, item.key in owned, visit.look, purse, words) for item in ITEMS]
    return ShopView(
        coins_words(purse, words),
        [view for view in views if view.kind == "back"],
        [view for view in views if view.kind == "cloth"],
        said,
        trouble,
    )


def _item(item: Item, is_owned: bool, look: dict[str, str], purse: int, words: Translator) -> ItemView:
    missing = max(item.price - purse, 0)
    return ItemView(
        item.key,
        item.kind,
        item.value,
        words.gettext(item.label),
        coins_words(item.price, words),
        is_owned,
        is_owned and look.get(item.kind) == item.value,
        words.ngettext("%(num)s coin is missing", "%(num)s coins are missing", missing)
        if missing and not is_owned
        else "",
    )


routes = [Route("/shop", show, methods=["GET"]), Route("/shop", buy, methods=["POST"])]
