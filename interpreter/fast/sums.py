"""The sums of a run of matches played in place, which grow as parts of it are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from interpreter.fast.columns import FIRST, RESULT, Columns
from interpreter.fast.kernel_source import Text, Wanted
from interpreter.fast.playing import CHOICES, COLUMNS, DOUBTFUL, FINISHED
from interpreter.fast.totals import Result, Row, Totals
from interpreter.ir import nodes as ir

PLIES, TURNS, CHANGES, WITNESSED = map(COLUMNS.index, ("plies", "turns", "changes", "witnessed"))


class Sums:
    """Of a source `text` for a game, and of the first match's index."""

    def __init__(self, game: ir.Game, wanted: Wanted, text: Text) -> None:
        self._game, self._wanted, self._layout = game, wanted, text.layout
        self._matches = 0
        self._counted = [0] * text.counters
        self._results, self._unfinished, self._seen = (Counter[int]() for _ in range(3))
        self._by_column = {PLIES: Counter[int](), **self._studied()}
        self._largest = [Counter[int]() for _ in game.zones if wanted.study]

    def _studied(self) -> dict[int, Counter[int]]:
        return {column: Counter[int]() for column in (TURNS, CHANGES) if self._wanted.study}

    def add(self, columns: Columns, counted: Sequence[int]) -> None:
        """Some more matches; `counted` are the sums of the source over them."""
        self._matches += columns.known()
        self._results.update(columns.results(self._game.seats))
        self._unfinished.update(columns.unfinished(FIRST))
        for column, known in self._by_column.items():
            known.update(columns.finished(column))
        for number, known in enumerate(self._largest):
            known.update(columns.whole(len(COLUMNS) + number))
        if self._wanted.check:
            self._seen.update(columns.whole(WITNESSED))
        self._counted = [a + b for a, b in zip(self._counted, counted, strict=True)]

    def totals(self) -> Totals:
        """All of them."""
        study = self._wanted.study
        moves, endings, choices = self._counters() if study else ({}, {}, {})
        zones = (z.name for z in self._game.zones)
        return Totals(
            self._matches,
            dict(self._outcomes()),
            dict(self._unfinished),
            dict(self._by_column[PLIES]),
            dict(self._by_column.get(TURNS, {})),
            endings,
            moves,
            choices,
            {name: dict(sizes) for name, sizes in zip(zones, self._largest, strict=False) if sizes},
            dict(self._by_column.get(CHANGES, {})),
            witnessed=dict(self._witnessed()),
            violated={},
        )

    def _outcomes(self) -> Counter[Result]:
        """Who made the last ply is told apart in the row, and no longer here."""
        found = Counter[Result]()
        for key, times in self._results.items():
            packed, first = divmod(key, self._game.seats)
            outcome = self._layout.unpack(packed)
            assert outcome is not None
            found[first, outcome.ending, outcome.winners, outcome.losers] += times
        return found

    def _counters(self) -> tuple[dict[str, int], dict[str, int], dict[int, int]]:
        names = [*(m.name for m in self._game.moves), *(e.name for e in self._game.endings)]
        found = list(zip(names, self._counted, strict=False))
        split = len(self._game.moves)
        moves, endings = ({name: n for name, n in part if n} for part in (found[:split], found[split:]))
        return moves, endings, {n: times for n, times in enumerate(self._counted[-CHOICES:]) if times}

    def _witnessed(self) -> Counter[str]:
        found = Counter[str]()
        for mask, times in self._seen.items():
            for name in witnessed(self._game, mask):
                found[name] += times
        return found


def witnessed(game: ir.Game, mask: int) -> Iterator[str]:
    """The names of what can happen and was seen."""
    if mask:
        names = (c.name for c in game.checks if isinstance(c.claim, ir.Witness))
        yield from (name for n, name in enumerate(names) if mask >> n & 1)


def rows(game: ir.Game, text: Text, first: int, out: Sequence[int]) -> Iterator[Row]:
    """The matches beyond doubt one by one; `first` is the index of the first of all."""
    for number in range(len(out) // text.width):
        row = out[number * text.width : (number + 1) * text.width]
        if row[0] != DOUBTFUL:
            yield _row(first + number, row, game, text)


def _row(index: int, row: Sequence[int], game: ir.Game, text: Text) -> Row:
    seen = frozenset(witnessed(game, row[WITNESSED]))
    outcome = text.layout.unpack(row[RESULT]) if row[0] == FINISHED else None
    if outcome is None:
        return Row(index, row[FIRST], None, None, (), (), row[PLIES], row[TURNS], witnessed=seen)
    by, sides = outcome.by, (outcome.winners, outcome.losers)
    return Row(index, row[FIRST], outcome.ending, by, *sides, row[PLIES], row[TURNS], witnessed=seen)
