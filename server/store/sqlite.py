"""The store in one file, by SQLite with a write-ahead log that is flushed to the disk at every commit."""

from __future__ import annotations

import json
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


def _values(*places: int) -> str:
    """These places of an item of a list of lists, in SQL."""
    return ", ".join(f"json_extract(value, '$[{n}]')" for n in places)


ITEMS = "FROM json_each(?)"
EVENTS = f"INSERT INTO events (id, version, at, message, body) SELECT {_values(0, 1, 2, 3, 4)} {ITEMS}"
NEW = f"INSERT INTO tables ({COLUMNS}) SELECT {_values(0, 1, 2, 3, 4, 5)} {ITEMS}"
CHANGED = f"""UPDATE tables SET (phase, touched, summary) = ({_values(3, 4, 5)}) {ITEMS}
    WHERE tables.id = {_values(0)}"""
MISPLACED = f"""SELECT COUNT(*) {ITEMS} WHERE {_values(1)} != 1 + COALESCE(
    (SELECT MAX(version) FROM events WHERE events.id = {_values(0)}), 0)"""


class SqliteStore:
    """Implements `Store`. Several processes of one machine may share the file."""

    def __init__(self, path: Path) -> None:
        """Makes the file and its tables if they are not there; raises `StoreError`."""
        self._lock = threading.Lock()
        with _told():
            self._db = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
                self._migrate()
            except BaseException:
                self._db.close()
                raise

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
            with _told(), self._lock:
                return self._together(batches)
        except StoreError as error:
            return [error] * len(batches)

    def _together(self, batches: Sequence[Batch]) -> list[Failure | None]:
        """All batches by a few statements, or one by one if any of them does not fit.

        Python's lock is given up and wanted back at each step of a statement; while much is going on in
        other threads that takes far longer than the step, so that rows go in by the hundred.
        """
        try:
            with self._transaction():
                self._insert(batches)
        except sqlite3.IntegrityError:
            with self._transaction():
                return [self._write(batch) for batch in batches]
        return [None] * len(batches)

    def _insert(self, batches: Sequence[Batch]) -> None:
        """Raises `IntegrityError` if anything is there already, or does not come next."""
        events = [(b.row.id, *to_row(logged)) for b in batches for logged in b.events]
        first = [(b.row.id, b.events[0].version) for b in batches]
        (misplaced,) = self._db.execute(MISPLACED, (json.dumps(first),)).fetchone()
        if misplaced or len({name for name, _ in first}) < len(first):
            raise sqlite3.IntegrityError("an event does not come next")
        self._db.execute(EVENTS, (json.dumps(events),))
        for insert, is_new in ((NEW, True), (CHANGED, False)):
            rows = [_columns(b.row) for b in batches if (b.events[0].version == 1) is is_new]
            if rows:
                self._db.execute(insert, (json.dumps(rows),))

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
        columns = _columns(row)
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


def _columns(row: Row) -> tuple[str, str, int, str, int, str]:
    return row.id, row.code, int(row.public), row.phase, row.touched, row.summary


def _row(row: Sequence[object]) -> Row:
    table, code, public, phase, touched, summary = row
    return Row(str(table), str(code), bool(public), str(phase), int(str(touched)), str(summary))
