"""Fills a migrated database as years of play would, by statements that make millions of rows at once.

Ten thousand games a day: free ones, a tenth of them daily, a hundredth levels of the castles, and a twentieth of one
popular deal. A player has twenty games, however many days there are, so that the same player's pages show the same.
One game in a hundred has its record, as a table of a thousand million entries would say nothing more.
"""

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import make_url

from app.game.deal import deal_from_code
from app.game.law import legal_moves
from app.game.rules import rule_set
from app.game.state import enter, new_game
from app.store.castle_runs import periods
from app.store.ranks import LEVELS
from tests.web.playing import WON_CODE

GAMES_A_DAY = 10_000
GAMES_A_PLAYER = 20
DAY_MS = 86_400_000
SAMPLES = 256
#: The entries that each kept record has.
LINE = 100
#: So many rows are made by one statement.
SLICE = 500_000

Execute = Callable[[str], object]

#: Rows with the numbers from ``first`` on and before ``end``.
_NUMBERS = {
    "sqlite": "(WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end}) "
    "SELECT i FROM n)",
    "postgresql": "(SELECT generate_series({first}::bigint, {end}::bigint - 1) AS i)",
}


class Dialect(NamedTuple):
    """What the two databases write in different ways."""

    name: str

    def numbers(self, first: int, end: int) -> str:
        return _NUMBERS[self.name].format(first=first, end=end) + " AS n"

    def padded(self, number: str, digits: int) -> str:
        if self.name == "sqlite":
            return f"printf('%0{digits}d', {number})"
        return f"lpad(({number})::text, {digits}, '0')"

    def game_id(self, number: str) -> str:
        """As long and as scattered as real ids are."""
        scattered = f"(({number}) * 2654435761) % 4294967296"
        return f"{self.padded(scattered, 10)} || {self.padded(number, 12)}"

    def player_id(self, number: str) -> str:
        scattered = f"(({number}) * 2246822519) % 4294967296"
        return f"{self.padded(scattered, 10)} || 'p' || {self.padded(number, 11)}"


def players(days: int) -> int:
    """Return how many players there are; no multiple of ten, so that each has games of every kind."""
    return days * GAMES_A_DAY // GAMES_A_PLAYER + 3


def player_id(number: int) -> str:
    """Return the id that the statements make for a player's number."""
    return f"{number * 2246822519 % 4294967296:010}p{number:011}"


def game_id(number: int) -> str:
    """Return the id that the statements make for a game's number."""
    return f"{number * 2654435761 % 4294967296:010}{number:012}"


def samples() -> Iterator[tuple[int, str, str, int, int, list[str]]]:
    """Yield number, deal, position, score, moves and entries of games that chance has played."""
    rules = rule_set("standard-1")
    for number in range(SAMPLES):
        chance = random.Random(number)
        deal = deal_from_code(str(number))
        game = new_game(rules, deal)
        texts: list[str] = []
        for step in range(LINE):
            texts.append(chance.choice(legal_moves(game.state.position, rules)).text)
            game = enter(game, texts[-1], step * 1000)
        yield number, deal.text, game.state.position.text, game.state.score, game.state.moves, texts


def _days(days: int, today: date) -> Iterator[tuple[int, str, int, str, str]]:
    for number in range(days):
        day = today - timedelta(days - 1 - number)
        begins = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
        _, month, week = periods(day)
        yield number, day.isoformat(), begins, month, week


def _scaffold(execute: Execute, days: int, today: date) -> None:
    execute("CREATE TABLE bench_samples (n BIGINT PRIMARY KEY, deal TEXT, position TEXT, score BIGINT, moves BIGINT)")
    execute("CREATE TABLE bench_lines (n BIGINT, step BIGINT, entry TEXT, PRIMARY KEY (n, step))")
    execute("CREATE TABLE bench_days (n BIGINT PRIMARY KEY, day TEXT, at BIGINT, month TEXT, week TEXT)")
    for number, deal, position, score, moves, texts in samples():
        execute(f"INSERT INTO bench_samples VALUES ({number}, '{deal}', '{position}', {score}, {moves})")
        lines = ", ".join(f"({number}, {step}, '{text}')" for step, text in enumerate(texts))
        execute(f"INSERT INTO bench_lines VALUES {lines}")
    for row in _days(days, today):
        execute(f"INSERT INTO bench_days VALUES {row}")


def _games(dialect: Dialect, days: int) -> str:
    """The statement for one slice of games, but for its numbers.

    The last fiftieth of the games is partly still being played; a quarter of the others is won.
    """
    running = f"(n.i >= {int(days * GAMES_A_DAY * 0.98)} AND n.i % 3 = 0)"
    daily, level = "(n.i % 10 = 3)", "(n.i % 97 = 50 AND n.i % 10 <> 3)"
    won = "(n.i * 40503 % 65536 < 16384)"
    board = (
        "CASE n.i / 10 % 4 WHEN 0 THEN 'standard-1' WHEN 1 THEN 'standard-3' WHEN 2 THEN 'vegas-1' ELSE 'vegas-3' END"
    )
    free = (
        "CASE n.i / 10 % 10 WHEN 0 THEN 'vegas-1' WHEN 1 THEN 'vegas-3' WHEN 2 THEN 'open-1' WHEN 3 THEN 'standard-1'"
    )
    free += " ELSE 'standard-3' END"
    at = f"d.at + (n.i % {GAMES_A_DAY}) * 4000"
    took = "(120000 + n.i * 7919 % 480000)"
    code = (
        f"CASE WHEN {daily} OR {level} THEN NULL WHEN n.i % 20 = 1 THEN '{WON_CODE}' "
        "ELSE CAST(n.i * 48271 % 2147483647 AS TEXT) END"
    )
    return f"""
        INSERT INTO games (id, player_id, rules, deal, code, day, board, practice, ranked, position, version, score,
            ticks, moves, gain_base, emptied, undo_depth, redo_depth, helped, kept, status, clock_ms, clock_at,
            created_at, started_at, ended_at, end_reason, by_program)
        SELECT {dialect.game_id("n.i")}, {dialect.player_id(f"n.i % {players(days)}")},
            CASE WHEN {daily} THEN 'daily-' || {board} WHEN {level} THEN 'castle-1' ELSE {free} END,
            s.deal, {code}, CASE WHEN {daily} THEN d.day END, CASE WHEN {daily} THEN {board} END,
            (1 = 0), ({daily} OR {level}),
            CASE WHEN {won} AND NOT {running} THEN '//KKKK/////// 1' ELSE s.position END,
            {LINE}, CASE WHEN {won} THEN 745 + 700000000 / {took} ELSE s.score END, 0, s.moves, 0, 0, {LINE}, 0, 0, 0,
            CASE WHEN {running} THEN 'playing' WHEN {won} THEN 'won' ELSE 'lost' END,
            {took}, CASE WHEN {running} AND n.i % 2 = 0 THEN {at} + {took} END, {at}, {at},
            CASE WHEN {running} THEN NULL ELSE {at} + {took} END,
            CASE WHEN {running} THEN NULL WHEN {won} THEN 'won' ELSE 'left' END, (1 = 0)
        FROM {{numbers}} JOIN bench_samples s ON s.n = n.i % {SAMPLES} JOIN bench_days d ON d.n = n.i / {GAMES_A_DAY}
    """


_RESULTS = """
    INSERT INTO results (game_id, player_id, day, board, won, score, seconds_ms, moves, finished_at, rank_key)
    SELECT id, player_id, day, board, status = 'won', score, clock_ms, moves, ended_at,
        (CAST(CASE WHEN board LIKE 'standard%' AND status = 'lost' THEN 1 ELSE 0 END * 1048576
        + 1048575 - (score + 524288) AS BIGINT) * 262144 + clock_ms / 1000) * 16777216 + moves
    FROM games WHERE day IS NOT NULL AND ended_at IS NOT NULL"""
_CASTLE_KEY = "(CAST(1048575 - (g.score + 524288) AS BIGINT) * 262144 + g.clock_ms / 1000) * 16777216 + g.moves"
_BESTS = f"""
    INSERT INTO castle_bests (period, player_id, run_id, points, done, clock_ms, moves, finished_at, rank_key)
    SELECT period, player_id, id, score, 1, clock_ms, moves, ended_at, rank_key FROM (
        SELECT {{period}} AS period, g.player_id, g.id, g.score, g.clock_ms, g.moves, g.ended_at,
            {_CASTLE_KEY} AS rank_key,
            row_number() OVER (PARTITION BY {{period}}, g.player_id ORDER BY {_CASTLE_KEY}) AS place
        FROM games g JOIN bench_days d ON d.at = g.created_at - g.created_at % {DAY_MS}
        WHERE g.rules = 'castle-1' AND g.ended_at IS NOT NULL) AS runs
    WHERE place = 1"""
_STANDINGS = """
    INSERT INTO standings (period, player_id, points, days)
    SELECT {period}, r.player_id, sum(1 + r.rank_key % 100), count(*)
    FROM results r JOIN bench_days d ON d.day = r.day WHERE d.n < {settled} GROUP BY 1, 2"""


def _statements(dialect: Dialect, days: int) -> Iterator[str]:
    """All but the slices of games, in an order that foreign keys allow."""
    everybody, settled = dialect.numbers(0, players(days)), days - 2
    player = dialect.player_id("n.i")
    yield (
        "INSERT INTO players (id, name, name_key, settings, coins, created_at, seen_at) "
        f"SELECT {player}, CASE WHEN n.i % 2 = 0 THEN 'Name ' || n.i END, "
        "CASE WHEN n.i % 2 = 0 THEN 'name' || n.i END, "
        f"'{{}}', 10, 0, 0 FROM {everybody}"
    )
    yield from (
        f"INSERT INTO tallies SELECT {player}, '{rules}', 9, 3, 1, 90000, 400000, 6000, 9000, 110, 400, 1, 2 "
        f"FROM {everybody}"
        for rules in ("standard-3", "vegas-1")
    )
    yield f"INSERT INTO tally_steps SELECT {player}, 'standard-3', 3, 3 FROM {everybody}"
    yield f"INSERT INTO vegas_sums SELECT {player}, 1, -40, 2, -40, 2, NULL FROM {everybody}"
    yield (
        "INSERT INTO vegas_ledger (game_id, player_id, draw, balance, at) SELECT id, player_id, 1, score - 52, "
        "ended_at FROM games WHERE day IS NULL AND ended_at IS NOT NULL AND rules LIKE 'vegas%'"
    )
    yield _RESULTS
    yield (
        "INSERT INTO ranked_games (day, board, player_id, game_id) SELECT day, board, player_id, id FROM games "
        "WHERE day IS NOT NULL"
    )
    yield (
        "INSERT INTO coins_ledger (player_id, day, board, coins, streak, at) "
        "SELECT player_id, day, board, 11, 1, finished_at FROM results WHERE won"
    )
    yield (
        "INSERT INTO castle_runs (id, player_id, done, points, clock_ms, moves, begun_at, ended_at, end_reason) SELECT "
        "id, player_id, 1, score, clock_ms, moves, created_at, ended_at, 'time' FROM games WHERE rules = 'castle-1' "
        "AND ended_at IS NOT NULL"
    )
    yield "INSERT INTO castle_levels (run_id, level, game_id) SELECT id, 1, id FROM castle_runs"
    yield from (_BESTS.format(period=period) for period in ("'all'", "d.month", "d.week"))
    yield from (_STANDINGS.format(period=period, settled=settled) for period in ("'all'", "d.month", "d.week"))
    yield f"INSERT INTO settled_days (day) SELECT day FROM bench_days WHERE n < {settled}"
    yield (
        "INSERT INTO dailies (day, deal, salt, created_at) SELECT d.day, s.deal, '0', d.at FROM bench_days d "
        f"JOIN bench_samples s ON s.n = d.n % {SAMPLES}"
    )
    for level, bits in enumerate(LEVELS):
        yield (
            f"INSERT INTO rank_counts (day, board, level, prefix, results) SELECT day, board, {level}, "
            f"rank_key >> {bits}, count(*) FROM results GROUP BY day, board, rank_key >> {bits}"
        )
        yield (
            f"INSERT INTO rank_counts (day, board, level, prefix, results) SELECT period, 'castles', {level}, "
            f"rank_key >> {bits}, count(*) FROM castle_bests GROUP BY period, rank_key >> {bits}"
        )
        points = f"((CAST({(1 << 19) - 1} AS BIGINT) - points) * {1 << 42}) >> {bits}"
        yield (
            f"INSERT INTO rank_counts (day, board, level, prefix, results) SELECT period, 'points', {level}, "
            f"{points}, count(*) FROM standings GROUP BY period, {points}"
        )
    every = days * GAMES_A_DAY // 100
    yield (
        f"INSERT INTO entries (game_id, number, text, clock_ms) SELECT {dialect.game_id('n.i * 100')}, l.step, "
        f"l.entry, l.step * 1000 FROM {dialect.numbers(0, every)} JOIN bench_lines l ON l.n = n.i * 100 % {SAMPLES}"
    )
    yield from (f"DROP TABLE bench_{name}" for name in ("samples", "lines", "days"))


def fill(url: str, days: int, today: date, say: Callable[[str], None]) -> float:
    """Fill a migrated, empty database with ``days`` days up to ``today``; return the seconds that it took."""
    began = time.perf_counter()
    kind = make_url(url).get_backend_name()
    (_fill_sqlite if kind == "sqlite" else _fill_postgresql)(url, days, today, say)
    return time.perf_counter() - began


def _run(execute: Execute, dialect: Dialect, days: int, today: date, say: Callable[[str], None]) -> None:
    _scaffold(execute, days, today)
    games, total = _games(dialect, days), days * GAMES_A_DAY
    for first in range(0, total, SLICE):
        execute(games.format(numbers=dialect.numbers(first, min(first + SLICE, total))))
        say(f"{min(first + SLICE, total):,} games")
    for statement in _statements(dialect, days):
        execute(statement)
        say(" ".join(statement.split()[:3]))


def _fill_sqlite(url: str, days: int, today: date, say: Callable[[str], None]) -> None:
    conn = sqlite3.connect(str(make_url(url).database), isolation_level=None)
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "temp_store = MEMORY"):
        conn.execute(f"PRAGMA {pragma}")
    indexes = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    for name, _ in indexes:
        conn.execute(f"DROP INDEX {name}")
    conn.execute("BEGIN")
    _run(conn.execute, Dialect("sqlite"), days, today, say)
    for name, sql in indexes:
        conn.execute(sql)
        say(name)
    conn.execute("COMMIT")
    conn.close()


def _fill_postgresql(url: str, days: int, today: date, say: Callable[[str], None]) -> None:
    import asyncio

    import asyncpg

    loop = asyncio.new_event_loop()
    conn = loop.run_until_complete(asyncpg.connect(url))

    def execute(sql: str) -> None:
        loop.run_until_complete(conn.execute(sql))

    for setting in ("maintenance_work_mem = '512MB'", "work_mem = '256MB'", "synchronous_commit = off"):
        execute(f"SET {setting}")
    indexes = loop.run_until_complete(
        conn.fetch("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE 'ix_%'")
    )
    for name, _ in indexes:
        execute(f"DROP INDEX {name}")
    _run(execute, Dialect("postgresql"), days, today, say)
    for name, sql in indexes:
        execute(sql)
        say(name)
    execute("VACUUM ANALYZE")
    loop.run_until_complete(conn.close())
    loop.close()
