"""Tokens: the only key to a seat. Tables keep hashes of them alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from server.core.state import Table

BYTES = 16


def new_token() -> str:
    """128 random bits as hex digits."""
    return secrets.token_hex(BYTES)


def hashed(token: str) -> str:
    """What is kept of a token: it has too many bits for anybody to try them all."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def place_of(table: Table, token: str) -> int | None:
    """Whose token it is; takes the same time whichever place it is, and if it is none."""
    given, found = hashed(token), None
    for number, place in enumerate(table.places):
        if hmac.compare_digest(given, place.token or "-" * 64):
            found = number
    return found
