#!/usr/bin/env python3
"""Starts the installed Firefox for Playwright, which speaks WebDriver BiDi with it over a web socket.

Playwright asks for a few commands that only newer releases know, such as one for a preferred colour. This stands in
between and says yes to what Firefox calls an unknown command. Playwright starts it in the place of the browser.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from functools import partial

import websockets

ADDRESS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
#: Messages hold whole pages and pictures.
LIMIT = 100 * 1024 * 1024


def softened(text: str | bytes) -> str | bytes:
    """Return Firefox's message; the one that says "unknown command" becomes an empty success."""
    if isinstance(text, str) and '"unknown command"' in text:
        message = json.loads(text)
        if message.get("type") == "error" and message.get("error") == "unknown command":
            return json.dumps({"type": "success", "id": message["id"], "result": {}})
    return text


async def between(near: websockets.ServerConnection, address: str) -> None:
    """Pass messages both ways until one side hangs up."""
    async with websockets.connect(address + near.request.path, max_size=LIMIT) as far:

        async def out() -> None:
            async for text in near:
                await far.send(text)

        async def back() -> None:
            async for text in far:
                await near.send(softened(text))

        _, left = await asyncio.wait(
            [asyncio.create_task(out()), asyncio.create_task(back())], return_when=asyncio.FIRST_COMPLETED
        )
        for task in left:
            task.cancel()


async def main() -> None:
    """Start the browser that KLONDAILY_TEST_FIREFOX names and say where this listens instead."""
    command = [os.environ["KLONDAILY_TEST_FIREFOX"], *sys.argv[1:]]
    browser = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
    while line := await browser.stderr.readline():
        if found := ADDRESS.search(line):
            middle = partial(between, address=found[1].decode())
            server = await websockets.serve(middle, "127.0.0.1", 0, max_size=LIMIT)
            port = server.sockets[0].getsockname()[1]
            line = f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n".encode()
        sys.stderr.buffer.write(line)
        sys.stderr.flush()
    await browser.wait()


if __name__ == "__main__":
    asyncio.run(main())
