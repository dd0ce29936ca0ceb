"""HEAD at the addresses of programs: what GET answers, whose body the server leaves out, as at every page."""

from collections.abc import MutableMapping
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Receive, Scope, Send


class HeadToo(APIRoute):
    """A route that takes HEAD for GET, and is described once."""

    def matches(self, scope: MutableMapping[str, Any]) -> tuple[Match, MutableMapping[str, Any]]:
        return super().matches(self._taken(scope))

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().handle(self._taken(scope), receive, send)

    def _taken(self, scope: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {**scope, "method": "GET"} if scope["method"] == "HEAD" and "GET" in (self.methods or ()) else scope
