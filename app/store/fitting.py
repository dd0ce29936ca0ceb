"""Whether this program can serve the tables of a database: another program's, not whole, or from a newer version."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, Inspector, inspect, text

from app.config import MIGRATIONS
from app.store.schema import METADATA

#: What to do about a database that is damaged or not whole.
PUT_BACK: Final = "put a backup in its place: klondaily restore FILE --force"
_VERSION: Final = "alembic_version"


class Standing(NamedTuple):
    """``revision`` is ``None`` without tables; ``trouble`` says what keeps this program from them, ``mend`` what to do.

    Tables of a known revision that is not the newest are taken for whole: what they have to be nobody knows any more.
    """

    revision: str | None
    is_known: bool = True
    trouble: str | None = None
    mend: str = ""

    @property
    def is_newest(self) -> bool:
        return self.revision == known_revisions()[-1]


def known_revisions() -> list[str]:
    """Return the revisions that this version knows, the newest last: the numbers that their files' names begin with."""
    return sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def standing(conn: Connection) -> Standing:
    """Look at the tables, changing none."""
    inspector, known = inspect(conn), known_revisions()
    names = set(inspector.get_table_names())
    found = conn.execute(text(f"SELECT version_num FROM {_VERSION}")).scalar() if _VERSION in names else None  # noqa: S608
    ours = names & METADATA.tables.keys()
    # Programs share a PostgreSQL database now and then, but no file.
    strange = ours if conn.dialect.name == "postgresql" else names - {_VERSION}
    if strange and (found is None or (found not in known and not ours)):
        trouble = f"that is no database of this program; it has a table {min(strange)} of another one"
        return Standing(None, False, trouble, "set KLONDAILY_DATA or KLONDAILY_DATABASE_URL to another place")
    if found is None:
        return Standing(None)
    is_known = found in known
    misfit = next(_misfits(inspector), None) if found == known[-1] or not is_known else None
    if misfit is None:
        return Standing(found, is_known)
    if is_known:
        trouble = f"its tables are of revision {found} and not whole: {misfit}"
        return Standing(found, True, trouble, PUT_BACK)
    trouble = f"its tables are of revision {found}, from a newer version, and {misfit}"
    return Standing(found, False, trouble, "update the program")


def misfits(conn: Connection) -> Iterator[str]:
    """Yield what stands in the way: tables and columns that are gone, and columns that would have to be filled."""
    return _misfits(inspect(conn))


def _misfits(inspector: Inspector) -> Iterator[str]:
    # At once: PostgreSQL answers for all tables as soon as for one.
    found = {name: columns for (_, name), columns in inspector.get_multi_columns().items()}
    for table in METADATA.sorted_tables:
        if table.name not in found:
            yield f"there is no table {table.name}"
            continue
        columns = {column["name"]: column for column in found[table.name]}
        yield from (f"there is no column {table.name}.{name}" for name in table.c.keys() - columns.keys())
        for name in columns.keys() - table.c.keys():
            if not columns[name]["nullable"] and columns[name]["default"] is None:
                yield f"column {table.name}.{name} has to be filled"
