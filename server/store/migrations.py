"""The tables of the store, as numbered steps that are made once each, in both databases alike."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            public INTEGER NOT NULL,
            phase TEXT NOT NULL,
            touched BIGINT NOT NULL,
            summary TEXT NOT NULL
        )""",
        "CREATE INDEX tables_by_time ON tables (phase, touched)",
        """CREATE TABLE events (
            id TEXT NOT NULL,
            version BIGINT NOT NULL,
            at BIGINT NOT NULL,
            message TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (id, version)
        )""",
        "CREATE UNIQUE INDEX events_by_message ON events (id, message)",
        """CREATE TABLE sent (
            name TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            at BIGINT NOT NULL,
            body TEXT NOT NULL
        )""",
    ),
)
"""Step `n` (from 1) is `MIGRATIONS[n - 1]`; a step that was published is never changed."""


def pending(done: int) -> list[tuple[int, tuple[str, ...]]]:
    """The steps after the first `done`, with their numbers; raises `ValueError` if there are fewer."""
    if done > len(MIGRATIONS):
        raise ValueError(f"the store is of a newer program: it has step {done}, this one {len(MIGRATIONS)}")
    return [(n, steps) for n, steps in enumerate(MIGRATIONS, 1) if n > done]
