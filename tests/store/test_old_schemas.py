"""Every schema that was ever given out migrates forward with data in it: nothing is lost, and games go on."""

from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, MetaData, Table, Text, insert, select

from app.config import MIGRATIONS
from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.store import games
from app.store.games import Attempt
from app.store.migrate import in_transaction, migrate
from tests.databases import Running
from tests.store.play import NOON, TERMS

REVISIONS = sorted(script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions())
RULES, DEAL = rule_set("standard-1"), deal_from_code("7")
#: What the law or a check in the tables wants to be so; anything else is filled with what its type takes.
FIXED: dict[str, Any] = {
    "rules": RULES.key,
    "deal": DEAL.text,
    "position": deal_position(DEAL, RULES).text,
    "status": "playing",
    "started_at": NOON,
    "player_id": "player 1",
    "version": 1,
    "text": "draw",
    "kind": "bought",
}
#: What a server or a migration makes anew by itself, from what is there.
REMADE = {"ready_deals", "tallies", "tally_steps", "vegas_sums"}
Rows = dict[str, list[dict[str, Any]]]


def filled(conn: Connection) -> Rows:
    """Write a row or two into every table that there is, and return all."""
    found = MetaData()
    found.reflect(conn)
    written: Rows = {}
    for table in found.sorted_tables:
        if table.name != "alembic_version":
            count = 1 if table.name in ("entries", "castle_runs") else 2
            written[table.name] = [row_of(table, number, written) for number in range(count)]
            conn.execute(insert(table), written[table.name])
    return written


def row_of(table: Table, number: int, written: Rows) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in table.columns:
        parent = next(iter(column.foreign_keys), None)
        is_key = column.primary_key or column.unique
        if parent is not None:
            rows = written[parent.column.table.name]
            row[column.name] = rows[min(number, len(rows) - 1)][parent.column.name]
        elif column.name in FIXED and not (is_key and number):
            row[column.name] = FIXED[column.name]
        elif column.nullable:
            row[column.name] = None
        elif isinstance(column.type, Boolean):
            row[column.name] = False
        elif isinstance(column.type, Text):
            row[column.name] = f"{column.name} {number}"
        else:
            row[column.name] = number if is_key else 0
    return row


def kept(conn: Connection, written: Rows) -> None:
    found = MetaData()
    found.reflect(conn)
    for name, rows in written.items():
        if name in REMADE:
            continue
        table = found.tables[name]
        for row in rows:
            keys = [table.c[column.name] == row[column.name] for column in table.primary_key]
            now = conn.execute(select(table).where(*keys)).mappings().one()
            assert {column: now[column] for column in row} == row, name


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_an_old_schema_with_data_becomes_the_newest(empty_database_url: str, revision: str) -> None:
    written: Rows = {}
    migrate(empty_database_url, revision)
    in_transaction(empty_database_url, lambda conn: written.update(filled(conn)))
    assert {"games", "entries", "players", "results"} <= written.keys()
    migrate(empty_database_url)
    in_transaction(empty_database_url, lambda conn: kept(conn, written))
    running = Running(empty_database_url)
    game = written["games"][0]
    outcome = running.write(
        games.append, Attempt(game["id"], game["player_id"], game["version"], ["draw"], NOON + 1000), TERMS
    )
    assert outcome.taken == 1
    running.close()
