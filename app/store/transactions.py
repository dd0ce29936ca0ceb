"""Which functions need no transaction around them.

PostgreSQL makes a transaction of every single statement by itself. Where a function writes by one
statement, beginning and committing around it would only double the ways to the server and back.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

F = TypeVar("F", bound=Callable[..., Any])

_LONE: Final[set[Callable[..., Any]]] = set()


class TransactionNeededError(Exception):
    """A lone function found that it writes by more than one statement: it is to be run again in a transaction."""


def lone(function: F) -> F:
    """Mark a function that writes by one statement, or calls :func:`need_transaction` before it writes anything.

    Running it again after it was done must do no harm: the answer to the first time may get lost.
    """
    _LONE.add(function)
    return function


def is_lone(function: Callable[..., Any]) -> bool:
    """Tell whether ``function`` is marked so."""
    return function in _LONE


def need_transaction(conn: Connection) -> None:
    """Go on only where ``conn`` is in a transaction, which on SQLite it always is."""
    if conn.get_execution_options().get("isolation_level") == "AUTOCOMMIT":
        raise TransactionNeededError
