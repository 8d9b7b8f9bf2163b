"""The search: all deals and choices of the set-up first, then everything that play can reach, by depth."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from interpreter.run.fault import Fault
from interpreter.run.protocol import Outcome
from interpreter.text.codes import Code
from verify.explore.fixed import Fixed
from verify.explore.graph import Graph, Kind
from verify.explore.space import MIXED, Adapter, Key, seat_of

LIMIT: Final = 1_000_000
"""States that a search holds at most unless told otherwise: about 300 bytes each."""

EVERY: Final = 256
"""States between two reports."""

S = TypeVar("S", bound=Hashable)


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
    adapter: Adapter[Any], fixed: Fixed | None = None, limit: int = LIMIT, watch: Watch = unwatched
) -> Graph:
    """The graph of all reachable states, or as much of it as `limit` states and `watch` allow.

    Raises `Fault` if the set-up runs into one.
    """
    graph = Graph()
    starts = _set_up(adapter, fixed or Fixed(), graph, limit, watch)
    if graph.complete:
        _Search(adapter, graph, limit, watch).run(starts)
    return graph


def _set_up(adapter: Adapter[S], fixed: Fixed, graph: Graph, limit: int, watch: Watch) -> list[Key]:
    """The states in which play begins, in the order in which they are found."""
    engine = adapter.engine
    first = adapter.pack(engine.initial())
    known, todo, starts = {first}, [first], []
    for done, key in enumerate(todo):
        state = adapter.unpack(key)
        begun = not adapter.preparing(state)
        if not fixed.allows(engine.position(state), begun):
            continue
        if begun:
            starts.append(key)
            continue
        graph.prepared += 1
        for action in engine.legal(state):
            after = adapter.pack(engine.apply(state, action))
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


class _Search(Generic[S]):
    def __init__(self, adapter: Adapter[S], graph: Graph, limit: int, watch: Watch) -> None:
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
        while done < len(graph.keys):
            if len(graph.keys) > self._limit:
                graph.why = f"the limit of {self._limit:,} positions was reached"
                break
            if done % EVERY == 0 and not self._going_on(done):
                graph.why = "the search was stopped"
                break
            self._expand(done)
            done += 1
        for number in range(done, len(graph.keys)):
            self._describe(number)
        graph.phases = list(self._phases)
        graph.outcomes = list(self._outcomes)

    def _going_on(self, done: int) -> bool:
        graph = self._graph
        return self._watch(Progress("exploring", done, len(graph.keys), graph.depth[done]))

    def _known(self, key: Key, parent: int, by: int) -> int:
        """The number of a state, which may be a new one."""
        graph = self._graph
        number = self._number.setdefault(key, len(graph.keys))
        if number == len(graph.keys):
            graph.keys.append(key)
            graph.kind.append(Kind.OPEN)
            graph.phase.append(0)
            graph.depth.append(graph.depth[parent] + 1 if parent >= 0 else 0)
            for column, value in ((graph.parent, parent), (graph.by, by)):
                column.append(value)
            for column in (graph.mover, graph.outcome, graph.fault):
                column.append(-1)
        return number

    def _describe(self, number: int) -> S | None:
        """Note what is seen of a state without going on from it; None if it is none."""
        graph = self._graph
        if number in graph.sinks:
            return None
        state = self._adapter.unpack(graph.keys[number])
        phase = self._adapter.phase(state)
        graph.phase[number] = self._phases.setdefault(phase, len(self._phases))
        outcome = self._adapter.engine.outcome(state)
        if outcome is not None:
            graph.outcome[number] = self._outcomes.setdefault(outcome, len(self._outcomes))
            graph.kind[number] = Kind.OVER
        return state

    def _expand(self, number: int) -> None:
        graph = self._graph
        state = self._describe(number)
        if state is not None and graph.kind[number] == Kind.OPEN:
            self._steps(number, state)
        graph.first.append(len(graph.target))

    def _steps(self, number: int, state: S) -> None:
        graph, engine, pack = self._graph, self._adapter.engine, self._adapter.pack
        try:
            actions = engine.legal(state)
        except Fault as fault:
            stuck = fault.code is Code.F810
            graph.kind[number] = Kind.STUCK if stuck else Kind.FAULTY
            graph.fault[number] = self._fault(fault)
            return
        graph.kind[number] = Kind.GOING if actions else Kind.STUCK
        seats = tuple(seat_of(a.player) for a in actions)
        if len(set(seats)) > 1:
            graph.mover[number] = MIXED
            graph.mixed[number] = seats
        elif seats:
            graph.mover[number] = seats[0]
        for by, action in enumerate(actions):
            try:
                key: Key = pack(engine.apply(state, action))
            except Fault as fault:
                graph.target.append(self._sink(fault, number, by))
                continue
            graph.target.append(self._known(key, number, by))

    def _fault(self, fault: Fault) -> int:
        known = (fault.code, str(fault.span), fault.message)
        number = self._faults.setdefault(known, len(self._faults))
        if number == len(self._graph.faults):
            self._graph.faults.append(fault)
        return number

    def _sink(self, fault: Fault, parent: int, by: int) -> int:
        graph, number = self._graph, self._fault(fault)
        sink = self._known(_Broken(number), parent, by)
        graph.sinks.add(sink)
        graph.kind[sink], graph.fault[sink] = Kind.FAULTY, number
        return sink
