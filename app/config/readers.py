"""From a setting's text to its value; each refuses with a reason that completes "NAME …"."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.config.errors import SettingError

Network = IPv4Network | IPv6Network
LEAST_SECRET = 16
LOG_LEVELS = ("debug", "info", "warning", "error")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise SettingError(f"must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def host(text: str) -> str:
    if not text or not re.fullmatch(r"[A-Za-z0-9.:_-]+", text):
        raise SettingError(f"must be an address or a host name, not {text!r}")
    return text


def time_zone(text: str) -> ZoneInfo:
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingError(f"must be a time zone such as UTC or Europe/Berlin, not {text!r}") from None


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, separated by commas or blanks; empty: none."""
    found: list[Network] = []
    for part in re.split(r"[,\s]+", text.strip()):
        try:
            if part:
                found.append(ip_network(part, strict=False))
        except ValueError:
            raise SettingError(f"must list addresses or networks such as 10.0.0.0/8, not {part!r}") from None
    return tuple(found)


def base_url(text: str) -> str:
    """`https://cards.example`, without a path and without a slash at its end; empty: not set."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.path not in {"", "/"} or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingError(f"must be like https://cards.example, with no path, not {text!r}")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise SettingError(f"must be one of {', '.join(LOG_LEVELS)}, not {text!r}")
    return text.lower()


def words(text: str) -> tuple[str, ...]:
    """Separated by commas or blanks; empty: none."""
    return tuple(part for part in re.split(r"[,\s]+", text) if part)


def yes_or_no(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise SettingError(f"must be yes or no, not {text!r}")
    return text.lower() == "yes"


def database_url(text: str) -> str:
    """Empty: not set. Its refusal never repeats the address, which may hold a password."""
    if not text:
        return ""
    scheme = text.partition(":")[0].partition("+")[0]
    if scheme == "postgres":  # the older spelling that hosting companies hand out
        return "postgresql" + text[len("postgres") :]
    if scheme not in {"sqlite", "postgresql"} or "://" not in text:
        raise SettingError("must begin with sqlite:/// or postgresql://")
    return text


def secret(text: str) -> bytes:
    """Empty: not set."""
    if text and len(text) < LEAST_SECRET:
        raise SettingError(f"must have at least {LEAST_SECRET} characters")
    return text.encode()
