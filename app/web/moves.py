"""The move route: what is pressed, dragged or typed at the table comes in here.

A request names the version it saw and one or more entries in their order; they are made up to the first
that is refused. Scripts get the table back, without scripts the browser is sent to the game's page.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.rules import rule_set
from app.game.state import State
from app.store import games
from app.web.announce import PUT_UP, story
from app.web.castle_table import bonus_note
from app.web.errors import HANDLERS, answer_error
from app.web.fragment import fragment
from app.web.gamepage import game_page, own_game, with_lesson
from app.web.hints import charge, hint_for
from app.web.middleware_answer import FOR_SCRIPTS
from app.web.packing import Coding, packed
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
_SINGLE: Final = re.compile(rb"version=([0-9]{1,9})(?:&sent=0)?&entry=([A-Za-z0-9-]+)")


class TableResponse(Response):
    """A table's fragment, whose headers are known; packed here, as the edge would do it in more steps.

    ``is_asked`` tells that a script asked for it: no link leads to what is posted.
    """

    def __init__(self, text: str, status: int, coding: Coding, *, is_asked: bool) -> None:
        self.background = None
        self.status_code = status
        self.is_asked = is_asked
        self.body = text.encode()
        self.raw_headers = list(_TABLE_HEADERS)
        if coding:
            self.body = packed(coding, self.body)
            self.raw_headers.append((b"content-encoding", coding))
        self.raw_headers.append((b"content-length", b"%d" % len(self.body)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        start[FOR_SCRIPTS] = self.is_asked
        await send(start)
        await send({"type": "http.response.body", "body": self.body})


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


async def play(visit: Visit, game_id: str, request: Request, answer: Callable[[Played], Response]) -> Response:
    """Make the entries of a request in the player's game, and say so by ``answer``.

    Raises :class:`app.store.errors.GameNotFoundError` where the player has no such game.
    """
    wanted = await read_play(request)
    if wanted is None:
        row = await own_game(visit, game_id)
        return answer(Played(400, Said(trouble=sentence("unknown_move", visit.words)), row))
    if wanted.texts[0] == "hint":
        return answer(await _hint(visit, game_id, wanted.version))
    return await _entered(visit, game_id, wanted, answer)


async def _entered(visit: Visit, game_id: str, wanted: Play, answer: Callable[[Played], Response]) -> Response:
    texts = wanted.texts
    if "hint" in texts:
        # A hint is worked out before it is entered: it goes with the next request, and so does what follows it.
        texts = texts[: texts.index("hint")]
    attempt = games.Attempt(
        game_id, visit.player_id or "", wanted.version, texts, now_ms(), wanted.sent, auto=bool(visit.look.get("auto"))
    )
    foreseen: tuple[games.Outcome, Response] | None = None

    def foresee(outcome: games.Outcome) -> None:
        # The answer is made while the game is at hand; it is sent once what it shows is written.
        nonlocal foreseen
        foreseen = outcome, answer(_played(visit, outcome, texts))

    outcome = await visit.site.playing.append(attempt, visit.site.terms, foresee)
    visit.site.metrics.entered(outcome.taken, is_refused=outcome.error is not None)
    if foreseen is not None and foreseen[0] is outcome:
        return foreseen[1]
    return answer(_played(visit, outcome, texts))


async def _hint(visit: Visit, game_id: str, version: int) -> Played:
    row = await own_game(visit, game_id)
    if row.version != version:
        return Played(409, Said(trouble=sentence("stale", visit.words)), row)
    if row.status != "playing" or rule_set(row.rules).hint_cost is None:
        return await _charged(visit, row)
    hinted = await hint_for(visit, row)
    if not hinted.helps:
        return Played(200, hinted.said, row, is_to_be_shown=True)
    played = await _charged(visit, row)
    return played if played.status != 200 else played._replace(said=hinted.said, is_to_be_shown=True)


async def _charged(visit: Visit, row: games.GameRow) -> Played:
    outcome = await charge(visit, row)
    visit.site.metrics.entered(outcome.taken, is_refused=outcome.error is not None)
    return _played(visit, outcome, ["hint"])


def _played(visit: Visit, outcome: games.Outcome, texts: list[str]) -> Played:
    taken, words, game = outcome.taken, visit.words, outcome.game
    if outcome.stale:
        # What the page has played since then stays with it, if all that it sent is in the record.
        said = sentence("stale" if outcome.held < len(texts) else "made_before", words)
        return Played(409, Said(trouble=said, taken=outcome.held), outcome.row)
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
    coding: Coding = request.scope["state"]["coding"]

    def answer(played: Played) -> Response:
        return table_answer(visit, played, coding, is_asked=True)

    return await play(visit, request.path_params["game_id"], request, answer)


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

    def answer(played: Played) -> Response:
        if played.status == 200 and not played.is_to_be_shown:
            return visit.redirect(f"/game/{game_id}")
        return game_page(visit, played.row, played.said, status=played.status)

    return await play(visit, game_id, request, answer)


async def show_table(request: Request) -> Response:
    """Answer with the table as it stands."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    return table_answer(visit, Played(200, Said(), row), request.scope["state"]["coding"])


def table_answer(visit: Visit, played: Played, coding: Coding, *, is_asked: bool = False) -> TableResponse:
    """Return the table's fragment."""
    row = played.row
    said = with_lesson(visit, row, played.said)
    view = table_view(visit.site, visit.language, row, now_ms(), said, state=played.state)
    return TableResponse(fragment(visit.site, visit.language, view), played.status, coding, is_asked=is_asked)


routes = [
    Route("/game/{game_id}/table", play_table, methods=["POST"]),
    Route("/game/{game_id}/table", show_table, methods=["GET"]),
    Route("/game/{game_id}/play", play_page, methods=["POST"]),
]
