"""Players who behave as people do: they look around, deal, think, play in bursts, read boards, leave and come back."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from tests.bench.bench_moves import RULES, line
from tests.bench.light_client import Player, Reply

#: Seconds between the moves of a burst: somebody who knows where the cards go, or draws through the stock.
BURST_PACE: Final = 1 / 8
#: The lines that are played; every player begins each at its start.
CODES: Final = 64
#: A player that has thought so long has gone to make tea.
LONGEST_THOUGHT: Final = 12.0
#: Seconds after the end until who still waits for an answer is told that none comes.
LONGEST_WAIT: Final = 15.0


@dataclass
class Seen:
    """What everybody together saw: seconds of each answer by what was asked for, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    watchers: int = 0
    events: int = 0

    def note(self, kind: str, reply: Reply, *right: int) -> Reply:
        self.times[kind].append(reply.seconds)
        if reply.status not in right:
            self.wrong.append(f"{kind}: {reply.status}")
        return reply


@dataclass(frozen=True)
class Crowd:
    """Where and how long it plays, in the event loop's seconds, and whether the server has pages besides its tables."""

    port: int
    seen: Seen
    end: float
    has_pages: bool

    def is_over(self) -> bool:
        return asyncio.get_running_loop().time() >= self.end

    async def wait(self, seconds: float) -> None:
        """Sleep, but not beyond the end."""
        await asyncio.sleep(max(0.0, min(seconds, self.end - asyncio.get_running_loop().time())))


async def until_ready(port: int) -> None:
    """Wait for a server that answers already, but only that it is starting; for a minute at most."""
    for _ in range(600):
        asked = await Player.open(port)
        reply = await asked.ask("GET", "/readyz")
        asked.close()
        if reply.status != 503:
            return
        await asyncio.sleep(0.1)
    raise TimeoutError("the server does not become ready")


def thought(chance: random.Random) -> float:
    """Seconds before a move: two in the median, now and then ten."""
    return min(chance.lognormvariate(0.7, 0.7), LONGEST_THOUGHT)


async def play(port: int, number: int, crowd: Crowd) -> None:
    """One player from arriving to the end; games follow each other, every third after a look at a board."""
    chance = random.Random(number)
    await crowd.wait(chance.uniform(0, 4))
    player = await Player.open(port)
    while not crowd.is_over():
        player = await _connected(player, port)
        if crowd.has_pages:
            crowd.seen.note("home", await player.ask("GET", "/"), 200)
            await crowd.wait(chance.uniform(1, 3))
            if crowd.is_over():
                return
        player = await _game(player, chance, crowd)
        if crowd.has_pages and chance.random() < 0.33:
            crowd.seen.note("board", await player.ask("GET", _board(chance)), 200)
            await crowd.wait(chance.uniform(2, 6))


async def _connected(player: Player, port: int) -> Player:
    """Return the player on an open connection: a server may have closed one on which somebody thought for long."""
    if not player.is_closed:
        return player
    again = await Player.open(port)
    again.cookie, again.game, again.version = player.cookie, player.game, player.version
    return again


async def _game(player: Player, chance: random.Random, crowd: Crowd) -> Player:
    """Deal and play; return the player on whatever connection it has by then."""
    code = str(chance.randrange(CODES))
    began = asyncio.get_running_loop().time()
    await player.deal(RULES, code)
    crowd.seen.times["deal"].append(asyncio.get_running_loop().time() - began)
    if crowd.has_pages:
        crowd.seen.note("game's page", await player.ask("GET", f"/game/{player.game}"), 200)
    moves = line(code)[: chance.randrange(60, 200)]
    burst = 0
    for entry in moves:
        if burst:
            burst -= 1
            await crowd.wait(BURST_PACE)
        else:
            await crowd.wait(thought(chance))
            burst = chance.randrange(4, 16) if chance.random() < 0.12 else 0
        if crowd.is_over():
            return player
        player = await _connected(player, crowd.port)
        crowd.seen.note("move", await player.play(entry), 200)
    return player


def _board(chance: random.Random) -> str:
    board = chance.choice(("standard-1", "standard-3", "vegas-1", "vegas-3"))
    return f"/leaderboard/{datetime.now(UTC).date()}/{board}"


async def read_boards(port: int, number: int, crowd: Crowd) -> None:
    """Somebody who looks at the boards every few seconds."""
    chance = random.Random(f"reader {number}")
    reader = await Player.open(port)
    while not crowd.is_over():
        await crowd.wait(chance.uniform(1, 8))
        if not crowd.is_over():
            crowd.seen.note("board", await reader.ask("GET", _board(chance)), 200)


async def watch(port: int, number: int, crowd: Crowd) -> None:
    """Somebody who leaves a board open, which is told when it changes."""
    path = f"{_board(random.Random(number))}/live"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        crowd.seen.wrong.append(f"watch: {head[:20]!r}")
    crowd.seen.watchers += 1
    while not crowd.is_over():
        try:
            async with asyncio.timeout_at(crowd.end):
                text = await reader.readline()
        except TimeoutError:
            break
        if not text:
            crowd.seen.wrong.append("watch: the stream ended")
            break
        crowd.seen.events += text.startswith(b"data:")
    writer.close()


async def gather(port: int, players: int, seconds: float, *, has_pages: bool) -> Seen:
    """Let ``players`` play for so long; with pages, a tenth as many read boards and a fifth as many watch one."""
    seen = Seen()
    crowd = Crowd(port, seen, asyncio.get_running_loop().time() + seconds, has_pages)
    roles: list[tuple[Callable[[int, int, Crowd], Coroutine[Any, Any, None]], int]] = [(play, players)]
    if has_pages:
        roles += [(read_boards, max(1, players // 10)), (watch, max(1, players // 5))]
    tasks = [asyncio.ensure_future(role(port, number, crowd)) for role, many in roles for number in range(many)]
    done, waiting = await asyncio.wait(tasks, timeout=seconds + LONGEST_WAIT)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    errors = [task.exception() for task in done]
    seen.wrong += [f"{type(error).__name__}: {error}" for error in errors if error is not None]
    seen.wrong += ["no answer in time"] * len(waiting)
    return seen
