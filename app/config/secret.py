"""The installation's secret: made once, kept in the data folder, readable by its owner alone."""

import contextlib
import os
import secrets
from pathlib import Path

from app.config.errors import SettingError
from app.config.readers import LEAST_SECRET

FILE_NAME = "secret"


def kept_secret(folder: Path) -> bytes:
    """The secret in `folder`, made on the first start; processes that start at once all get the same."""
    path = folder / FILE_NAME
    try:
        if not path.exists():
            _make(path)
        secret = path.read_bytes().strip()
    except OSError as error:
        raise SettingError(f"cannot keep the secret in {folder}: {error.strerror}") from None
    if len(secret) < LEAST_SECRET:
        raise SettingError(f"{path} holds no secret of {LEAST_SECRET} characters or more")
    return secret


def found_secret(folder: Path) -> bytes:
    """The secret in `folder`, empty where none was made yet."""
    try:
        if not (folder / FILE_NAME).exists():
            return b""
    except OSError as error:
        raise SettingError(f"cannot read the secret in {folder}: {error.strerror}") from None
    return kept_secret(folder)


def _make(path: Path) -> None:
    """Write beside, then link: the name never shows a half-written secret, and the first process wins."""
    draft = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_urlsafe(48).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
