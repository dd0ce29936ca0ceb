"""Inserting what may be there already, the same on both databases."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_if_missing(conn: Connection, table: Table, **values: object) -> bool:
    """Insert a row unless its key is taken; tell whether it was inserted.

    Of several who do this at once, in whatever processes, exactly one is told so.
    """
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    return conn.execute(insert(table).values(**values).on_conflict_do_nothing()).rowcount == 1


def add_to_counts(conn: Connection, table: Table, rows: list[dict[str, object]], count: str) -> None:
    """Insert ``rows``, or add their ``count`` column to that of the rows which are there."""
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values(rows)
    added = table.c[count] + statement.excluded[count]
    conn.execute(statement.on_conflict_do_update(index_elements=list(table.primary_key), set_={count: added}))
