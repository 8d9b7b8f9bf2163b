"""The store in PostgreSQL, for more than one machine. The schema is that of SQLite."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, TypeVar

import psycopg

from server.core.events import Logged
from server.store.migrations import pending
from server.store.protocol import Batch, Conflict, Failure, Row, StoreError, from_row, to_row

T = TypeVar("T")
Db: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
COLUMNS = "id, code, public, phase, touched, summary"
OPEN = f"SELECT {COLUMNS} FROM tables WHERE phase != 'closed'"
MIGRATING = 7_100_301
"""The advisory lock under which one process makes the tables."""


class PostgresStore:
    """Implements `Store`. A connection that breaks is made anew with the next call."""

    def __init__(self, url: str) -> None:
        """Makes the tables if they are not there; raises `StoreError`."""
        self._url = url
        self._lock = threading.Lock()
        self._db: Db | None = None
        self._asked(_migrate)

    def _connected(self) -> Db:
        if self._db is None or self._db.closed:
            self._db = psycopg.connect(self._url, autocommit=True, connect_timeout=10)
            self._db.execute("SET synchronous_commit = on")
        return self._db

    def _asked(self, ask: Callable[[Db], T]) -> T:
        with _told(), self._lock:
            try:
                return ask(self._connected())
            except psycopg.OperationalError:
                self._drop()
                raise

    def _drop(self) -> None:
        with suppress(psycopg.Error):
            if self._db is not None:
                self._db.close()
        self._db = None

    def append(self, batches: Sequence[Batch]) -> list[Failure | None]:
        def write(db: Db) -> list[Failure | None]:
            with db.transaction():
                return [_write(db, batch) for batch in batches]

        try:
            return self._asked(write)
        except StoreError as error:
            return [error] * len(batches)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._asked(lambda db: db.execute(query.encode(), values).fetchall())

    def log(self, table: str) -> list[Logged]:
        query = "SELECT version, at, message, body FROM events WHERE id = %s ORDER BY version"
        return [from_row(r) for r in self._rows(query, table)]

    def find(self, code: str) -> str | None:
        rows = self._rows("SELECT id FROM tables WHERE code = %s", code)
        return str(rows[0][0]) if rows else None

    def lobby(self, most: int) -> list[Row]:
        query = f"{OPEN} AND public = 1 ORDER BY touched DESC LIMIT %s"
        return [_row(r) for r in self._rows(query, most)]

    def stale(self, before: int, most: int) -> list[Row]:
        query = f"{OPEN} AND touched < %s ORDER BY touched LIMIT %s"
        return [_row(r) for r in self._rows(query, before, most)]

    def count(self) -> int:
        return int(self._rows("SELECT COUNT(*) FROM tables WHERE phase != 'closed'")[0][0])

    def send(self, name: str, title: str, at: int, body: str) -> None:
        query = (
            b"INSERT INTO sent (name, title, at, body) VALUES (%s, %s, %s, %s) ON CONFLICT (name) DO NOTHING"
        )
        self._asked(lambda db: db.execute(query, (name, title, at, body)))

    def sent(self) -> dict[str, str]:
        return {str(name): str(body) for name, body in self._rows("SELECT name, body FROM sent")}

    def close(self) -> None:
        with self._lock:
            self._drop()


def _migrate(db: Db) -> None:
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
        row = db.execute("SELECT COALESCE(MAX(number), 0) FROM migrations").fetchone()
        assert row is not None
        for number, statements in pending(row[0]):
            for statement in statements:
                db.execute(statement.encode())
            db.execute("INSERT INTO migrations VALUES (%s)", (number,))


def _write(db: Db, batch: Batch) -> Conflict | None:
    """Within a transaction; a conflict leaves no trace of its batch."""
    try:
        with db.transaction():
            _insert(db, batch)
    except psycopg.IntegrityError as error:
        return Conflict(str(error))
    return None


def _insert(db: Db, batch: Batch) -> None:
    row, first = batch.row, batch.events[0].version
    last = db.execute("SELECT MAX(version) FROM events WHERE id = %s", (row.id,)).fetchone()
    if ((last[0] if last else None) or 0) + 1 != first:
        raise psycopg.IntegrityError(f"event {first} does not come next")
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO events (id, version, at, message, body) VALUES (%s, %s, %s, %s, %s)",
            [(row.id, *to_row(logged)) for logged in batch.events],
        )
    columns = (row.id, row.code, int(row.public), row.phase, row.touched, row.summary)
    if first == 1:
        insert = f"INSERT INTO tables ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s)"
        db.execute(insert.encode(), columns)
    else:
        update = b"UPDATE tables SET phase = %s, touched = %s, summary = %s WHERE id = %s"
        db.execute(update, (*columns[3:], row.id))


@contextmanager
def _told() -> Iterator[None]:
    """Errors of the database as `StoreError`."""
    try:
        yield
    except (psycopg.Error, ValueError) as error:
        raise StoreError(str(error).strip().lower().partition("\n")[0]) from error


def _row(row: Sequence[Any]) -> Row:
    table, code, public, phase, touched, summary = row
    return Row(str(table), str(code), bool(public), str(phase), int(touched), str(summary))
