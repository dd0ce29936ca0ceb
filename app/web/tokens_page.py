"""The page of a player's tokens: made, shown once, revoked."""

from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.i18n import Translator
from app.store import tokens
from app.store.errors import TooManyTokensError
from app.store.tokens import LONGEST_LABEL, Token
from app.web.forms import form_fields
from app.web.games import new_id
from app.web.site import Visit, now_ms, visit_of


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token in the list."""

    id: str
    label: str
    made: str


@dataclass(frozen=True, slots=True)
class TokensView:
    """What tokens.html shows; ``new`` is the text of one made just now, which no page shows again."""

    tokens: list[TokenView]
    longest_label: int
    new: str = ""
    error: str = ""


async def show(request: Request) -> Response:
    """Answer the list."""
    return await _page(visit_of(request))


async def make(request: Request) -> Response:
    """Make a token and show it: in this very answer, so that it stands in no address and no cookie.

    One that was shown comes back where its page is wanted in the other language.
    """
    visit = visit_of(request)
    fields = await form_fields(request)
    if shown := fields.get("token"):
        if visit.player_id is None or await visit.site.database.read(tokens.owner, shown) != visit.player_id:
            return visit.redirect("/tokens")
        return await _page(visit, new=shown)
    player_id = visit.player_id or new_id()
    label = "".join(letter for letter in fields.get("label", "") if letter.isprintable())
    known = visit._replace(player_id=player_id)
    try:
        text = await visit.site.database.write(tokens.make, player_id, label, now_ms())
    except TooManyTokensError:
        words = visit.words
        return await _page(
            known, error=words.gettext("You have as many tokens as one can have. Revoke one."), status=409
        )
    response = await _page(known, new=text)
    if visit.player_id is None:
        response.headers.append("set-cookie", visit.site.cookies.set_player(player_id, secure=visit.secure))
    return response


async def revoke(request: Request) -> Response:
    """Take a token away; from now on it opens nothing."""
    visit = visit_of(request)
    if visit.player_id is not None:
        await visit.site.database.write(tokens.revoke, visit.player_id, request.path_params["token_id"])
    return visit.redirect("/tokens")


async def _page(visit: Visit, new: str = "", error: str = "", status: int = 200) -> Response:
    found = await visit.site.database.read(tokens.listed, visit.player_id) if visit.player_id else []
    views = [_view(token, visit.words) for token in found]
    view: dict[str, object] = {"page": TokensView(views, LONGEST_LABEL, new, error)}
    if new:
        view["again"] = {"token": new}
    return visit.html("tokens.html", view, status)


def _view(token: Token, words: Translator) -> TokenView:
    made = words.date(datetime.fromtimestamp(token.created_at // 1000, UTC).date(), "medium")
    return TokenView(token.id, token.label or words.gettext("without a name"), made)


routes = [
    Route("/tokens", show, methods=["GET"]),
    Route("/tokens", make, methods=["POST"]),
    Route("/tokens/{token_id}/revoke", revoke, methods=["POST"]),
]
