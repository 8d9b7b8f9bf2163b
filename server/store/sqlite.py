"""The store in one file, by SQLite with a write-ahead log that is flushed to the disk at every commit."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from server.core.events import Logged
from server.store.migrations import pending
from server.store.protocol import Batch, Conflict, Failure, Row, StoreError, from_row, to_row

WAIT = 10.0
"""Seconds that one process waits for another's write."""

T = TypeVar("T")
COLUMNS = "id, code, public, phase, touched, summary"
OPEN = f"SELECT {COLUMNS} FROM tables WHERE phase != 'closed'"


class SqliteStore:
    """Implements `Store`. Several processes of one machine may share the file."""

    def __init__(self, path: Path) -> None:
        """Makes the file and its tables if they are not there; raises `StoreError`."""
        self._lock = threading.Lock()
        with _told():
            self._db = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._migrate()

    def _migrate(self) -> None:
        with _told(), self._transaction():
            self._db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
            (done,) = self._db.execute("SELECT COALESCE(MAX(number), 0) FROM migrations").fetchone()
            for number, statements in pending(done):
                for statement in statements:
                    self._db.execute(statement)
                self._db.execute("INSERT INTO migrations VALUES (?)", (number,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def append(self, batches: Sequence[Batch]) -> list[Failure | None]:
        try:
            with _told(), self._lock, self._transaction():
                found: list[Failure | None] = [self._write(batch) for batch in batches]
        except StoreError as error:
            return [error] * len(batches)
        return found

    def _write(self, batch: Batch) -> Conflict | None:
        """Within a transaction; a conflict leaves no trace of its batch."""
        self._db.execute("SAVEPOINT one")
        try:
            self._rows(batch)
        except sqlite3.IntegrityError as error:
            self._db.execute("ROLLBACK TO one")
            return Conflict(str(error))
        finally:
            if self._db.in_transaction:
                self._db.execute("RELEASE one")
        return None

    def _rows(self, batch: Batch) -> None:
        row, first = batch.row, batch.events[0].version
        (last,) = self._db.execute("SELECT MAX(version) FROM events WHERE id = ?", (row.id,)).fetchone()
        if (last or 0) + 1 != first:
            raise sqlite3.IntegrityError(f"event {first} does not come next")
        self._db.executemany(
            "INSERT INTO events (id, version, at, message, body) VALUES (?, ?, ?, ?, ?)",
            [(row.id, *to_row(logged)) for logged in batch.events],
        )
        columns = (row.id, row.code, int(row.public), row.phase, row.touched, row.summary)
        if first == 1:
            self._db.execute(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", columns)
        else:
            self._db.execute(
                "UPDATE tables SET phase = ?, touched = ?, summary = ? WHERE id = ?", (*columns[3:], row.id)
            )

    def _asked(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        with _told(), self._lock:
            return ask(self._db)

    def log(self, table: str) -> list[Logged]:
        query = "SELECT version, at, message, body FROM events WHERE id = ? ORDER BY version"
        return [from_row(r) for r in self._asked(lambda db: db.execute(query, (table,)).fetchall())]

    def find(self, code: str) -> str | None:
        query = "SELECT id FROM tables WHERE code = ?"
        row = self._asked(lambda db: db.execute(query, (code,)).fetchone())
        return None if row is None else str(row[0])

    def lobby(self, most: int) -> list[Row]:
        query = f"{OPEN} AND public = 1 ORDER BY touched DESC LIMIT ?"
        return [_row(r) for r in self._asked(lambda db: db.execute(query, (most,)).fetchall())]

    def stale(self, before: int, most: int) -> list[Row]:
        query = f"{OPEN} AND touched < ? ORDER BY touched LIMIT ?"
        return [_row(r) for r in self._asked(lambda db: db.execute(query, (before, most)).fetchall())]

    def count(self) -> int:
        query = "SELECT COUNT(*) FROM tables WHERE phase != 'closed'"
        return int(self._asked(lambda db: db.execute(query).fetchone())[0])

    def send(self, name: str, title: str, at: int, body: str) -> None:
        query = "INSERT INTO sent (name, title, at, body) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING"
        self._asked(lambda db: db.execute(query, (name, title, at, body)))

    def sent(self) -> dict[str, str]:
        return dict(self._asked(lambda db: db.execute("SELECT name, body FROM sent").fetchall()))

    def close(self) -> None:
        with self._lock:
            self._db.close()


@contextmanager
def _told() -> Iterator[None]:
    """Errors of the database that are nobody's mistake, as `StoreError`."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(str(error).lower()) from error


def _row(row: Sequence[object]) -> Row:
    table, code, public, phase, touched, summary = row
    return Row(str(table), str(code), bool(public), str(phase), int(str(touched)), str(summary))
