"""The rows of matches that numba has played, column by column; see `columns.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from interpreter.fast.columns import FIRST, RESULT, STATUS
from interpreter.fast.playing import DOUBTFUL, FINISHED, UNFINISHED


class Arrayed:
    """See `Columns`."""

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
    values, times = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
