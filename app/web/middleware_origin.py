"""Does an unsafe request come from our own pages? Browsers say so by themselves, so pages carry no tokens."""

from collections.abc import Mapping

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def why_not(headers: Mapping[bytes, bytes], base_url: bytes = b"") -> str:
    """Why a request with these headers may change nothing: "cross_origin", "not_json"; "" where it may.

    Sec-Fetch-Site decides where it is sent; else Origin, else Referer, by comparing its host with the request's own. A
    request with none of them is no current browser's: it may act for itself, but with a cookie only in JSON, which no
    form of another site can send, and no script without asking first.
    One with a token and no cookie is a program's: no page of another site can send a token that it does not know.
    `base_url` is the operator's own address, for proxies that do not pass the Host on.
    """
    if b"cookie" not in headers and headers.get(b"authorization", b"")[:7].lower() == b"bearer ":
        return ""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return "" if site in (b"same-origin", b"none") else "cross_origin"
    source = headers.get(b"origin") or headers.get(b"referer")
    if source is not None:
        return "" if _is_ours(source, headers.get(b"host", b""), base_url) else "cross_origin"
    is_json = headers.get(b"content-type", b"").lower().startswith(b"application/json")
    return "" if is_json or b"cookie" not in headers else "not_json"


def _is_ours(source: bytes, host: bytes, base_url: bytes) -> bool:
    scheme, _, rest = source.lower().partition(b"://")
    if scheme not in (b"http", b"https"):  # "null", or no address at all
        return False
    netloc = rest.partition(b"/")[0]
    # The scheme is left out: behind a proxy that is not named as trusted it is not known.
    return bool(netloc) and (netloc == host.lower() or scheme + b"://" + netloc == base_url)
