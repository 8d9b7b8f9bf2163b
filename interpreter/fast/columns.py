"""What came of matches that were played in place, column by column.

`playing.py` says what stands in the row of a match. `arrayed.py` has the same of an array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from interpreter.fast.playing import COLUMNS, DOUBTFUL, FINISHED, UNFINISHED

STATUS, FIRST, RESULT = map(COLUMNS.index, ("status", "first", "result"))


class Columns(Protocol):
    """The rows of some matches in a row."""

    def doubtful(self) -> list[int]:
        """The places of matches that count for nothing, ascending."""
        ...

    def known(self) -> int:
        """How many matches are beyond doubt."""
        ...

    def results(self, seats: int) -> Mapping[int, int]:
        """How often each result came, of finished matches: `seats` times its number, and who began."""
        ...

    def finished(self, column: int) -> Mapping[int, int]:
        """How often each number stands in the column, of matches that are finished."""
        ...

    def unfinished(self, column: int) -> Mapping[int, int]: ...

    def whole(self, column: int) -> Mapping[int, int]:
        """The same of all matches beyond doubt."""
        ...


class Listed:
    """Of a list."""

    def __init__(self, rows: Sequence[int], width: int, count: int) -> None:
        self._rows = [rows[n : n + width] for n in range(0, width * count, width)]
        self._done = [row for row in self._rows if row[STATUS] == FINISHED]

    def doubtful(self) -> list[int]:
        return [n for n, row in enumerate(self._rows) if row[STATUS] == DOUBTFUL]

    def known(self) -> int:
        return sum(row[STATUS] != DOUBTFUL for row in self._rows)

    def results(self, seats: int) -> Mapping[int, int]:
        return Counter(row[RESULT] * seats + row[FIRST] for row in self._done)

    def finished(self, column: int) -> Mapping[int, int]:
        return Counter(row[column] for row in self._done)

    def unfinished(self, column: int) -> Mapping[int, int]:
        return Counter(row[column] for row in self._rows if row[STATUS] == UNFINISHED)

    def whole(self, column: int) -> Mapping[int, int]:
        return Counter(row[column] for row in self._rows if row[STATUS] != DOUBTFUL)
