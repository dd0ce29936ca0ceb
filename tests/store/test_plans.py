"""No question that a page asks reads a whole table: each is answered by an index (looked at on SQLite)."""

import sqlite3
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from app.store import (
    boards,
    castle_boards,
    castle_runs,
    castles,
    coins,
    dailies,
    games,
    history,
    joining,
    own_data,
    players,
    pruning,
    ready_deals,
    renaming,
    shared_deals,
    standings,
    streaks,
    tallies,
    vegas,
)
from tests.databases import Running
from tests.store.play import DAY, NOON, TERMS, deal_daily, enter


@pytest.fixture
def served(sqlite_template: Path, tmp_path: Path) -> Iterator[Running]:
    file = tmp_path / "klondaily.db"
    file.write_bytes(sqlite_template.read_bytes())
    running = Running(f"sqlite:///{file}")
    for number in range(3):
        row = deal_daily(running, str(number), player=f"player {number}")
        enter(running, row, "draw", "resign")
    run = running.write(castles.begin, "run", "player 0", NOON)
    running.write(castle_runs.save, run._replace(points=9, moves=1, ended_at=NOON, end_reason="time"), TERMS)
    yield running
    running.close()


def plans(conn: Connection, function: Callable[..., Any], *arguments: Any) -> list[str]:
    raw = cast(sqlite3.Connection, conn.connection.dbapi_connection)
    said: list[str] = []
    raw.set_trace_callback(said.append)
    function(conn, *arguments)
    raw.set_trace_callback(None)
    return [step[3] for statement in said for step in raw.execute(f"EXPLAIN QUERY PLAN {statement}")]


def scanned(steps: list[str]) -> list[str]:
    """Return the steps that go through a whole table."""
    whole = [step for step in steps if step.startswith("SCAN") and not step.startswith(("SCAN anon", "SCAN (sub"))]
    return [step for step in whole if "CONSTANT ROW" not in step]


def replayed(conn: Connection, game_id: str, player_id: str) -> None:
    row = games.load(conn, game_id, player_id)
    assert row is not None
    history.record(conn, row)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (games.load, ("0", "player 0")),
        (games.running, ("player 0",)),
        (games.ranked_game, ("player 0", DAY, "standard-1")),
        (replayed, ("0", "player 0")),
        (boards.page, (DAY, "standard-1", 20, 0)),
        (boards.page, (DAY, "standard-1", 20, 2)),
        (boards.own_rank, (DAY, "standard-1", "player 1")),
        (boards.size, (DAY, "standard-1")),
        (castles.running, ("player 0",)),
        (castles.own, ("run", "player 0")),
        (castles.levels, ("run",)),
        (castles.run_of, ("0",)),
        (castle_boards.page, ("all", 20, 0)),
        (castle_boards.own_rank, ("all", "player 0")),
        (players.get, ("player 0",)),
        (dailies.get, (DAY,)),
        (streaks.streak, ("player 0", date(2026, 11, 29))),
        (streaks.streak_at, ("player 0", date(2026, 11, 29), 10)),
        (streaks.marks, ("player 0", date(2026, 11, 1), date(2026, 11, 30))),
        (coins.paid, ("player 0", DAY, "standard-1")),
        (coins.owned, ("player 0",)),
        (tallies.of, ("player 0",)),
        (tallies.distributions, ("player 0",)),
        (vegas.sums, ("player 0",)),
        (standings.page, ("all", 50, 0)),
        (standings.page, ("all", 50, 1)),
        (shared_deals.played, ("1", "standard-1")),
        (ready_deals.known_difficulty, ("1", "standard-1")),
        (standings.own, ("all", "player 0")),
        (standings.size, ("all",)),
        (vegas.last_lines, ("player 0", 100)),
        (pruning.untouched_deals, (NOON,)),
        (pruning.old_games, (NOON,)),
        (own_data.everything, ("player 0", set())),
    ],
)
def test_it_is_answered_by_an_index(served: Running, function: Any, arguments: tuple[Any, ...]) -> None:
    steps = served.read(plans, function, *arguments)
    assert any(step.startswith("SEARCH") for step in steps)
    tables = scanned(steps)
    assert not tables, steps
    assert not any("TEMP B-TREE FOR ORDER" in step for step in steps), steps


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (own_data.forget, ("player 0",)),
        (joining.join, ("player 0", "player 1", NOON, TERMS)),
        (renaming.sign_others_out, ("player 0", "another id")),
        (pruning.old_games, (NOON * 2,)),
    ],
)
def test_what_changes_all_of_a_player_looks_through_no_table(
    served: Running, function: Any, arguments: tuple[Any, ...]
) -> None:
    steps = served.write(plans, function, *arguments)
    tables = scanned(steps)
    assert not tables, tables
