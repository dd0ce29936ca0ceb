"""Commands that move whole databases: their frame, and what goes wrong in one line without the statements' values."""

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.cli.errors import FAILED, CommandError


def add_moving(commands: Any, name: str, what: tuple[str, str], says: str, force: str) -> None:
    """Add a command that takes one thing, ``what`` being its name and help, and ``--force`` to write over another."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=says)
    command.add_argument(what[0].lower(), metavar=what[0], help=what[1])
    command.add_argument("--force", action="store_true", help=f"write over {force}")


@contextmanager
def explained(failed: str, holds: str) -> Iterator[None]:
    """Raise CommandError: ``failed`` with the reason's first line, or ``holds`` where --force would be needed."""
    from app.store.errors import NotEmptyError

    with telling(failed, ValueError):
        try:
            yield
        except (FileExistsError, NotEmptyError):
            raise CommandError(f"{holds} already; --force writes over it", FAILED) from None


@contextmanager
def telling(failed: str, *besides: type[Exception]) -> Iterator[None]:
    """Raise CommandError, ``failed`` with the reason's first line, where the database or ``besides`` says no."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.store.errors import StoreError

    refusals: tuple[type[Exception], ...] = (SQLAlchemyError, StoreError, OSError, *besides)
    try:
        yield
    except refusals as error:
        raise CommandError(f"{failed}: {reason(error)}", FAILED) from None


def reason(error: BaseException) -> str:
    """Return what an error says, its first line only: databases put statements and their values below it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    cause = getattr(error, "orig", None) or error  # the database's own words, without Python's name for them
    return re.sub(r"^(?:<class '[^']*'>|\([\w.]+\)):? ", "", str(cause)).partition("\n")[0] or type(error).__name__
