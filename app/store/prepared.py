"""Statements of the hot path: built with SQLAlchemy once, then run by the driver without building anything again."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement


class _Compiled(NamedTuple):
    """``names`` are the parameters in their order, ``None`` where the driver takes them by name."""

    sql: str
    names: tuple[str, ...] | None
    constants: Mapping[str, Any]


class Prepared:
    """A statement that is compiled at its first use on each dialect.

    Values go to the driver as they are, so only columns whose Python values the driver itself knows
    (text, integers, booleans) may take part; on SQLite booleans come back as 0 and 1.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def run(self, conn: Connection, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """Run it with ``values`` by parameter name and return all rows, none for a statement that returns none."""
        dialect = conn.dialect
        sql, names, constants = self._compiled.get(dialect.driver) or self._compile(dialect)
        if constants:
            values = {**constants, **values}
        parameters = {**values} if names is None else tuple([values[name] for name in names])
        if dialect.name == "sqlite":
            raw = cast(sqlite3.Connection, conn.connection.dbapi_connection)
            return raw.execute(sql, parameters).fetchall()
        return _run_on_cursor(conn, sql, parameters)

    def _compile(self, dialect: Dialect) -> _Compiled:
        assert isinstance(self._statement, ClauseElement)
        compiled = self._statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        names = tuple(compiled.positiontup) if compiled.positiontup is not None else None
        constants = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        self._compiled[dialect.driver] = _Compiled(compiled.string, names, constants)
        return self._compiled[dialect.driver]


def _run_on_cursor(conn: Connection, sql: str, parameters: Any) -> Sequence[Sequence[Any]]:
    """What ``conn.exec_driver_sql`` does, without describing the result's columns anew each time."""
    dialect = conn.dialect
    cursor = conn.connection.cursor()
    try:
        cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else ()
    except dialect.loaded_dbapi.Error as error:
        lost = dialect.is_disconnect(error, conn.connection, cursor)
        if lost:
            conn.invalidate(error)
        raise DBAPIError.instance(
            sql, parameters, error, dialect.loaded_dbapi.Error, connection_invalidated=lost, dialect=dialect
        ) from error
    finally:
        cursor.close()
