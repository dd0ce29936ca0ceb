"""What comes in with small forms: their fields, and the way back that a form may name."""

from typing import Final
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

_MOST_FIELDS: Final = 20
_LONGEST_PATH: Final = 500


async def form_fields(request: Request) -> dict[str, str]:
    """Return the fields of an HTML form, the last of each name; raises HTTPException 400 for anything else."""
    body = await request.body()
    try:
        text = body.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise HTTPException(400) from error
    return dict(pairs)


def own_path(text: str | None, otherwise: str = "/") -> str:
    """Return an address within this installation as given; ``otherwise`` for any that could lead elsewhere."""
    if not text or len(text) > _LONGEST_PATH or not text.isascii() or not text.isprintable():
        return otherwise
    # Browsers read "//host" and "/\host" as another host, and drop tabs and line ends before they look.
    if not text.startswith("/") or text[1:2] in ("/", "\\") or " " in text:
        return otherwise
    return text
