"""Whether this program can serve tables that a newer version has changed already, as in the middle of an update."""

from collections.abc import Iterator

from sqlalchemy import Connection, inspect

from app.store.schema import METADATA


def misfits(conn: Connection) -> Iterator[str]:
    """Yield what stands in the way: tables and columns that are gone, and columns that would have to be filled."""
    found = inspect(conn)
    names = set(found.get_table_names())
    for table in METADATA.sorted_tables:
        if table.name not in names:
            yield f"there is no table {table.name}"
            continue
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        yield from (f"there is no column {table.name}.{name}" for name in table.c.keys() - columns.keys())
        for name in columns.keys() - table.c.keys():
            if not columns[name]["nullable"] and columns[name]["default"] is None:
                yield f"column {table.name}.{name} has to be filled"
