"""Inserting what may be there already, the same on both databases."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects.sqlite import Insert


def inserting(conn: Connection, table: Table) -> "Insert":
    """Return an insert that can say what to do where the row is there: written alike for both databases."""
    # Each has a class of its own; loading the other's too would take some MB.
    dialect = import_module(f"sqlalchemy.dialects.{conn.dialect.name}")
    return cast("Insert", dialect.insert(table))


def insert_if_missing(conn: Connection, table: Table, **values: object) -> bool:
    """Insert a row unless its key is taken; tell whether it was inserted.

    Of several who do this at once, in whatever processes, exactly one is told so.
    """
    return conn.execute(inserting(conn, table).values(**values).on_conflict_do_nothing()).rowcount == 1


def add_to_counts(conn: Connection, table: Table, rows: list[dict[str, object]], count: str) -> None:
    """Insert ``rows``, or add their ``count`` column to that of the rows which are there."""
    statement = inserting(conn, table).values(rows)
    added = table.c[count] + statement.excluded[count]
    conn.execute(statement.on_conflict_do_update(index_elements=list(table.primary_key), set_={count: added}))
