"""What the edge adds to a request, in microseconds of CPU: `python -m bench.edge_cost`.

The same Starlette answer, asked in process (no sockets) bare and through the edge, in turns within one run.
"""

import asyncio
import io
import time
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from app.config import Settings
from app.web.log import RequestLog
from app.web.middleware import Edge

ROUNDS, REQUESTS = 7, 2000
TABLE = "".join(
    f'<button class="card" id="c{n}" data-card="c{n}" data-to="T{n % 7}" name="entry" value="T{n % 7}-T{n * 3 % 7}x2" '
    f'aria-label="Queen of hearts, column {n % 7}, card {n % 13} of 13"></button>'
    for n in range(40)
)
BROWSER = [
    (b"host", b"127.0.0.1:8000"),
    (b"connection", b"keep-alive"),
    (b"content-length", b"24"),
    (b"user-agent", b"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"),
    (b"accept", b"text/html"),
    (b"content-type", b"application/x-www-form-urlencoded"),
    (b"origin", b"http://127.0.0.1:8000"),
    (b"sec-fetch-site", b"same-origin"),
    (b"sec-fetch-mode", b"cors"),
    (b"referer", b"http://127.0.0.1:8000/game/abc"),
    (b"accept-language", b"de-DE,de;q=0.9,en;q=0.8"),
    (b"cookie", b"klondaily-player=abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuv"),
]


async def answer(request: object) -> Response:
    return Response(TABLE, media_type="text/html")


async def cpu(app: object, headers: list[tuple[bytes, bytes]]) -> float:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"version=12&entry=T1-T3x2"}

    async def send(message: object) -> None:
        pass

    began = time.process_time()
    for _ in range(REQUESTS):
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/move",
            "raw_path": b"/move",
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        await app(scope, receive, send)  # type: ignore[operator]
    return (time.process_time() - began) / REQUESTS * 1e6


async def main() -> None:
    bare = Starlette(routes=[Route("/move", answer, methods=["POST"])])
    settings = Settings(data=Path("unused"), database_url="sqlite://", secret=b"s" * 32, rate=1_000_000)
    edge = Edge(bare, settings, log=RequestLog("info", io.StringIO()))
    packed = [*BROWSER, (b"accept-encoding", b"gzip, deflate, br, zstd")]
    figures: dict[str, list[float]] = {"bare": [], "edge": [], "edge with gzip": []}
    for _ in range(ROUNDS):
        figures["bare"].append(await cpu(bare, BROWSER))
        figures["edge"].append(await cpu(edge, BROWSER))
        figures["edge with gzip"].append(await cpu(edge, packed))
    least = {name: min(times) for name, times in figures.items()}
    print(f"answer of {len(TABLE)} bytes, best of {ROUNDS} rounds of {REQUESTS} requests")
    for name, micros in least.items():
        print(f"{name:16} {micros:7.1f} µs   {micros - least['bare']:+7.1f}")


if __name__ == "__main__":
    asyncio.run(main())
