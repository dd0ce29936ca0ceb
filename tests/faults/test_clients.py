"""Clients that are slow, broken or cut off in the middle of an answer: others notice nothing, nothing is done twice."""

import asyncio
import signal
import socket
import struct
import time
from contextlib import suppress

import pytest

from tests.bench.light_client import Player, drive
from tests.faults.serving import Server
from tests.waiting import HANGS

#: More than any buffer on the way holds.
MANY = 400


async def moves(player: Player, count: int) -> list[float]:
    times = []
    for _ in range(count):
        reply = await player.play("redeal" if player.version % 25 == 24 else "draw")
        assert reply.status == 200
        times.append(reply.seconds)
    return times


def cut_off(connection: socket.socket) -> None:
    """Close with a reset: what was sent and not yet read is gone, as when a phone loses its network."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def test_slow_and_broken_clients_hold_nobody_up(server: Server):
    half = b"POST /games HTTP/1.1\r\nhost: a\r\ncontent-length: 50\r\n\r\nrules="
    page = b"GET /rules HTTP/1.1\r\nhost: a\r\n\r\n" * MANY
    garbage = bytes(range(256)) * 4

    async def run() -> None:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        alone = await moves(player, 20)
        others = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(150)]
        questions = (half, b"GET / HT", garbage, garbage[::-1])
        for number, other in enumerate(others):
            other.setblocking(False)
            # Some never end their question, some never read what they asked for, some speak no HTTP.
            with suppress(BlockingIOError):
                other.send(page if number < 6 else questions[number % 4])
        await asyncio.sleep(1)
        among = await moves(player, 40)
        for number, other in enumerate(others):
            if number % 2:
                cut_off(other)
            else:
                other.close()
        await moves(player, 20)
        # The quickest, as the machine may do much else.
        assert min(among) < 5 * min(alone) + 0.05

    drive(run())
    assert server.stop() in (0, -signal.SIGTERM)
    assert server.errors == ""


class Cutting:
    """A way to the server that takes a question there, and breaks before the whole answer has come back."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.passed = 0

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        back.write(await reader.read(65536))
        # The server has answered; a few bytes of it arrive.
        writer.write((await there.readexactly(200))[: 50 * self.passed])
        self.passed += 1
        await writer.drain()
        back.close()
        writer.close()

    async def close(self) -> None:
        self._server.close()
        await self._server.wait_closed()


def test_a_move_whose_answer_got_lost_is_sent_again_and_taken_once(server: Server):
    async def run() -> None:
        way = Cutting(server.port)
        port = await way.start()
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        for number in range(4):
            through = await Player.open(port)
            through.cookie, through.game, through.version = player.cookie, player.game, player.version
            with pytest.raises(ConnectionResetError):
                await through.play("draw")
            # As the page does it: the same entry at the same version, and that it was sent before.
            body = f"version={player.version}&entry=draw" + ("&sent=1" if number % 2 else "")
            reply = await player.ask("POST", f"/game/{player.game}/table", body)
            # Without that word it is stale, and the present table comes.
            assert reply.status == (200 if number % 2 else 409)
            player.version += 1
        assert (await player.play("draw")).status == 200
        assert way.passed == 4
        await way.close()

    began = time.perf_counter()
    drive(run())
    assert time.perf_counter() - began < HANGS
    assert server.rows("SELECT version FROM games") == [{"version": 5}]
    assert len(server.rows("SELECT * FROM entries")) == 5
