"""Matches of random players played in place: the same as `Match` plays, as fast as can be.

The source that `kernel_source.py` makes of a game runs as plain Python, or compiled by numba where that is
installed. A match is named by seed and index. One in which an operation leaves its domain, or a check does
not hold, is doubtful: it counts for nothing here, and the engines that can say why have to play it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from interpreter.fast import primitives
from interpreter.fast.columns import Columns, Listed
from interpreter.fast.kernel_source import Text, Wanted, kernel_text
from interpreter.fast.sums import Sums
from interpreter.fast.sums import rows as each_row
from interpreter.fast.totals import Row, Totals
from interpreter.fast.unfit import COMPARED, compares, unfit
from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import CAP

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
        self._columns: Callable[[Any, int, int], Columns] = Listed
        if not numba:
            self._run, self._make = plain(self.text), primitives
            return
        reason = numba_missing() or unfit(game, evaluator.options, wanted)
        if reason is not None:
            raise Unfit(reason)
        from interpreter.fast import arrayed, compiling, jitted

        self._make, self._columns = jitted, arrayed.Arrayed
        self._run, self.kept = compiling.load(self.text, cache)

    def run(self, seed: int, first: int, count: int, cap: int = CAP, rows: bool = False) -> Played:
        """Play the matches with the indexes from `first` on; `seed` and indexes from 0 to 2**64 - 1."""
        sums, doubtful, every = Sums(self.game, self.wanted, self.text), list[int](), list[Row]()
        for at in range(0, count, CHUNK):
            number = min(CHUNK, count - at)
            counted, out = self._play(seed, first + at, number, cap)
            columns = self._columns(out, self.text.width, number)
            sums.add(columns, self._make.listed(counted, self.text.counters))
            doubtful += [first + at + place for place in columns.doubtful()]
            if rows:
                listed = self._make.listed(out, self.text.width * number)
                every += each_row(self.game, self.text, first + at, listed)
        return Played(sums.totals(), tuple(every), tuple(doubtful))

    def play(self, seed: int, first: int, count: int, cap: int) -> tuple[list[int], list[int]]:
        """The sums of up to `CHUNK` matches, and their rows one after another, as the source gives them."""
        counted, out = self._play(seed, first, count, cap)
        sizes = (self.text.counters, self.text.width * count)
        return self._make.listed(counted, sizes[0]), self._make.listed(out, sizes[1])

    def columns(self, seed: int, first: int, count: int, cap: int) -> Columns:
        """The rows by column, to be looked at before the next matches are played."""
        return self._columns(self._play(seed, first, count, cap)[1], self.text.width, count)

    def _play(self, seed: int, first: int, count: int, cap: int) -> tuple[Any, Any]:
        """The same as the source leaves it, in places that the next matches will take."""
        make, text = self._make, self.text
        if self._lists is None:
            size = text.layout.all
            states = [make.numbers(size) for _ in range(5)]
            book = make.logbook(text.layout.size if text.logs else 0)
            self._lists = (*states, make.numbers(text.counters), book, make.numbers(text.width * CHUNK))
        *states, counted, book, rows = self._lists
        streams, sums = make.seeded(seed, first, self.game.seats), make.numbers(text.counters)
        self._run(*states, streams, counted, book, sums, rows, count, cap)
        return sums, rows


def plain(text: Text) -> Any:
    """The `run` of a source on plain Python."""
    space = dict(vars(primitives))
    exec(compile(f"{text.tables}\n\n{text.functions}", "<kernel>", "exec"), space)  # noqa: S102 - ours
    return space["run"]
