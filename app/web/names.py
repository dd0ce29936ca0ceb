"""Names on the leaderboards: chosen by the player, or a number until then."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.i18n import N_, Translator
from app.store import players
from app.store.errors import InvalidNameError, NameTakenError
from app.web.forms import form_fields, own_path
from app.web.games import new_id
from app.web.site import Visit, now_ms, visit_of

_AFTERWARDS: Final = "/leaderboard"
_MESSAGES: Final = {
    "empty": N_("Please type a name."),
    "too_long": N_("That is too long: 24 characters fit on the board."),
    "characters": N_(
        "It holds characters that no name may have. Letters of today's scripts, digits, blanks and signs are fine."
    ),
    "automatic": N_("So are those called who have no name. Choose one of your own."),
    "own_mark": N_("“(you)” marks everyone's own line on the board, so no name may end like that. Try another one."),
    "refused": N_("This name is not wanted here. Try another one."),
    "taken": N_("Somebody already has this name, or one that looks just like it. Try another one."),
}


@dataclass(frozen=True, slots=True)
class NameView:
    """What name.html shows. ``next`` is where the visitor came from; ``error`` stands beside the field."""

    typed: str
    number_name: str
    next: str
    error: str = ""


def shown_name(name: str | None, player_id: str, words: Translator) -> str:
    """Return the player's name, or "Player 1234": a number made from the id, from which the id cannot be told."""
    if name is not None:
        return name
    digest = blake2b(player_id.encode(), digest_size=8, person=b"player number").digest()
    number = 1000 + int.from_bytes(digest) % 9000
    return words.gettext("Player %(number)s", number=number)


async def show(request: Request) -> Response:
    """Answer the page with the present name in the field."""
    visit = visit_of(request)
    player = await visit.site.database.read(players.get, visit.player_id) if visit.player_id else None
    typed = player.name if player and player.name else ""
    return _page(visit, typed, own_path(request.query_params.get("next"), _AFTERWARDS))


async def choose(request: Request) -> Response:
    """Keep the name and go back; what was typed stays in the field where it cannot be kept."""
    visit = visit_of(request)
    fields = await form_fields(request)
    typed, afterwards = fields.get("name", ""), own_path(fields.get("next"), _AFTERWARDS)
    player_id, words = visit.player_id or new_id(), visit.site.settings.name_words
    try:
        await visit.site.database.write(players.set_name, player_id, typed, now_ms(), words)
    except InvalidNameError as error:
        return _page(visit, typed, afterwards, error.code, 422)
    except NameTakenError:
        return _page(visit, typed, afterwards, "taken", 409)
    return visit.redirect(afterwards, player_id)


def _page(visit: Visit, typed: str, afterwards: str, code: str = "", status: int = 200) -> Response:
    words = visit.words
    # A visitor without an id gets one with the first game: until then there is no number to show.
    number_name = shown_name(None, visit.player_id, words) if visit.player_id else ""
    error = words.gettext(_MESSAGES[code]) if code else ""
    view: dict[str, object] = {"page": NameView(typed, number_name, afterwards, error)}
    if code:
        view["again"] = {"name": typed, "next": afterwards}
    return visit.html("name.html", view, status)


routes = [Route("/name", show, methods=["GET"]), Route("/name", choose, methods=["POST"])]
