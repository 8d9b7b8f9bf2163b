"""What a store does. Calls block, come from any thread, and are durable when they return."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from server.core.codec import decode, encode
from server.core.events import Logged


@dataclass(frozen=True, slots=True)
class Row:
    """What is kept of a table beside its log, to find it. `touched` is milliseconds since 1970.

    `summary` is what the lobby shows, JSON.
    """

    id: str
    code: str
    public: bool
    phase: str
    touched: int
    summary: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that belong together, following the ones in the log, and the table's row after them."""

    row: Row
    events: tuple[Logged, ...]


class Conflict(Exception):
    """The log has other events there: a second process has written to this table, or the code is in use."""


class StoreError(Exception):
    """The store cannot keep this now (no space, no connection); nothing was changed."""


Failure: TypeAlias = "Conflict | StoreError"


class Store(Protocol):
    def append(self, batches: Sequence[Batch]) -> list[Failure | None]:
        """Write each batch or nothing of it, all of them durably at once; by batch, what was wrong."""
        ...

    def log(self, table: str) -> list[Logged]:
        """The whole log of a table, empty if there is none; raises `StoreError`, as all that follow."""
        ...

    def find(self, code: str) -> str | None:
        """The id of the table with this short code."""
        ...

    def lobby(self, most: int) -> list[Row]:
        """The public tables that are not closed, the last touched first."""
        ...

    def stale(self, before: int, most: int) -> list[Row]:
        """Tables that are not closed and were last touched before this time."""
        ...

    def count(self) -> int:
        """How many tables are not closed."""
        ...

    def send(self, name: str, title: str, at: int, body: str) -> None:
        """Keep a sent rule file; the same name again changes nothing."""
        ...

    def sent(self) -> dict[str, str]:
        """The sent rule files by name."""
        ...

    def close(self) -> None: ...


def to_row(logged: Logged) -> tuple[int, int, str | None, str]:
    """An event as columns: version, time, message, body."""
    return logged.version, logged.at, logged.key, encode(logged.event)


def from_row(row: Sequence[object]) -> Logged:
    """The inverse of `to_row`; raises `StoreError` for a damaged row."""
    version, at, key, body = row
    try:
        return Logged(int(str(version)), int(str(at)), decode(str(body)), None if key is None else str(key))
    except ValueError as error:
        raise StoreError(f"event {version} is damaged: {error}") from None
