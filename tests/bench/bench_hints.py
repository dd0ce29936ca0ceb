"""Hints while others play, and moves while hints are searched: ``python -m tests.bench.bench_hints``.

One worker on SQLite. Twenty people make a move every second or two each, first alone, then with four more who ask for
hints of both kinds after each of their moves and have the mark of "still winnable?" brought up, all on deals of draw 3
and one-pass deals. Told are the latencies of the others' moves without and with the searches, and those of each kind
of question. A hint from what can be seen is one request; one of the solver is two, the question and the page.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from app.game.deal import deal_from_code
from app.game.law import is_idle, legal_moves
from app.game.rules import rule_set
from app.game.state import enter, new_game
from tests.bench.light_client import Player, drive, percentile

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = 20
ASKING = 4
RULES = ("standard-3", "vegas-1", "standard-1")
#: Seconds between two moves of a person, and between two of one who asks after each.
PACE = (1.0, 2.0)
WARMING = 20.0
#: A game is played so far at most, then the next one is dealt.
MOVES = 70

Times = dict[str, list[float]]
_CODES = count(60_000_000)


@contextmanager
def served() -> Iterator[int]:
    """A server as people start it, but without work of its own, so that nothing else is measured."""
    with tempfile.TemporaryDirectory() as folder:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
        given = {"KLONDAILY_DATA": folder, "KLONDAILY_RATE": "0", "KLONDAILY_LOG_LEVEL": "error", "KLONDAILY_PORT": "0"}
        command = [sys.executable, "-m", "app", "serve"]
        server = subprocess.Popen(command, cwd=ROOT, env=clean | given, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline().strip().rpartition(":")[2])
        finally:
            server.terminate()
            server.wait()


def line(rules_key: str, code: str) -> list[str]:
    """Moves of somebody who mostly does what gains."""
    chance = random.Random(code)
    rules = rule_set(rules_key)
    game = new_game(rules, deal_from_code(code))
    texts = []
    while len(texts) < MOVES and game.state.status == "playing":
        moves = [move for move in legal_moves(game.state.position, rules) if not is_idle(game.state.position, move)]
        if not moves:
            break
        weights = [1 if move.kind in ("T-T", "F-T") else 4 if move.kind in ("draw", "redeal") else 9 for move in moves]
        move = chance.choices(moves, weights)[0].text
        game = enter(game, move, len(texts) * 1000)
        texts.append(move)
    return texts


async def person(port: int, chance: random.Random, until: float, times: Times, *, asks: bool) -> None:
    """Play game after game until the loop's clock says ``until``; the first move of each is not counted."""
    player = await Player.open(port)
    clock = asyncio.get_running_loop().time
    await asyncio.sleep(chance.random() * PACE[1])
    while clock() < until:
        rules, code = chance.choice(RULES), str(next(_CODES))
        entries = line(rules, code)
        await player.deal(rules, code)
        for number, entry in enumerate(entries):
            reply = await player.play(entry)
            if reply.status == 409:
                # There was no hint to give, and so none was entered.
                player.version -= 1
                reply = await player.play(entry)
            assert reply.status == 200, reply
            if number and not asks:
                times["move"].append(reply.seconds)
            if asks:
                await ask(player, chance, times)
            if clock() > until:
                break
            await asyncio.sleep(chance.uniform(*PACE))
    player.close()


async def ask(player: Player, chance: random.Random, times: Times) -> None:
    """Ask one of three things."""
    path = f"/game/{player.game}"
    match chance.choice(("seen", "solver", "verdict")):
        case "seen":
            reply = await player.ask("POST", f"{path}/table", f"version={player.version}&entry=hint")
            times["hint from what can be seen"].append(reply.seconds)
        case "solver":
            asked = await player.ask("POST", f"{path}/advice")
            assert asked.status == 303, asked
            reply = await player.ask("GET", f"{path}?advice")
            times["hint from the solver"].append(asked.seconds + reply.seconds)
        case _:
            reply = await player.ask("GET", f"{path}/verdict")
            assert reply.status == 200, reply
            times["still winnable?"].append(reply.seconds)
            return
    assert reply.status == 200, reply
    player.version += 1


async def play(port: int, seconds: float, *, asking: int) -> Times:
    """Have people play, ``asking`` of them besides the others; return the seconds of each kind of request."""
    times: Times = defaultdict(list)
    until = asyncio.get_running_loop().time() + seconds
    chance = [random.Random(f"{asking} {number}") for number in range(PEOPLE + asking)]
    await asyncio.gather(*(person(port, own, until, times, asks=n >= PEOPLE) for n, own in enumerate(chance)))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    with served() as port:
        # The search is loaded, or compiled the first time, while nobody is measured.
        drive(play(port, WARMING, asking=ASKING))
        for name, asking in (("nobody asks", 0), ("four ask", ASKING), ("nobody asks", 0), ("four ask", ASKING)):
            for kind, times in drive(play(port, given.seconds, asking=asking)).items():
                figures = " / ".join(f"{percentile(times, share):.1f}" for share in (0.5, 0.95, 0.99))
                print(f"| {name} | {kind} | {len(times)} | {figures} | {max(times) * 1000:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
