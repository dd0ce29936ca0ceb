"""Who asks, and by which scheme, behind reverse proxies; only those that the operator named are believed."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

from app.config.readers import Network


class Proxies:
    def __init__(self, trusted: tuple[Network, ...]) -> None:
        self._trusted = trusted
        self._is_trusted = lru_cache(maxsize=4096)(self._look_up)

    def apply(self, scope: Scope) -> None:
        """Put the client's own address and scheme into the scope, where the peer is a trusted proxy."""
        if not self._trusted or not scope["client"] or not self._is_trusted(scope["client"][0]):
            return
        hops = _listed(scope, b"x-forwarded-for")
        # Each proxy adds its peer at the right: the first from there that is none of ours is who asks.
        client = next((hop for hop in reversed(hops) if not self._is_trusted(hop)), None)
        if client is not None and is_address(client):
            scope["client"] = (client, 0)
        protocols = _listed(scope, b"x-forwarded-proto")
        if protocols and protocols[-1] in {"http", "https"}:
            scope["scheme"] = protocols[-1]

    def _look_up(self, address: str) -> bool:
        if not is_address(address):
            return False
        found = ip_address(address)
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self._trusted)


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _listed(scope: Scope, wanted: bytes) -> list[str]:
    """The values of a header that may come more than once, each a list; the last comes from the nearest proxy."""
    whole = b",".join(value for name, value in scope["headers"] if name == wanted)
    return [part.strip() for part in whole.decode("latin-1").split(",") if part.strip()]


def client_of(scope: Scope) -> str:
    """Return what whoever asks is counted by, however many cookies they show."""
    client = scope["client"]
    return client_key(client[0]) if client else "local"


@lru_cache(maxsize=4096)
def client_key(address: str) -> str:
    """What the rate of requests is counted by: an IPv4 address, or the /64 that one IPv6 household has."""
    if not is_address(address):
        return "local"
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return found.packed[:8].hex()
    return address
