"""The tables after each event of a log: the last ones, and every sixteenth; the others are folded anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from server.core.events import Logged
from server.core.fold import fold
from server.core.rules import Rules
from server.core.state import Table

RECENT = 8
"""The last tables that are kept."""
APART = 16


class History:
    """`log` is the table's own, and may be ahead of what is here only while both are extended."""

    def __init__(self, rules: Rules, log: Sequence[Logged], tables: Sequence[Table]) -> None:
        self._rules, self._log = rules, log
        self._count = 0
        self._recent: list[Table] = []
        self._apart: list[Table] = []
        self.extend(tables)

    def extend(self, tables: Sequence[Table]) -> None:
        """What comes next."""
        for table in tables:
            if self._count % APART == 0:
                self._apart.append(table)
            self._count += 1
            self._recent.append(table)
        del self._recent[:-RECENT]

    @property
    def last(self) -> Table:
        return self._recent[-1]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Table]:
        return (self[n] for n in range(self._count))

    def __getitem__(self, number: int) -> Table:
        """The table after the event of this number, from 0."""
        if not 0 <= number < self._count:
            raise IndexError(number)
        near = number - (self._count - len(self._recent))
        if near >= 0:
            return self._recent[near]
        table = self._apart[number // APART]
        for n in range(number // APART * APART + 1, number + 1):
            table = fold(self._rules, table, self._log[n])
        return table
