"""The yardstick of ``bench_moves``: plain Starlette that answers the bytes of a table and does nothing else."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

#: A file with the table to answer, as another server made it.
TABLE = Path(os.environ["BENCH_TABLE"]).read_bytes()


async def deal(request: Request) -> Response:
    return RedirectResponse("/game/bare", 303)


async def play(request: Request) -> Response:
    return Response(TABLE, media_type="text/html")


app = Starlette(
    routes=[Route("/games", deal, methods=["POST"]), Route("/game/{game_id}/table", play, methods=["POST"])]
)
