"""The search: all deals and choices of the set-up first, then everything that play can reach, by depth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from interpreter.run.fault import Fault
from interpreter.run.protocol import Outcome
from interpreter.text.codes import Code
from verify.explore.fixed import Fixed
from verify.explore.graph import Graph, Kind
from verify.explore.space import MIXED, Adapter, Key

LIMIT: Final = 1_000_000
"""States that a search holds at most unless told otherwise: about 400 bytes each."""

EVERY: Final = 256
"""States between two reports."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is: `done` of `known` pieces; `depth` in steps since the set-up, None in it."""

    what: str
    done: int
    known: int
    depth: int | None = None


Watch: TypeAlias = Callable[[Progress], bool]
"""Told from time to time how far the work is; False ends it."""


def unwatched(progress: Progress) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Broken:
    """Stands for where a fault led: no state at all."""

    number: int


def search(
    adapter: Adapter, fixed: Fixed | None = None, limit: int = LIMIT, watch: Watch = unwatched
) -> Graph:
    """The graph of all reachable states, or as much of it as `limit` states and `watch` allow.

    Raises `Fault` if the set-up runs into one.
    """
    graph = Graph()
    starts = _set_up(adapter, fixed or Fixed(), graph, limit, watch)
    if graph.complete:
        _Search(adapter, graph, limit, watch).run(starts)
    return graph


def _set_up(adapter: Adapter, fixed: Fixed, graph: Graph, limit: int, watch: Watch) -> list[Key]:
    """The states in which play begins, in the order in which they are found."""
    first = adapter.first()
    known, todo, starts = {first}, [first], []
    for done, key in enumerate(todo):
        begun = not adapter.preparing(key)
        if not fixed.allows(adapter.position(key), begun):
            continue
        if begun:
            starts.append(key)
            continue
        graph.prepared += 1
        for after in adapter.steps(key)[1]:
            if isinstance(after, Fault):
                raise after
            if after not in known:
                known.add(after)
                todo.append(after)
        if len(known) > limit:
            graph.why = f"the limit of {limit:,} positions was reached in the set-up"
            return []
        if done % EVERY == 0 and not watch(Progress("setting up", done, len(todo))):
            graph.why = "the search was stopped in the set-up"
            return []
    return starts


class _Search:
    """Columns that say what a state is are filled when it is looked at, in the order of the numbers."""

    def __init__(self, adapter: Adapter, graph: Graph, limit: int, watch: Watch) -> None:
        self._adapter = adapter
        self._graph = graph
        self._limit = limit
        self._watch = watch
        self._number: dict[Key, int] = {}
        self._phases: dict[str, int] = {}
        self._outcomes: dict[Outcome, int] = {}
        self._faults: dict[tuple[Code, str, str], int] = {}

    def run(self, starts: list[Key]) -> None:
        graph = self._graph
        for key in starts:
            self._known(key, -1, -1)
        graph.starts = len(graph.keys)
        done = 0
        while done < len(graph.keys) <= self._limit and (done % EVERY or self._going_on(done)):
            self._look(done)
            if graph.kind[done] == Kind.OPEN:
                self._steps(done)
            graph.first.append(len(graph.target))
            done += 1
        if done < len(graph.keys) and graph.complete:
            graph.why = f"the limit of {self._limit:,} positions was reached"
        for number in range(done, len(graph.keys)):
            self._look(number)
        graph.phases = list(self._phases)
        graph.outcomes = list(self._outcomes)

    def _going_on(self, done: int) -> bool:
        graph = self._graph
        if not self._watch(Progress("exploring", done, len(graph.keys), graph.depth[-1] if done else 0)):
            graph.why = "the search was stopped"
        return graph.complete

    def _known(self, key: Key, parent: int, by: int) -> int:
        """The number of a state, which may be a new one."""
        keys = self._graph.keys
        number = self._number.setdefault(key, len(keys))
        if number == len(keys):
            keys.append(key)
            self._graph.parent.append(parent)
            self._graph.by.append(by)
        return number

    def _look(self, number: int) -> None:
        """Note what is seen of a state without going on from it."""
        graph, adapter, key = self._graph, self._adapter, self._graph.keys[number]
        parent = graph.parent[number]
        graph.depth.append(graph.depth[parent] + 1 if parent >= 0 else 0)
        graph.mover.append(-1)
        if isinstance(key, _Broken):
            self._columns(Kind.FAULTY, "", -1, key.number)
            return
        outcome = adapter.outcome(key)
        if outcome is None:
            self._columns(Kind.OPEN, adapter.phase(key), -1, -1)
            return
        ending = self._outcomes.setdefault(outcome, len(self._outcomes))
        self._columns(Kind.OVER, adapter.phase(key), ending, -1)

    def _columns(self, kind: Kind, phase: str, outcome: int, fault: int) -> None:
        graph = self._graph
        graph.kind.append(kind)
        graph.phase.append(self._phases.setdefault(phase, len(self._phases)))
        graph.outcome.append(outcome)
        graph.fault.append(fault)

    def _steps(self, number: int) -> None:
        graph, known = self._graph, self._known
        try:
            seats, found = self._adapter.steps(graph.keys[number])
        except Fault as fault:
            graph.kind[number] = Kind.STUCK if fault.code is Code.F810 else Kind.FAULTY
            graph.fault[number] = self._fault(fault)
            return
        graph.kind[number] = Kind.GOING
        self._movers(number, seats)
        for by, key in enumerate(found):
            if isinstance(key, Fault):
                graph.target.append(self._sink(key, number, by))
            else:
                graph.target.append(known(key, number, by))

    def _movers(self, number: int, seats: int | tuple[int, ...]) -> None:
        graph = self._graph
        if isinstance(seats, int):
            graph.mover[number] = seats
        elif len(set(seats)) == 1:
            graph.mover[number] = seats[0]
        else:
            graph.mover[number] = MIXED
            graph.mixed[number] = seats

    def _fault(self, fault: Fault) -> int:
        known = (fault.code, str(fault.span), fault.message)
        number = self._faults.setdefault(known, len(self._faults))
        if number == len(self._graph.faults):
            self._graph.faults.append(fault)
        return number

    def _sink(self, fault: Fault, parent: int, by: int) -> int:
        number = self._known(_Broken(self._fault(fault)), parent, by)
        self._graph.sinks.add(number)
        return number
