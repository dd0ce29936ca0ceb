"""Committing to a deal before its day: a hash that gives nothing away and cannot be fitted to another deal later."""

import hashlib


def commitment(deal: str, nonce: str) -> str:
    """Return the SHA-256 over ``DEAL NONCE``, the deal's text and a random one parted by a blank, as 64 hex digits."""
    return hashlib.sha256(f"{deal} {nonce}".encode()).hexdigest()
