"""The player on any device: a code that brings a second one along, all own data to take, and a way to delete it."""

import json
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.game.day import day_of, grace_end_ms
from app.store import coins, devices, own_data, players, renaming
from app.web.addresses import absolute
from app.web.forms import form_fields
from app.web.games import new_id
from app.web.looks import chosen, look_text, without_unowned
from app.web.site import Visit, now_ms, visit_of

#: Without characters that are taken for one another: 40 bits, for ten minutes.
_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH: Final = 8
_LONGEST_TYPED: Final = 40


@dataclass(frozen=True, slots=True)
class OfferView:
    """A code to type on another device, the address it leads to and the picture of that address."""

    code: str
    address: str
    picture: Markup


@dataclass(frozen=True, slots=True)
class DeviceView:
    """What device.html shows. ``typed`` is a code that the address brought along."""

    is_player: bool
    typed: str
    offer: OfferView | None
    said: str
    trouble: str


async def show(request: Request) -> Response:
    """Answer the page, perhaps with a code that another device showed."""
    visit, query = visit_of(request), request.query_params
    said = ""
    if "moved" in query:
        said = visit.words.gettext("Welcome: you are the same player here now. Both devices go on working.")
    elif "joined" in query:
        said = visit.words.gettext("Welcome: you are one player on both devices now, with the games of both.")
    elif "alone" in query:
        said = visit.words.gettext("All other devices and programs are signed out. A new code brings a device back.")
    elif "deleted" in query:
        said = visit.words.gettext("Everything about you is deleted.")
    return await _page(visit, typed=query.get("code", "")[:_LONGEST_TYPED], said=said)


async def offer(request: Request) -> Response:
    """Make a code for this player and show it; one that they are shown already, and that still holds, is kept."""
    visit = visit_of(request)
    if visit.player_id is None:
        return await _page(visit)
    code = _read_code((await form_fields(request)).get("code", ""))
    is_kept = await visit.site.database.read(devices.is_offered, visit.player_id, code, now_ms())
    if not is_kept:
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    address = absolute(visit, request, f"/device?code={code}")
    if not is_kept:
        await visit.site.database.write(devices.offer, visit.player_id, code, now_ms())
    import segno  # 2 MB that few servers need

    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=3, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    picture = Markup(svg)  # noqa: S704 - drawn by the library from an address of ours
    return await _page(visit, made=OfferView(f"{code[:4]} {code[4:]}", address, picture), again={"code": code})


async def redeem(request: Request) -> Response:
    """Make this device the player's that a code leads to, and bring along what was played here."""
    visit = visit_of(request)
    typed = (await form_fields(request)).get("code", "")[:_LONGEST_TYPED]
    code = _read_code(typed)
    redeemed = await visit.site.database.write(devices.redeem, code, visit.player_id, now_ms(), visit.site.terms)
    if redeemed is None:
        trouble = visit.words.gettext(
            "There is no such code, or it is not good any more: each works once, for ten minutes. Look at it again, or "
            "have a new one shown."
        )
        return await _page(visit, typed=typed, trouble=trouble, again={"code": typed}, status=422)
    # The cookie of the player that this device had goes with that player.
    response = visit.redirect("/device?joined" if redeemed.has_joined else "/device?moved", redeemed.player_id)
    player = await visit.site.database.read(players.get, redeemed.player_id)
    owned = await visit.site.database.read(coins.owned, redeemed.player_id)
    look = without_unowned(chosen(json.loads(player.settings) if player else {}) or visit.look, owned)
    if look != visit.look:
        response.headers.append("set-cookie", visit.site.cookies.set_look(look_text(look), secure=visit.secure))
    return response


def _read_code(text: str) -> str:
    return "".join(letter for letter in text[:_LONGEST_TYPED].upper() if letter in _ALPHABET)[:_LENGTH]


async def _page(
    visit: Visit,
    *,
    typed: str = "",
    made: OfferView | None = None,
    said: str = "",
    trouble: str = "",
    again: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    player = await visit.site.database.read(players.get, visit.player_id) if visit.player_id else None
    view: dict[str, object] = {"page": DeviceView(player is not None, typed, made, said, trouble)}
    if again is not None:
        view["again"] = again
    return visit.html("device.html", view, status)


async def take(request: Request) -> Response:
    """Answer with all that is kept of the visitor, as a file of JSON."""
    visit = visit_of(request)
    if visit.player_id is None:
        return visit.redirect("/device")
    zone, now = visit.site.settings.time_zone, now_ms()
    today = day_of(now, zone)
    near = [today - timedelta(days=ago) for ago in range(-1, 3)]
    secret = {day.isoformat() for day in near if now < grace_end_ms(day, zone)}
    found = await visit.site.database.read(own_data.everything, visit.player_id, secret)
    return JSONResponse(found, headers={"content-disposition": 'attachment; filename="klondaily.json"'})


async def forget(request: Request) -> Response:
    """Delete everything about the visitor, who has said that they are sure."""
    visit = visit_of(request)
    fields = await form_fields(request)
    if visit.player_id is None:
        return visit.redirect("/device")
    if fields.get("sure") != "yes":
        trouble = visit.words.gettext("Nothing was deleted. Tick that you are sure, then press again.")
        return await _page(visit, trouble=trouble, again={}, status=422)
    await visit.site.database.write(own_data.forget, visit.player_id)
    response = visit.redirect("/device?deleted")
    response.headers.append("set-cookie", visit.site.cookies.forget_player(secure=visit.secure))
    # What the browser itself has kept; it heeds this by https.
    response.headers["clear-site-data"] = '"cache", "storage"'
    return response


async def sign_others_out(request: Request) -> Response:
    """Give the visitor a new id, so that whatever holds the old one is nobody's: a lost device, a copied cookie."""
    visit = visit_of(request)
    if visit.player_id is None:
        return visit.redirect("/device")
    player_id = new_id()
    await visit.site.database.write(renaming.sign_others_out, visit.player_id, player_id)
    return visit.redirect("/device?alone", player_id)


routes = [
    Route("/device", show, methods=["GET"]),
    Route("/device", redeem, methods=["POST"]),
    Route("/device/code", offer, methods=["POST"]),
    Route("/device/data.json", take, methods=["GET"]),
    Route("/device/others", sign_others_out, methods=["POST"]),
    Route("/device/delete", forget, methods=["POST"]),
]
