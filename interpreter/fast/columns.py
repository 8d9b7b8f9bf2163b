"""What came of matches that were played in place, column by column: of a list, or of an array where numba
plays. `playing.py` says what stands in the row of a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

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


class Arrayed:
    """Of an array."""

    def __init__(self, rows: Any, width: int, count: int) -> None:
        self._rows = rows[: width * count].reshape(count, width)
        status = self._rows[:, STATUS]
        self._done, self._capped = self._rows[status == FINISHED], self._rows[status == UNFINISHED]
        self._known = self._rows[status != DOUBTFUL] if (status == DOUBTFUL).any() else self._rows

    def doubtful(self) -> list[int]:
        found: list[int] = (self._rows[:, STATUS] == DOUBTFUL).nonzero()[0].tolist()
        return found

    def known(self) -> int:
        return len(self._known)

    def results(self, seats: int) -> Mapping[int, int]:
        return _counted(self._done[:, RESULT] * seats + self._done[:, FIRST])

    def finished(self, column: int) -> Mapping[int, int]:
        return _counted(self._done[:, column])

    def unfinished(self, column: int) -> Mapping[int, int]:
        return _counted(self._capped[:, column])

    def whole(self, column: int) -> Mapping[int, int]:
        return _counted(self._known[:, column])


def _counted(numbers: Any) -> dict[int, int]:
    """How often each occurs."""
    if not len(numbers):
        return {}
    import numpy as np

    values, times = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
