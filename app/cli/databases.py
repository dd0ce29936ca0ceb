"""What goes wrong with databases, in one line and without what they add about their statements."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.errors import CommandError

_FAILED = 1


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Raise CommandError with ``what`` and the reason's first line; FileExistsError and NotEmptyError pass."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.store.errors import NotEmptyError, StoreError

    try:
        yield
    except (FileExistsError, NotEmptyError):
        raise
    except (SQLAlchemyError, StoreError, OSError, ValueError) as error:
        raise CommandError(f"{what}: {reason(error)}", _FAILED) from None


def reason(error: BaseException) -> str:
    """Return what an error says, its first line only: databases put statements and their values below it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or type(error).__name__
