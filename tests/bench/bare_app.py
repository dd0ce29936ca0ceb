"""The yardstick of ``bench_moves``: plain Starlette that answers the bytes of a table and does nothing else.

With ``BENCH_FLUSH`` it first has a thread write 4 KB to that file and wait for the disk: what an answer takes at least
whose move is to survive a power cut.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

#: A file with the table to answer, as another server made it.
TABLE = Path(os.environ["BENCH_TABLE"]).read_bytes()
FLUSHED = os.open(os.environ["BENCH_FLUSH"], os.O_WRONLY | os.O_CREAT) if "BENCH_FLUSH" in os.environ else None
THREAD = ThreadPoolExecutor(1)


def flush(file: int) -> None:
    os.pwrite(file, TABLE[:4096], 0)
    os.fdatasync(file)


async def deal(request: Request) -> Response:
    return RedirectResponse("/game/bare", 303)


async def play(request: Request) -> Response:
    if FLUSHED is not None:
        await asyncio.get_running_loop().run_in_executor(THREAD, flush, FLUSHED)
    return Response(TABLE, media_type="text/html")


app = Starlette(
    routes=[Route("/games", deal, methods=["POST"]), Route("/game/{game_id}/table", play, methods=["POST"])]
)
