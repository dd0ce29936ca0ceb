"""The address at which a leaderboard tells that it has changed."""

import resource

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app.game.day import day_of, grace_end_ms
from app.web.days import begun_day
from app.web.site import now_ms, visit_of
from app.web.titles import board_named
from app.web.watching import Key, LiveBoards


class _Stream(Response):
    """An answer that goes on for as long as somebody watches."""

    def __init__(self, live: LiveBoards, key: Key) -> None:
        super().__init__()
        self._live = live
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._live.watch(self._key, receive, send)


def most_watchers(wanted: int) -> int:
    """Return how many may listen: ``wanted``, but no more than half of the files that the process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if files == resource.RLIM_INFINITY else min(wanted, files // 2)


async def show(request: Request) -> Response:
    """Answer with the events of a board, or with 204, which says that there is nothing to wait for here."""
    visit = visit_of(request)
    zone, now = visit.site.settings.time_zone, now_ms()
    board = board_named(request.path_params["board"])
    if board is None:
        raise HTTPException(404)
    day = await begun_day(visit, request.path_params["day"], day_of(now, zone))
    live = visit.site.live
    if (
        now >= grace_end_ms(day, zone)
        or live.watchers >= most_watchers(visit.site.settings.watchers)
        or live.is_closing
    ):
        return Response(status_code=204)
    return _Stream(live, (day.isoformat(), board.key))


routes = [Route("/leaderboard/{day}/{board}/live", show)]
