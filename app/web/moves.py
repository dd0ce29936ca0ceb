"""The move route: what is pressed, dragged or typed at the table comes in here.

A request names the version it saw and one or more entries in their order; they are made up to the first
that is refused. Scripts get the table back, without scripts the browser is sent to the game's page.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.record import State
from app.game.rules import rule_set
from app.store import games
from app.web.announce import PUT_UP, story
from app.web.castle_table import bonus_note
from app.web.errors import HANDLERS, answer_error
from app.web.fragment import fragment
from app.web.gamepage import game_page, own_game, with_lesson
from app.web.hints import charge, hint_for
from app.web.middleware_answer import FOR_SCRIPTS
from app.web.packing import packed
from app.web.reasons import sentence
from app.web.site import Visit, now_ms, visit_of
from app.web.table import Said, table_view

#: As many entries as a page may keep while its connection is away.
MOST_ENTRIES: Final = 100

_TABLE_HEADERS: Final = (
    (b"cache-control", b"no-store"),
    (b"content-type", b"text/html; charset=utf-8"),
    (b"vary", b"accept-encoding"),
)
_PLAY: Final = re.compile("/game/([^/]+)/table")
#: Nearly every play: one entry in which nothing is escaped.
_SINGLE: Final = re.compile(rb"version=([0-9]{1,9})&entry=([A-Za-z0-9-]+)")


class TableResponse(HTMLResponse):
    """A table's fragment, whose headers are known; packed here, as the edge would do it in more steps.

    ``is_asked`` tells that a script asked for it: no link leads to what is posted.
    """

    is_asked = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytes(self.body)
        headers = list(_TABLE_HEADERS)
        coding = scope["state"]["coding"]
        if coding:
            body = packed(coding, body)
            headers.append((b"content-encoding", coding))
        headers.append((b"content-length", b"%d" % len(body)))
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": headers, FOR_SCRIPTS: self.is_asked}
        )
        await send({"type": "http.response.body", "body": body})

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        self.raw_headers = list(_TABLE_HEADERS)


class Played(NamedTuple):
    """What became of a request's entries: the status to answer, what to say, and the game as it stands.

    ``is_to_be_shown`` says that the answer is worth more than the way back to the game's page; ``state`` is the
    row's where it is known.
    """

    status: int
    said: Said
    row: games.GameRow
    is_to_be_shown: bool = False
    state: State | None = None


class Play(NamedTuple):
    """A play's form: the version it saw, entries, and how many of these were sent before without an answer."""

    version: int
    texts: list[str]
    sent: int


async def read_play(request: Request) -> Play | None:
    """Return a play's form, ``None`` where it is none."""
    body = await _body(request.receive)
    if single := _SINGLE.fullmatch(body):
        return Play(int(single[1]), [single[2].decode()], 0)
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_ENTRIES + 8)
        versions = [value for name, value in fields if name == "version"]
        entries = [value for name, value in fields if name == "entry"]
    except ValueError:
        return None
    numbers = versions + [value for name, value in fields if name == "sent"]
    if len(versions) != 1 or len(numbers) > 2 or not entries or len(entries) > MOST_ENTRIES:
        return None
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
        return None
    return Play(int(versions[0]), entries, int(numbers[1]) if len(numbers) == 2 else 0)


async def _body(receive: Receive) -> bytes:
    # As Starlette's request does it, for a quarter of the time.
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def play(visit: Visit, game_id: str, request: Request) -> Played:
    """Make the entries of a request in the player's game.

    Raises :class:`app.store.errors.GameNotFoundError` where the player has no such game.
    """
    owner = visit.player_id or ""
    wanted = await read_play(request)
    if wanted is None:
        row = await own_game(visit, game_id)
        return Played(400, Said(trouble=sentence("unknown_move", visit.words)), row)
    version, texts = wanted.version, wanted.texts
    if texts[0] == "hint":
        return await _hint(visit, game_id, version)
    if "hint" in texts:
        # A hint is worked out before it is entered: it goes with the next request, and so does what follows it.
        texts = texts[: texts.index("hint")]
    zone = visit.site.settings.time_zone
    hand = games.Hand(least_ms=visit.site.settings.fastest_move)
    auto = bool(visit.look.get("auto"))
    outcome = await visit.site.playing.append(
        game_id, owner, version, texts, now_ms(), zone, wanted.sent, auto=auto, by=hand
    )
    return _played(visit, outcome, texts)


async def _hint(visit: Visit, game_id: str, version: int) -> Played:
    row = await own_game(visit, game_id)
    if row.version != version:
        return Played(409, Said(trouble=sentence("stale", visit.words)), row)
    if row.status != "playing" or rule_set(row.rules).hint_cost is None:
        return _played(visit, await charge(visit, row), ["hint"])
    hinted = await hint_for(visit, row)
    if not hinted.helps:
        return Played(200, hinted.said, row, is_to_be_shown=True)
    played = _played(visit, await charge(visit, row), ["hint"])
    return played if played.status != 200 else played._replace(said=hinted.said, is_to_be_shown=True)


def _played(visit: Visit, outcome: games.Outcome, texts: list[str]) -> Played:
    taken, words, game = outcome.taken, visit.words, outcome.game
    visit.site.metrics.entered(taken, is_refused=outcome.error is not None)
    if outcome.stale:
        return Played(409, Said(trouble=sentence("stale", words)), outcome.row)
    text = story(outcome.told, visit.language, is_won=outcome.row.status == "won")
    match outcome.error:
        case None:
            note = bonus_note(game.past.before if game.past else None, game.state, game.events, words)
            return Played(
                200, Said(text, taken=taken, put_up=_put_up_alone(outcome), note=note), outcome.row, state=game.state
            )
        case IllegalMoveError(reason=reason):
            return Played(422, Said(text, sentence(reason, words), taken), outcome.row)
        case InvalidMoveError():
            # A card without a place is a button all the same; pressing it enters nothing.
            code = "no_place" if texts[taken] == "" else "unknown_move"
            status = 422 if code == "no_place" else 400
            return Played(status, Said(text, sentence(code, words), taken), outcome.row)


def _put_up_alone(outcome: games.Outcome) -> tuple[str, ...]:
    """Return which cards went up by themselves after the last entry (R9.3)."""
    later = outcome.game.events[1:]  # the first is the entry's own
    return tuple([event.card.text for event in later if event.card and event.kind in PUT_UP])


async def play_table(request: Request) -> Response:
    """Answer a play with the table, for scripts."""
    visit = visit_of(request)
    played = await play(visit, request.path_params["game_id"], request)
    answer = table_answer(visit, played.row, played.said, played.status, played.state)
    answer.is_asked = True
    return answer


def is_play(scope: Scope) -> bool:
    """Tell whether a request goes to :func:`play_table`; if so, say in ``scope`` what a router says."""
    if scope["type"] != "http" or scope["method"] != "POST" or not (found := _PLAY.fullmatch(scope["path"])):
        return False
    scope["path_params"] = {"game_id": found[1]}
    scope["endpoint"] = play_table
    return True


async def answer_play(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request of which :func:`is_play` holds, past the router."""
    request = Request(scope, receive)
    response: Response
    try:
        response = await play_table(request)
    except tuple(HANDLERS) as error:
        response = await answer_error(request, error)
    await response(scope, receive, send)


async def play_page(request: Request) -> Response:
    """Answer a play with the way back to the page, or with the page that says what was wrong."""
    visit = visit_of(request)
    game_id = request.path_params["game_id"]
    played = await play(visit, game_id, request)
    if played.status == 200 and not played.is_to_be_shown:
        return visit.redirect(f"/game/{game_id}")
    return game_page(visit, played.row, played.said, status=played.status)


async def show_table(request: Request) -> Response:
    """Answer with the table as it stands."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    return table_answer(visit, row, Said())


def table_answer(
    visit: Visit, row: games.GameRow, said: Said, status: int = 200, state: State | None = None
) -> TableResponse:
    """Return the table's fragment."""
    view = table_view(visit.site, visit.language, row, now_ms(), with_lesson(visit, row, said), state=state)
    return TableResponse(fragment(visit.site, visit.language, view), status)


routes = [
    Route("/game/{game_id}/table", play_table, methods=["POST"]),
    Route("/game/{game_id}/table", show_table, methods=["GET"]),
    Route("/game/{game_id}/play", play_page, methods=["POST"]),
]
