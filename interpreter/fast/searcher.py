"""What goes through the states of a game: generated source with arrays of its own, plain or through numba."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from interpreter.fast import growing, primitives
from interpreter.fast.kernel import NUMBA, PYTHON, Unfit, numba_missing
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.packing import TooWide
from interpreter.fast.search_source import SearchText, search_text
from interpreter.fast.unfit import unfit
from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator

ROOM: Final = 256
"""Steps from one state that have room at first."""
STATES: Final = 1 << 14
"""States that have room at first."""


class Searcher:
    """A game with one set of options. `options` as for the evaluator; checks are not looked at."""

    def __init__(
        self,
        game: ir.Game,
        options: Mapping[str, Value] | None = None,
        numba: bool = False,
        cache: Path | None = None,
    ) -> None:
        """With `numba` compiled code is kept in the folder `cache`, if one is given and can be written.

        Raises `Unfit` if states cannot be packed, or if numba is asked for and cannot play this game.
        """
        evaluator = Evaluator(game, options)
        self.name = NUMBA if numba else PYTHON
        try:
            self.text: SearchText = search_text(game, evaluator.options, evaluator.cards)
        except TooWide as error:
            raise Unfit(str(error)) from None
        self._zeros: Callable[[str, int], Any] = _listed
        self.kept: str | None = None
        """Where compiled code is kept; None if it is not."""
        if not numba:
            self.search = plain(self.text)
            return
        reason = numba_missing() or unfit(game, evaluator.options, Wanted())
        if reason is not None:
            raise Unfit(reason)
        from interpreter.fast import compiling, jitted

        self._zeros = jitted.zeros
        found, self.kept = compiling.compiled(self.text, cache, compiling.SEARCH)
        self.search = found["search"]

    def arrays(self) -> Arrays:
        return Arrays(self._zeros, self.text, self.name == NUMBA)


class Arrays:
    """The arrays of a search, by the names by which `grow` knows them; they become larger when asked to."""

    def __init__(self, zeros: Callable[[str, int], Any], text: SearchText, hashes: bool) -> None:
        self._zeros, self._hashes = zeros, hashes
        self.words = text.packing.words
        size = text.layout.all
        self.s, self.p = (zeros("q", size) if hashes else [0] * size for _ in range(2))
        self.keys, self.heads = zeros("q", self.words * STATES), self._table(STATES)
        self.found, self.who = zeros("q", self.words * ROOM), zeros("h", ROOM)
        self.seats, self.target = zeros("h", 2 * STATES), zeros("i", 2 * STATES)
        self.first = zeros("q", STATES + 1)
        self.mover = zeros("h", STATES)
        self.parent, self.by, self.depth = (zeros("i", STATES) for _ in range(3))
        self.held = zeros("q", 2)
        self.c = zeros("q", len(growing.NUMBERS))
        self.c[3] = self.words

    def _table(self, states: int) -> Any:
        return self._zeros("i", 2 * states) if self._hashes else {}

    def run(self, search: Callable[..., Any], upto: int, limit: int) -> int:
        """What `grow` returns."""
        lists = (self.s, self.p, self.keys, self.heads, self.found, self.who, self.seats, self.first)
        more = (self.target, self.mover, self.parent, self.by, self.depth, self.held, self.c)
        status: int = search(*lists, *more, upto, limit)
        return status

    @property
    def done(self) -> int:
        return int(self.c[0])

    @property
    def known(self) -> int:
        return int(self.c[1])

    @property
    def steps(self) -> int:
        return int(self.c[2])

    def words_of(self, number: int) -> list[int]:
        """The words of a state."""
        at = self.words * number
        return [int(word) for word in self.keys[at : at + self.words]]

    def add(self, words: Sequence[int]) -> None:
        """A state that is known from the beginning, and that no other is equal to."""
        if self.known == len(self.parent):
            self.more()
        at = self.words * self.known
        self.keys[at : at + self.words] = self._numbers(words)
        self.parent[self.known] = self.by[self.known] = -1
        self.c[1] += 1
        self.c[6] = 1
        if not self._hashes:
            self.heads[tuple(words)] = self.known - 1

    def hold(self, numbers: Sequence[int]) -> None:
        """What the set-up is held to."""
        self.held = self._zeros("q", len(numbers))
        self.held[:] = array("q", numbers)

    def give(self, steps: Sequence[Sequence[int]], who: Sequence[int]) -> None:
        """Where the steps from the next state lead, found elsewhere."""
        while len(steps) > len(self.who):
            self.wider()
        for place, words in enumerate(steps):
            at = self.words * place
            self.found[at : at + self.words] = self._numbers(words)
            self.who[place] = who[place]
        self.c[5] = len(steps) + 1

    def _numbers(self, words: Sequence[int]) -> Any:
        return array("q", words)

    def wider(self) -> None:
        """Room for twice as many steps from one state."""
        self.found, self.who = self._twice("q", self.found), self._twice("h", self.who)

    def more(self) -> None:
        """Room for twice as many states, or steps if these are what is missing."""
        if 2 * (self.known + len(self.who)) > len(self.parent):
            self.keys, self.mover = self._twice("q", self.keys), self._twice("h", self.mover)
            self.parent, self.by, self.depth = (
                self._twice("i", one) for one in (self.parent, self.by, self.depth)
            )
            self.first = self._twice("q", self.first)
            if self._hashes:
                self.heads = self._table(len(self.parent))
                self.c[6] = 1
        if 2 * (self.steps + len(self.who)) > len(self.target):
            self.seats, self.target = self._twice("h", self.seats), self._twice("i", self.target)

    def _twice(self, kind: str, old: Any) -> Any:
        new = self._zeros(kind, 2 * len(old))
        new[: len(old)] = old
        return new


def _listed(kind: str, many: int) -> array[int]:
    return array(kind, bytes(array(kind).itemsize * many))


def plain(text: SearchText) -> Callable[..., Any]:
    """The search of a source on plain Python."""
    space = dict(vars(primitives))
    for name, routine in {**growing.SHARED, **growing.PLAIN}.items():
        space[name] = _in(space, getattr(growing, routine))
    exec(compile(f"{text.tables}\n\n{text.functions}", "<search>", "exec"), space)  # noqa: S102 - ours
    found: Callable[..., Any] = space["search"]
    return found


def _in(space: dict[str, Any], routine: Any) -> Any:
    """A routine that looks up in this namespace what it calls."""
    return type(routine)(routine.__code__, space, routine.__name__)
