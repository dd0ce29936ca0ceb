"""How long the law takes, in microseconds of CPU: `python -m tests.bench.bench_law`.

Positions come from games of a weighted random player; every figure is of this process's CPU time, so that other
work on the machine does not count. "stuck" is R8.3 on each position of those games, and on tables made up to be hard.
"""

import random
import time
from collections.abc import Callable, Iterable

from app.game.deal import deal_from_code
from app.game.law import legal_moves, play
from app.game.position import Position, parse_position
from app.game.record import Entry, Record, replay
from app.game.rules import rule_set
from app.game.state import Game, enter, new_game
from app.game.stuck import is_stuck
from tests.game.brute_force import random_table

KEYS = ("standard-1", "standard-3", "vegas-3", "open-1", "castle-2", "standard-3+wholeruns", "open-3+wholeruns")
GAMES, LENGTH, TABLES = 12, 150, 1500
WEIGHTS = {"T-F": 6, "W-F": 6, "W-T": 5, "draw": 3, "redeal": 3, "F-T": 0.3}


def games(key: str) -> list[tuple[Record, list[Game]]]:
    """Play `GAMES` games; each ends when it is won, stuck or `LENGTH` entries long."""
    played = []
    for number in range(GAMES):
        rng = random.Random(f"{key} {number}")
        deal = deal_from_code(str(rng.getrandbits(64)))
        line = [new_game(rule_set(key), deal)]
        entries: list[Entry] = []
        while len(entries) < LENGTH and line[-1].state.status == "playing":
            position = line[-1].state.position
            moves = legal_moves(position, rule_set(key))
            if not moves:
                break
            text = rng.choices(moves, [WEIGHTS.get(move.kind, 1) for move in moves])[0].text
            entries.append(Entry(text, 100 * len(entries)))
            line.append(enter(line[-1], *entries[-1]))
        played.append((Record(rule_set(key), deal, tuple(entries)), line))
    return played


def micros(work: Callable[[], object], times: int = 1) -> float:
    started = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - started) / times * 1e6


def shares(figures: Iterable[float]) -> str:
    ordered = sorted(figures)
    picked = [
        sum(ordered) / len(ordered),
        *(ordered[min(len(ordered) * p // 1000, len(ordered) - 1)] for p in (990, 999)),
    ]
    return "mean {:8.1f}   99 % {:8.1f}   99.9 % {:9.1f}   worst {:9.1f}".format(*picked, ordered[-1])


def stuck_micros(position: Position, key: str, gain_base: int) -> float:
    # The cache would answer for what was asked before.
    return micros(lambda: is_stuck(position, rule_set(key), gain_base))


def measure(key: str) -> None:
    rules = rule_set(key)
    played = games(key)
    states = [game.state for _, line in played for game in line if game.state.status == "playing"]
    count = len(states)
    longest = max((record for record, _ in played), key=lambda record: len(record.entries))
    steps = [(s.position, moves[0]) for s in states if (moves := legal_moves(s.position, rules))]
    texts = [s.position.text for s in states]
    print(f"{key}: {count} positions")
    print(f"  legal_moves        {micros(lambda: [legal_moves(s.position, rules) for s in states]) / count:8.1f}")
    print(f"  play               {micros(lambda: [play(p, rules, m) for p, m in steps]) / len(steps):8.1f}")
    print(f"  write a position   {micros(lambda: [s.position.text for s in states]) / count:8.1f}")
    print(f"  read a position    {micros(lambda: [parse_position(text) for text in texts]) / count:8.1f}")
    print(f"  read a record of {len(longest.entries):3} {micros(lambda: Record.parse(longest.text), 10):8.1f}")
    print(f"  replay it          {micros(lambda: replay(longest), 10):8.1f}")
    print("  stuck, in games    ", shares(stuck_micros(s.position, key, s.gain_base) for s in states))
    tables = []
    for number in range(TABLES):
        rng = random.Random(f"table {key} {number}")
        position = random_table(rng, rules)
        tables.append((position, min(position.foundation_count + rng.choice((0, 0, 0, 1, 2, 4)), 52)))
    print("  stuck, hard tables ", shares(stuck_micros(position, key, base) for position, base in tables), flush=True)


if __name__ == "__main__":
    for rule_set_key in KEYS:
        measure(rule_set_key)
