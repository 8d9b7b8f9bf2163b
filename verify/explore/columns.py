"""What the states of a packed search are: the columns of a graph, from its arrays.

Columns are worked out for all states at once, by NumPy where the arrays are its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from interpreter.fast.packing import Field, Packing
from interpreter.fast.searcher import Arrays
from interpreter.text.codes import Code
from verify.explore.graph import Graph, Kind
from verify.explore.space import CHANCE, MIXED


def fill(graph: Graph, arrays: Arrays, packing: Packing, blocked: Mapping[int, int]) -> None:
    """All of the graph but its keys, beginnings and faults; `blocked` has the faults of states."""
    done, known, steps = arrays.done, arrays.known, arrays.steps
    graph.first = _column("q", arrays.first, done + 1)
    graph.target = _column("i", arrays.target, steps)
    graph.parent, graph.by, graph.depth = (
        _column("i", one, known) for one in (arrays.parent, arrays.by, arrays.depth)
    )
    graph.mover = _column("h", arrays.mover, done)
    graph.mover.extend(array("h", (CHANCE,)) * (known - done))
    _mixed(graph, arrays)
    make = _Plain if isinstance(arrays.keys, array) else _Vectors
    make(graph, arrays, packing, blocked).fill()


def _column(kind: str, numbers: Any, many: int) -> array[int]:
    return array(kind, numbers[:many].tobytes())


def _mixed(graph: Graph, arrays: Arrays) -> None:
    """Who makes each step where that is not one for all."""
    if MIXED in graph.mover:
        for state, mover in enumerate(graph.mover):
            if mover == MIXED:
                steps = graph.steps(state)
                graph.mixed[state] = tuple(int(n) for n in arrays.seats[steps.start : steps.stop])


class _Columns:
    def __init__(self, graph: Graph, arrays: Arrays, packing: Packing, blocked: Mapping[int, int]) -> None:
        self._graph, self._packing, self._blocked = graph, packing, blocked
        self._done, self._known = arrays.done, arrays.known
        self._words: Any = arrays.keys[: arrays.words * arrays.known]

    def _field(self, slot: int) -> tuple[Field, Any]:
        """How a slot is packed, and the words in which it is, by state."""
        field = self._packing.fields[slot]
        return field, self._words[field.word :: self._packing.words]

    def _stuck(self, number: int) -> Kind:
        """What a state is whose steps meet a fault."""
        return Kind.STUCK if self._graph.faults[number].code is Code.F810 else Kind.FAULTY


class _Plain(_Columns):
    def fill(self) -> None:
        graph, layout = self._graph, self._packing.layout
        phases: dict[int, int] = {}
        results: dict[int, int] = {}
        columns = (self._values(layout.phase), self._values(layout.result))
        for number, (phase, result) in enumerate(zip(*columns, strict=True)):
            broken = self._words[self._packing.words * number] < 0
            over = not broken and result > 0 and not result - 1 & 1
            fault = (
                -1 - self._words[self._packing.words * number] if broken else self._blocked.get(number, -1)
            )
            graph.phase.append(phases.setdefault(-1 if broken else phase, len(phases)))
            graph.outcome.append(results.setdefault(result, len(results)) if over else -1)
            graph.fault.append(fault)
            graph.kind.append(self._kind(number, over, broken, fault))
            if broken:
                graph.sinks.add(number)
        name(graph, self._packing, list(phases), list(results))

    def _values(self, slot: int) -> list[int]:
        field, words = self._field(slot)
        return [(word >> field.shift & field.mask) + field.low for word in words]

    def _kind(self, number: int, over: bool, broken: bool, fault: int) -> Kind:
        if over:
            return Kind.OVER
        if broken:
            return Kind.FAULTY
        if fault >= 0:
            return self._stuck(fault)
        return Kind.GOING if number < self._done else Kind.OPEN


class _Vectors(_Columns):
    def fill(self) -> None:
        import numpy as np

        graph, layout = self._graph, self._packing.layout
        phase, result = self._values(layout.phase), self._values(layout.result)
        broken = self._words[:: self._packing.words] < 0
        over = (result > 0) & ((result - 1 & 1) == 0) & ~broken
        kind = np.where(np.arange(self._known) < self._done, Kind.GOING, Kind.OPEN).astype(np.uint8)
        fault = np.where(broken, -1 - self._words[:: self._packing.words], -1).astype(np.int16)
        kind[broken], kind[over] = Kind.FAULTY, Kind.OVER
        for number, one in self._blocked.items():
            kind[number], fault[number] = self._stuck(one), one
        phases, number_of_phase = _in_order(np.where(broken, -1, phase))
        results, number_of_result = _in_order(result[over])
        outcome = np.full(self._known, -1, np.int16)
        outcome[over] = number_of_result
        graph.kind, graph.phase = (
            bytearray(kind.tobytes()),
            bytearray(number_of_phase.astype(np.uint8).tobytes()),
        )
        graph.outcome, graph.fault = array("h", outcome.tobytes()), array("h", fault.tobytes())
        graph.sinks.update(np.flatnonzero(broken).tolist())
        name(graph, self._packing, phases, results)

    def _values(self, slot: int) -> Any:
        field, words = self._field(slot)
        return (words >> field.shift & field.mask) + field.low


def _in_order(values: Any) -> tuple[list[int], Any]:
    """What values there are, in the order in which they come first, and by place the number of the value."""
    import numpy as np

    there, first, number = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return there[order].tolist(), rank[number.reshape(-1)]


def name(graph: Graph, packing: Packing, phases: list[int], results: list[int]) -> None:
    """Give the numbers of phases and results their meaning; a phase below 0 is that of no state at all."""
    layout = packing.layout
    graph.phases = ["" if number < 0 else layout.phases[number] for number in phases]
    outcomes = [layout.unpack(result) for result in results]
    graph.outcomes = [outcome for outcome in outcomes if outcome is not None]
