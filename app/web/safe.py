"""Marking markup of ours as safe for templates."""

from markupsafe import Markup


def safe(text: str) -> Markup:
    """Return ``text`` marked as safe: each word in it that is not ours must be escaped already.

    Markup's own constructor first looks whether it is given markup, which takes longer than the rest.
    """
    return str.__new__(Markup, text)
