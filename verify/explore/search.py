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
from verify.explore.space import CHANCE, MIXED, Adapter, Key

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
class Broken:
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
    """Finds states and steps first, which costs the time, and says afterwards what each state is."""

    def __init__(self, adapter: Adapter, graph: Graph, limit: int, watch: Watch) -> None:
        self._adapter = adapter
        self._graph = graph
        self._limit = limit
        self._watch = watch
        self._number: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._faults: dict[tuple[Code, str, str], int] = {}
        self._blocked: dict[int, int] = {}

    def run(self, starts: list[Key]) -> None:
        graph = self._graph
        graph.keys = self._keys
        for key in starts:
            self._new(key, -1, -1)
        graph.starts = len(graph.keys)
        done = self._grow()
        if done < len(graph.keys) and graph.complete:
            graph.why = f"the limit of {self._limit:,} positions was reached"
        self._describe(done)

    def _new(self, key: Key, parent: int, by: int) -> int:
        """The number of a state that was not known."""
        graph = self._graph
        number = self._number[key] = len(graph.keys)
        self._keys.append(key)
        graph.parent.append(parent)
        graph.by.append(by)
        return number

    def _grow(self) -> int:
        """How many states have got their steps, in the order in which they were found."""
        graph, new, numbered = self._graph, self._new, self._number.get
        keys, target, first = self._keys, graph.target, graph.first
        done, depth, deeper = 0, 0, len(keys)
        while done < len(keys) <= self._limit:
            if done == deeper:
                depth, deeper = depth + 1, len(keys)
            if done % EVERY == 0 and not self._watch(Progress("exploring", done, len(keys), depth)):
                graph.why = "the search was stopped"
                break
            for by, key in enumerate(self._steps(done)):
                number = numbered(key)
                target.append(new(key, done, by) if number is None else number)
            first.append(len(target))
            done += 1
        return done

    def _steps(self, number: int) -> list[Key]:
        """Where the steps from a state lead; who makes them is noted."""
        graph, key = self._graph, self._graph.keys[number]
        seats: int | tuple[int, ...] = CHANCE
        found: list[Key] = []
        if not isinstance(key, Broken):
            try:
                seats, found = self._adapter.steps(key)
            except Fault as fault:
                self._blocked[number] = self._fault(fault)
        graph.mover.append(seats if isinstance(seats, int) else self._mover(number, seats))
        if Fault in map(type, found):
            return [Broken(self._fault(k)) if isinstance(k, Fault) else k for k in found]
        return found

    def _mover(self, number: int, seats: tuple[int, ...]) -> int:
        if len(set(seats)) <= 1:
            return next(iter(seats), CHANCE)
        self._graph.mixed[number] = seats
        return MIXED

    def _fault(self, fault: Fault) -> int:
        known = (fault.code, str(fault.span), fault.message)
        number = self._faults.setdefault(known, len(self._faults))
        if number == len(self._graph.faults):
            self._graph.faults.append(fault)
        return number

    # what the states are

    def _describe(self, done: int) -> None:
        """Fill the columns that say what states are; the first `done` have got their steps."""
        graph = self._graph
        phases: dict[str, int] = {}
        outcomes: dict[Outcome, int] = {}
        for number, key in enumerate(graph.keys):
            parent = graph.parent[number]
            graph.depth.append(graph.depth[parent] + 1 if parent >= 0 else 0)
            broken = isinstance(key, Broken)
            outcome = None if broken else self._adapter.outcome(key)
            phase = "" if broken else self._adapter.phase(key)
            graph.phase.append(phases.setdefault(phase, len(phases)))
            graph.outcome.append(-1 if outcome is None else outcomes.setdefault(outcome, len(outcomes)))
            graph.fault.append(key.number if broken else self._blocked.get(number, -1))
            graph.kind.append(self._kind(number, outcome, done))
            if broken:
                graph.sinks.add(number)
        graph.mover.extend([CHANCE] * (len(graph) - done))
        graph.phases, graph.outcomes = list(phases), list(outcomes)

    def _kind(self, number: int, outcome: Outcome | None, done: int) -> Kind:
        graph = self._graph
        if outcome is not None:
            return Kind.OVER
        fault = graph.fault[number]
        if fault >= 0:
            stuck = number in self._blocked and graph.faults[fault].code is Code.F810
            return Kind.STUCK if stuck else Kind.FAULTY
        return Kind.GOING if number < done else Kind.OPEN
