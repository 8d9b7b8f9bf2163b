"""The search of `search.py` done by generated source on flat arrays: the same graph, found faster.

What that source cannot say, because an operation left its domain or nobody can act, the adapter is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from interpreter.fast.expanding import DOUBT, NO_ROOM
from interpreter.fast.growing import FULL
from interpreter.fast.packing import Packing
from interpreter.fast.runtime import gather
from interpreter.fast.searcher import Arrays, Searcher
from interpreter.ir.types import Value
from interpreter.run.fault import Fault
from interpreter.text.codes import Code
from verify.explore.adapters import CompiledAdapter
from verify.explore.columns import fill
from verify.explore.fixed import Fixed, Held
from verify.explore.graph import Graph
from verify.explore.search import Broken, Progress, Watch, unwatched
from verify.explore.space import Key

CHUNK: Final = {"numba": 1 << 14, "python": 1 << 8}
"""States between two reports, by the name of the searcher."""
PREPARING, BEGINS = 1, 2
"""What `growing.staged` says of a state of the set-up."""


class Packed(Sequence[Key]):
    """The states of a graph, kept packed."""

    def __init__(self, words: Any, packing: Packing) -> None:
        self.words, self.packing = words, packing

    def __len__(self) -> int:
        return len(self.words) // self.packing.words

    @overload
    def __getitem__(self, number: int) -> Key: ...
    @overload
    def __getitem__(self, number: slice) -> list[Key]: ...
    def __getitem__(self, number: int | slice) -> Key | list[Key]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        at = self.packing.words * (number % len(self))
        words = [int(word) for word in self.words[at : at + self.packing.words]]
        return Broken(-1 - words[0]) if words[0] < 0 else self.packing.state(words)


def search_in_place(
    adapter: CompiledAdapter,
    searcher: Searcher,
    fixed: Fixed | None,
    limit: int,
    watch: Watch = unwatched,
) -> Graph:
    """The graph of all reachable states, or as much of it as `limit` states and `watch` allow.

    Raises `Fault` if the set-up runs into one.
    """
    graph = Graph()
    starts = _Setup(adapter, searcher, graph, limit, watch).run(fixed or Fixed())
    if graph.complete:
        _Play(adapter, searcher, graph, limit, watch).run(starts)
    return graph


class _Search:
    """States on arrays, until there are no more or there is no going on."""

    def __init__(
        self, adapter: CompiledAdapter, searcher: Searcher, graph: Graph, limit: int, watch: Watch
    ) -> None:
        self._adapter, self._searcher, self._graph = adapter, searcher, graph
        self._limit, self._watch = limit, watch
        self._packing = searcher.text.packing
        self.arrays: Arrays = searcher.arrays()

    def _grow(self, what: str, deep: bool) -> bool:
        """Whether nobody wished to stop."""
        arrays, chunk = self.arrays, CHUNK[self._searcher.name]
        while arrays.done < arrays.known <= self._limit:
            depth = int(arrays.depth[arrays.done]) if deep else None
            if not self._watch(Progress(what, arrays.done, arrays.known, depth)):
                return False
            status = arrays.run(self._searcher.search, arrays.done + chunk, self._limit)
            if status == FULL:
                arrays.more()
            elif status == NO_ROOM:
                arrays.wider()
            elif status == DOUBT:
                self._carefully(arrays.done)
        return True

    def _carefully(self, number: int) -> None:
        """Has the adapter find the steps from a state."""
        seats, found = self._steps(self._packing.state(self.arrays.words_of(number)), number)
        everybody = seats if isinstance(seats, tuple) else (seats,) * len(found)
        self.arrays.give([self._words(key) for key in found], everybody)

    def _words(self, key: Key | Fault) -> list[int]:
        if isinstance(key, Fault):
            return [-1 - self._fault(key), *[0] * (self._packing.words - 1)]
        return self._packing.packed(key)

    def _steps(self, key: Key, number: int) -> Any:
        return self._adapter.steps(key)

    def _fault(self, fault: Fault) -> int:
        raise fault


class _Setup(_Search):
    """All deals and choices of the set-up."""

    def run(self, fixed: Fixed) -> list[list[int]]:
        """The words of the states in which play begins, in the order in which they are found."""
        arrays, graph = self.arrays, self._graph
        arrays.hold(_held(self._packing, fixed))
        arrays.c[4] = 1
        arrays.add(self._packing.packed(self._adapter.first()))
        if not self._grow("setting up", deep=False):
            graph.why = "the search was stopped in the set-up"
        elif arrays.known > self._limit:
            graph.why = f"the limit of {self._limit:,} positions was reached in the set-up"
        stages = arrays.depth[: arrays.done]
        graph.prepared = sum(1 for stage in stages if stage == PREPARING)
        if not graph.complete:
            return []
        return [arrays.words_of(n) for n, stage in enumerate(stages) if stage == BEGINS]


class _Play(_Search):
    """All that play can reach."""

    def __init__(
        self, adapter: CompiledAdapter, searcher: Searcher, graph: Graph, limit: int, watch: Watch
    ) -> None:
        super().__init__(adapter, searcher, graph, limit, watch)
        self._faults: dict[tuple[Code, str, str], int] = {}
        self._blocked: dict[int, int] = {}

    def run(self, starts: list[list[int]]) -> None:
        arrays, graph = self.arrays, self._graph
        for words in starts:
            arrays.add(words)
        graph.starts = len(starts)
        if not self._grow("exploring", deep=True):
            graph.why = "the search was stopped"
        elif arrays.done < arrays.known:
            graph.why = f"the limit of {self._limit:,} positions was reached"
        graph.keys = Packed(arrays.keys[: arrays.words * arrays.known], self._packing)
        fill(graph, arrays, self._packing, self._blocked)

    def _steps(self, key: Key, number: int) -> Any:
        try:
            return super()._steps(key, number)
        except Fault as fault:
            self._blocked[number] = self._fault(fault)
            return (), []

    def _fault(self, fault: Fault) -> int:
        known = (fault.code, str(fault.span), fault.message)
        number = self._faults.setdefault(known, len(self._faults))
        if number == len(self._graph.faults):
            self._graph.faults.append(fault)
        return number


def _held(packing: Packing, fixed: Fixed) -> list[int]:
    """What is held, as `growing.staged` reads it."""
    layout, always, begun = packing.layout, list[int](), list[int]()
    for variable in layout.game.variables:
        if variable.name in fixed.variables:
            row = layout.variables[variable.name]
            for place, value in _values(fixed.variables[variable.name]):
                encoded = layout.encode(value, variable.type)
                assert isinstance(encoded, int)
                always += [row.start + place, encoded, row.unset]
    if fixed.mover is not None:
        begun += [layout.mover, fixed.mover]
    for name, held in fixed.zones.items():
        row = layout.zones[name]
        for place, cards in _values(held):
            assert isinstance(cards, tuple)
            slot = row.start + place * row.stride
            numbers = (len(cards), *cards) if row.ordered else (gather(cards),)
            begun += [n for pair in enumerate(numbers, slot) for n in pair]
    return [len(always) // 3, len(begun) // 2, *always, *begun]


def _values(held: Held) -> Iterator[tuple[int, Value]]:
    return ((place, value) for place, value in enumerate(held.values) if value is not None)
