"""Matches of random players played in place: the same as `Match` plays, as fast as can be.

The source that `kernel_source.py` makes of a game runs as plain Python, or compiled by numba where that is
installed. A match is named by seed and index. One in which an operation leaves its domain, or a check does
not hold, is doubtful: it counts for nothing here, and the engines that can say why have to play it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from interpreter.fast import primitives
from interpreter.fast.kernel_source import Text, Wanted, kernel_text
from interpreter.fast.playing import CHOICES, COLUMNS, DOUBTFUL, FINISHED
from interpreter.fast.totals import Row, Totals
from interpreter.fast.unfit import COMPARED, compares, unfit
from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import CAP
from interpreter.run.protocol import Outcome

NUMBA, PYTHON = "numba", "python"
CHUNK = 512
"""Matches that are played between two looks at what came of them."""


class Unfit(Exception):
    """The game cannot be played in this way; the text says why: lower case, no full stop."""


@dataclass(frozen=True)
class Played:
    """The sums over matches that are beyond doubt, each match of which somebody asked for the row, and the
    indexes of those that are doubtful.
    """

    totals: Totals
    rows: tuple[Row, ...]
    doubtful: tuple[int, ...]


def numba_missing() -> str | None:
    """Why numba is not there; None if it is."""
    absent = [name for name in ("numba", "numpy") if find_spec(name) is None]
    return f"`{absent[0]}` is not installed, `pip install 'yourtrumps[fast]'` does it" if absent else None


class Kernel:
    """One game with one set of options. `options` as for the evaluator."""

    def __init__(
        self,
        game: ir.Game,
        options: Mapping[str, Value] | None = None,
        wanted: Wanted = Wanted(),
        numba: bool = False,
        cache: Path | None = None,
    ) -> None:
        """With `numba` compiled code is kept in the folder `cache`, if one is given and can be written.

        Raises `Unfit` if numba is asked for and cannot play this game, or if checks are and cannot be looked
        at in place.
        """
        evaluator = Evaluator(game, options)
        if wanted.check and compares(game, evaluator.options):
            raise Unfit(COMPARED)
        self.game = game
        self.wanted = wanted
        self.name = NUMBA if numba else PYTHON
        self.text: Text = kernel_text(game, evaluator.options, evaluator.cards, wanted)
        self._make: ModuleType
        self._lists: tuple[Any, ...] | None = None
        self.kept: str | None = None
        """Where compiled code is kept; None if it is not."""
        if not numba:
            self._run, self._make = plain(self.text), primitives
            return
        reason = numba_missing() or unfit(game, evaluator.options, wanted)
        if reason is not None:
            raise Unfit(reason)
        from interpreter.fast import compiling, jitted

        self._make = jitted
        self._run, self.kept = compiling.load(self.text, cache)

    def run(self, seed: int, first: int, count: int, cap: int = CAP, rows: bool = False) -> Played:
        """Play the matches with the indexes from `first` on; `seed` and indexes from 0 to 2**64 - 1."""
        found, doubtful, every = Totals(), list[int](), list[Row]()
        for at in range(0, count, CHUNK):
            part = _Part(self, first + at, *self.play(seed, first + at, min(CHUNK, count - at), cap))
            found = found.merge(part.totals())
            doubtful += part.doubtful
            if rows:
                every += part.rows()
        return Played(found, tuple(every), tuple(doubtful))

    def play(self, seed: int, first: int, count: int, cap: int) -> tuple[list[int], list[int]]:
        """The sums of up to `CHUNK` matches, and their rows one after another, as the source gives them."""
        make, text = self._make, self.text
        if self._lists is None:
            size = text.layout.all
            s, p, o = (make.numbers(size) for _ in range(3))
            book = make.logbook(text.layout.size if text.logs else 0)
            self._lists = (s, p, o, make.numbers(text.counters), book, make.numbers(text.width * CHUNK))
        s, p, o, counted, book, rows = self._lists
        streams, sums = make.seeded(seed, first, self.game.seats), make.numbers(text.counters)
        self._run(s, p, o, streams, counted, book, sums, rows, count, cap)
        return make.listed(sums, text.counters), make.listed(rows, text.width * count)


def plain(text: Text) -> Any:
    """The `run` of a source on plain Python."""
    space = dict(vars(primitives))
    exec(compile(f"{text.tables}\n\n{text.functions}", "<kernel>", "exec"), space)  # noqa: S102 - ours
    return space["run"]


class _Part:
    """A few matches in a row, and what came of them."""

    def __init__(self, kernel: Kernel, first: int, sums: list[int], out: list[int]) -> None:
        self._kernel = kernel
        width = kernel.text.width
        every = [out[n : n + width] for n in range(0, len(out), width)]
        self._sums = sums
        self._rows = [(first + n, row) for n, row in enumerate(every) if row[0] != DOUBTFUL]
        self.doubtful = [first + n for n, row in enumerate(every) if row[0] == DOUBTFUL]

    def totals(self) -> Totals:
        study, layout = self._kernel.wanted.study, self._kernel.text.layout
        rows = [row for _, row in self._rows]
        done = [row for row in rows if row[0] == FINISHED]
        results = Counter[Any]()
        for (first, packed), n in Counter((row[1], row[2]) for row in done).items():
            outcome = layout.unpack(packed)
            assert outcome is not None
            results[first, outcome.ending, outcome.winners, outcome.losers] += n
        columns = {name: [row[COLUMNS.index(name)] for row in done] for name in ("plies", "turns", "changes")}
        moves, endings, choices = self._counters()
        return Totals(
            len(rows),
            dict(results),
            dict(Counter(row[1] for row in rows if row[0] != FINISHED)),
            dict(Counter(columns["plies"])),
            dict(Counter(columns["turns"])) if study else {},
            endings,
            moves,
            choices,
            self._largest(rows) if study else {},
            dict(Counter(columns["changes"])) if study else {},
            witnessed=dict(Counter(name for row in rows for name in self._seen(row))),
            violated={},
        )

    def _counters(self) -> tuple[dict[str, int], dict[str, int], dict[int, int]]:
        if not self._kernel.wanted.study:
            return {}, {}, {}
        game, sums = self._kernel.game, self._sums
        names = [*(m.name for m in game.moves), *(e.name for e in game.endings)]
        found = list(zip(names, sums, strict=False))
        split = len(game.moves)
        moves, endings = ({name: n for name, n in part if n} for part in (found[:split], found[split:]))
        choices = {n: times for n, times in enumerate(sums[-CHOICES:]) if times}
        return moves, endings, choices

    def _largest(self, rows: Sequence[Sequence[int]]) -> dict[str, dict[int, int]]:
        if not rows:
            return {}
        base = len(COLUMNS)
        zones = enumerate(z.name for z in self._kernel.game.zones)
        return {name: dict(Counter(row[base + n] for row in rows)) for n, name in zones}

    def _seen(self, row: Sequence[int]) -> Iterator[str]:
        seen = row[COLUMNS.index("witnessed")]
        if seen:
            checks = self._kernel.game.checks
            names = [c.name for c in checks if isinstance(c.claim, ir.Witness)]
            yield from (name for n, name in enumerate(names) if seen >> n & 1)

    def rows(self) -> Iterator[Row]:
        layout = self._kernel.text.layout
        for index, row in self._rows:
            outcome = layout.unpack(row[2]) if row[0] == FINISHED else None
            yield _row(index, row, outcome, frozenset(self._seen(row)))


def _row(index: int, row: Sequence[int], outcome: Outcome | None, seen: frozenset[str]) -> Row:
    first, plies, turns = row[1], row[3], row[4]
    if outcome is None:
        return Row(index, first, None, None, (), (), plies, turns, witnessed=seen)
    by, winners, losers = outcome.by, outcome.winners, outcome.losers
    return Row(index, first, outcome.ending, by, winners, losers, plies, turns, witnessed=seen)
