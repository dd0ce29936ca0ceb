"""Does a move, and every page, cost the same after years? ``python -m tests.bench.bench_growth``.

Two servers run side by side, one on a database of three days, one on a database of a thousand days with ten million
games (``--days``, 10,000 games a day; see ``growth_fill``). Three days are the least that have a settled one; a day's
boards, and what a player has played, are as large in both, so that a page shows as many lines. One player asks both in
turns, request by request, for every page that the application has, plays, deals and ends games; medians are compared,
of the CPU that each answer took (server's and database's processes, by the system's clock of each) and of the time
until it was there. Afterwards old games are taken away from the large one as a host may set it, and what one
slice takes is told. The databases stay in ``--folder``.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psutil

from app.config import Settings
from app.store import pruning
from app.store.database import Database
from app.store.migrate import migrate
from app.web.cookies import Cookies
from tests.bench.bench_moves import RULES, Server, klondaily, line
from tests.bench.bench_store import postgresql
from tests.bench.growth_fill import GAMES_A_DAY, fill, game_id, player_id, players
from tests.bench.light_client import Player, Reply, drive
from tests.bench.people import until_ready
from tests.fuzz.addresses import addresses
from tests.web.playing import WON_CODE, WON_LINE

SECRET = "nothing that is secret anywhere"
SMALL_DAYS = 3
#: Pages that know nothing of the database, or never end.
NOT_ASKED = {
    "/static/{file}",
    "/sw.js",
    "/favicon.ico",
    "/manifest.webmanifest",
    "/offline",
    "/healthz",
    "/metrics",
    "/leaderboard/{day}/{board}/live",
}
#: Whose game a page shows, where it is not the one under way.
_GAMES = {"/replay": "won", "/record": "won", "/result": "daily", "/reward": "daily", "/castles/level": "run_id"}
#: A page is as fast as before if it takes at most so many times as long, or so many milliseconds more.
RATIO, MILLIS = 1.2, 0.05
#: So many answers at first do not count.
WARMING = 10


def someone(days: int) -> int:
    """Return the number of a game of the last day that was a level of the castles and has ended: its player looks."""
    last = days * GAMES_A_DAY - 1
    return next(n for n in range(last, 0, -1) if n % 97 == 50 and n % 10 != 3 and n % 3)


class Visitor:
    """The player who looks at one of the two databases."""

    def __init__(self, player: Player, days: int, today: date) -> None:
        number = someone(days)
        settings = Settings(data=Path(), database_url="", secret=SECRET.encode())
        cookies = Cookies(settings.key("cookies"))
        player.cookie = cookies.set_player(player_id(number % players(days)), secure=False).partition(";")[0]
        self.player = player
        self.values = {"run_id": game_id(number), "day": today.isoformat(), "board": "standard-1", "period": "all"}
        self.values |= {"kind": "month", "code": WON_CODE, "rules": "standard-3", "language": "en"}
        self.ends: list[str] = []
        self.yesterday = (today - timedelta(days=2)).isoformat()

    async def ask(self, method: str, path: str, body: str = "", *right: int) -> Reply:
        reply = await self.player.ask(method, path, body)
        assert reply.status in (right or (200, 303)), (path, reply.status, reply.body[:500])
        return reply

    async def settle_in(self) -> None:
        """Win a game, end one of the day, and begin another, so that there is a page of each kind to see."""
        await self.player.deal("standard-3", WON_CODE)
        for start in range(0, len(WON_LINE), 50):
            texts = "".join(f"&entry={text}" for text in WON_LINE[start : start + 50])
            await self.ask("POST", f"/game/{self.player.game}/table", f"version={start}{texts}", 200)
        self.values["won"] = self.player.game
        await self.ask("POST", "/daily/standard-1")
        reply = await self.ask("POST", "/daily/standard-1")
        daily = reply.head[reply.head.lower().find(b"location: /game/") + 16 :][:22]
        self.values["daily"] = daily.decode()
        await self.ask("POST", f"/game/{self.values['daily']}/table", "version=0&entry=draw", 200)
        await self.ask("POST", f"/game/{self.values['daily']}/give-up")
        await self.player.deal(RULES, "5")
        for entry in line("5")[:60]:
            await self.player.play(entry)
        self.values["game_id"] = self.player.game

        # The end of a board: what comes before it must not be passed one by one.
        for path in ("/leaderboard/points/all", "/leaderboard/castles", f"/leaderboard/{self.yesterday}/vegas-3"):
            self.ends.append(f"{path}?page={await self._last_whole(path)}")

    async def _last_whole(self, path: str) -> int:
        """Return the number of the last page but one of a board, which has all its lines."""
        least, beyond = 1, 2
        while (await self.ask("GET", f"{path}?page={beyond}", "", 200, 404)).status == 200:
            least, beyond = beyond, beyond * 2
        while beyond - least > 1:
            middle = (least + beyond) // 2
            is_there = (await self.ask("GET", f"{path}?page={middle}", "", 200, 404)).status == 200
            least, beyond = (middle, beyond) if is_there else (least, middle)
        return max(least - 1, 1)

    def pages(self) -> Iterator[str]:
        """Yield every page's address; of some another one that shows more."""
        for address in addresses():
            if address.method == "GET" and address.path not in NOT_ASKED:
                game = next((name for end, name in _GAMES.items() if end in address.path), "game_id")
                day = self.yesterday if "proof" in address.path else self.values["day"]
                yield address.filled(self.values | {"game_id": self.values[game], "day": day})
        yield f"/leaderboard/{self.yesterday}/vegas-3"
        yield f"/leaderboard/{self.yesterday}/standard-3?page=3"
        yield f"/daily/{self.yesterday}"
        yield f"/leaderboard/points/{self.yesterday[:7]}"
        yield from self.ends

    async def move(self, number: int) -> Reply:
        entries = line("7")
        if number % len(entries) == 0:
            await self.player.deal(RULES, "7")
        return await self.player.play(entries[number % len(entries)])

    async def deal(self, _: int) -> Reply:
        return await self.ask("POST", "/games", "rules=standard-3&sure=1")

    async def end(self, _: int) -> Reply:
        await self.player.deal(RULES, "7")
        await self.player.play("draw")
        return await self.ask("POST", f"/game/{self.player.game}/give-up")

    async def sit_down(self, _: int) -> Reply:
        return await self.ask("POST", f"/daily/{self.yesterday}/standard-3")


Ask = Callable[[Visitor, int], Coroutine[Any, Any, Reply]]


def _page(place: int) -> Ask:
    async def ask(visitor: Visitor, _: int) -> Reply:
        # That there is nothing has to be found out as well.
        return await visitor.ask("GET", list(visitor.pages())[place], "", 200, 204, 303, 404)

    return ask


class Clocks:
    """The CPU clocks of all processes that work for a server, as far as they are there when this is made."""

    def __init__(self, server: Server) -> None:
        roots = [psutil.Process(pid) for pid in server.processes]
        every = roots + [child for root in roots for child in root.children(recursive=True)]
        # What Linux calls a process's own clock: the number's complement, and 2 for the time it has run.
        self._clocks = [(~process.pid << 3) | 2 for process in every]

    def micros(self) -> float:
        return sum(time.clock_gettime_ns(clock) for clock in self._clocks) / 1000


async def compare(small: Server, large: Server, days: int, today: date, times: int, only: str) -> int:
    """Print the table and return how many answers were slower than allowed."""
    visitors = []
    for server, many in ((small, SMALL_DAYS), (large, days)):
        await until_ready(server.port)
        visitor = Visitor(await Player.open(server.port), many, today)
        await visitor.settle_in()
        visitors.append(visitor)
    ways: list[tuple[str, Ask]] = [("a move", Visitor.move), ("dealing", Visitor.deal), ("giving up", Visitor.end)]
    ways.append(("sitting down at a past day", Visitor.sit_down))
    for place, path in enumerate(visitors[0].pages()):
        for name, value in visitors[0].values.items():
            path = path.replace(value, f"{{{name}}}") if len(value) > 20 else path
        ways.append((path, _page(place)))
    print("| what | 3 days: CPU µs | large | × | answered in µs | large | × |\n|---|---|---|---|---|---|---|")
    slower = 0
    for name, ask in ways:
        if only not in name:
            continue
        spent, took = await _in_turns(ask, visitors, [Clocks(server) for server in (small, large)], times)
        cpu, waits = [statistics.median(each) for each in spent], [statistics.median(each) for each in took]
        is_slower = cpu[1] > cpu[0] * RATIO and cpu[1] > cpu[0] + MILLIS * 1000
        slower += is_slower
        mark = " **more**" if is_slower else ""
        print(
            f"| {name} | {cpu[0]:,.0f} | {cpu[1]:,.0f} | {cpu[1] / cpu[0]:.2f}{mark} "
            f"| {waits[0]:,.0f} | {waits[1]:,.0f} | {waits[1] / waits[0]:.2f} |",
            flush=True,
        )
    return slower


async def _in_turns(
    ask: Ask, visitors: list[Visitor], clocks: list[Clocks], times: int
) -> tuple[tuple[list[float], list[float]], tuple[list[float], list[float]]]:
    """Ask both visitors in turns; return the CPU and the time of each answer, in microseconds."""
    spent: tuple[list[float], list[float]] = ([], [])
    took: tuple[list[float], list[float]] = ([], [])
    for number in range(-WARMING, times):
        # Who begins changes, so that nobody always comes after the same one's leavings.
        for place in (0, 1) if number % 2 else (1, 0):
            before = clocks[place].micros()
            reply = await ask(visitors[place], number + WARMING)
            # What a thread still does for it after the answer has left.
            await asyncio.sleep(0.001)
            if number >= 0:
                spent[place].append(clocks[place].micros() - before)
                took[place].append(reply.seconds * 1e6)
    return spent, took


async def let_go(url: str, slices: int) -> None:
    """Take old games away in slices, as the server does it, and print what each took."""
    took, went = [], 0
    before = time.time_ns() // 1_000_000 - 365 * 24 * 3600 * 1000
    async with Database(url) as database:
        for _ in range(slices):
            began = time.perf_counter()
            went += await database.write(pruning.old_games, before)
            took.append((time.perf_counter() - began) * 1000)
    took.sort()
    print(
        f"\n{went:,} old games taken away in {slices} slices: {statistics.median(took):.1f} ms in the median, "
        f"{took[-1]:.1f} ms at most"
    )


def made(url: str, days: int, today: date, *, is_there: bool) -> str:
    """Return the address of a filled database."""
    if not is_there:
        migrate(url)
        began = time.perf_counter()
        fill(url, days, today, lambda text: print(f"  {time.perf_counter() - began:5.0f} s {text}", file=sys.stderr))
    migrate(url)
    return url


def run(chosen: argparse.Namespace, stack: ExitStack) -> int:
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    today = datetime.now(UTC).date()
    urls = []
    databases: list[psutil.Process | None] = [None, None]
    if chosen.on == "sqlite":
        for name, days in (("small", SMALL_DAYS), (f"large-{chosen.days}", chosen.days)):
            file = folder / f"{name}-{today}.db"
            urls.append(made(f"sqlite:///{file}", days, today, is_there=file.exists()))
    else:
        os.chmod(folder, 0o755)  # PostgreSQL runs as another user where root runs this
        for place, (name, days) in enumerate((("small", SMALL_DAYS), ("large", chosen.days))):
            (folder / name).mkdir()
            url, databases[place] = stack.enter_context(postgresql(folder / name))
            urls.append(made(url, days, today, is_there=False))
    servers = []
    for name, url, database in zip(("small", "large"), urls, databases, strict=True):
        data = folder / f"data-{name}-{os.getpid()}"
        servers.append(stack.enter_context(klondaily(name, data, database, DATABASE_URL=url, SECRET=SECRET)))
    slower = drive(compare(*servers, chosen.days, today, chosen.times, chosen.only))
    if chosen.slices:
        asyncio.run(let_go(urls[1], chosen.slices))
    return slower


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--days", type=int, default=1000, help="days of the large database")
    options.add_argument("--times", type=int, default=200, help="how often each page is asked for")
    options.add_argument("--only", default="", help="ask only for what has this in its line of the table")
    options.add_argument("--slices", type=int, default=200, help="slices of old games that are taken away")
    options.add_argument("--folder", type=Path, required=True, help="where the databases are; ten million games: 5 GB")
    options.add_argument("--on", choices=["sqlite", "postgresql"], default="sqlite")
    with ExitStack() as stack:
        sys.exit(1 if run(options.parse_args(), stack) else 0)


if __name__ == "__main__":
    main()
