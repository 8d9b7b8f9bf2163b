"""The store that a name means: a file for SQLite, a URL for PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from server.store.protocol import Store, StoreError
from server.store.sqlite import SqliteStore

URLS = ("postgresql://", "postgres://")


def open_store(named: str) -> Store:
    """Raises `StoreError` if it cannot be opened."""
    if not named.startswith(URLS):
        return SqliteStore(Path(named))
    try:
        from server.store.postgres import PostgresStore
    except ImportError:
        raise StoreError("PostgreSQL needs the extra `postgres`") from None
    return PostgresStore(named)
