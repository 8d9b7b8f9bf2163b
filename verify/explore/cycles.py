"""Matches that need not end: states that can come again, and the shortest way into such a loop."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from verify.explore.graph import Graph

BUDGET: Final = 5_000_000
"""Steps looked at in search of the shortest loop, before the shortest so far is good enough."""


@dataclass(frozen=True)
class Lasso:
    """A way from a start that comes back to where it has been: the states, each once, and the numbers of the
    steps between them; the last step leads back to the state at place `entry`. `shortest`: in steps, of all.
    """

    states: tuple[int, ...]
    steps: tuple[int, ...]
    entry: int
    shortest: bool

    @property
    def period(self) -> int:
        """Steps from a position to the same position."""
        return len(self.states) - self.entry


def components(graph: Graph) -> array[int]:
    """By state, the number of its strongly connected component; Tarjan's algorithm (1972), not recursive."""
    component = array("i", b"\xff" * (4 * len(graph)))
    index = array("i", b"\xff" * (4 * len(graph)))
    low = array("i", bytes(4 * len(graph)))
    found, counter, stack = 0, 0, array("i")
    for root in range(len(graph)):
        if index[root] >= 0:
            continue
        calls: list[tuple[int, Iterator[int]]] = []
        entered: int | None = root
        while entered is not None or calls:
            if entered is not None:
                index[entered] = low[entered] = counter
                counter += 1
                stack.append(entered)
                calls.append((entered, iter(graph.after(entered))))
                entered = None
            state, targets = calls[-1]
            for target in targets:
                if index[target] < 0:
                    entered = target
                    break
                if component[target] < 0:
                    low[state] = min(low[state], index[target])
            if entered is not None:
                continue
            calls.pop()
            if calls:
                low[calls[-1][0]] = min(low[calls[-1][0]], low[state])
            if low[state] == index[state]:
                _close(state, stack, component, found)
                found += 1
    return component


def _close(root: int, stack: array[int], component: array[int], number: int) -> None:
    while True:
        state = stack.pop()
        component[state] = number
        if state == root:
            return


def recurring(graph: Graph, component: array[int]) -> list[int]:
    """The states that can come again, ascending."""
    sizes = array("i", bytes(4 * len(graph)))
    for number in component:
        sizes[number] += 1
    return [n for n in range(len(graph)) if sizes[component[n]] > 1 or n in graph.after(n)]


def shortest_lasso(
    graph: Graph, component: array[int], among: list[int], budget: int = BUDGET
) -> Lasso | None:
    """The way from a start through a loop with the fewest steps; None if no state can come again.

    `among` are the states that can, ascending. Of equally short ones the first found is given.
    """
    best: tuple[int, list[int]] | None = None
    for state in among:  # by depth, for so states are numbered
        if best is not None and graph.depth[state] + 1 >= best[0]:
            break
        room = best[0] - graph.depth[state] - 1 if best is not None else len(among)
        loop, spent = _loop(graph, component, state, room)
        budget -= spent
        if loop is not None:
            best = (graph.depth[state] + len(loop), loop)
        if budget < 0 and best is not None:
            return _lasso(graph, best[1], shortest=False)
    return None if best is None else _lasso(graph, best[1], shortest=True)


def _loop(graph: Graph, component: array[int], state: int, room: int) -> tuple[list[int] | None, int]:
    """The steps of the shortest way of at most `room` steps from a state back to it; what the search cost."""
    came: dict[int, tuple[int, int]] = {}
    todo = deque([(state, 0)])
    spent = 0
    while todo:
        here, length = todo.popleft()
        if length >= room:
            break
        for step in graph.steps(here):
            spent += 1
            target = graph.target[step]
            if target == state:
                return [*_back(came, here), step], spent
            if target not in came and component[target] == component[state]:
                came[target] = (here, step)
                todo.append((target, length + 1))
    return None, spent


def _back(came: dict[int, tuple[int, int]], state: int) -> list[int]:
    steps = []
    while state in came:
        state, step = came[state]
        steps.append(step)
    return steps[::-1]


def _lasso(graph: Graph, loop: list[int], shortest: bool) -> Lasso:
    state = _source(graph, loop[0])
    way = path(graph, state)
    steps = (*along(graph, way), *loop)
    states = (*way, *(graph.target[step] for step in loop[:-1]))
    return Lasso(tuple(states), tuple(steps), len(way) - 1, shortest)


def _source(graph: Graph, step: int) -> int:
    """The state from which a step leads."""
    low, high = 0, len(graph.first) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if graph.first[middle] <= step else (low, middle)
    return low


def path(graph: Graph, state: int) -> list[int]:
    """The states on a shortest way from a start to this one, both included."""
    way = [state]
    while graph.parent[way[-1]] >= 0:
        way.append(graph.parent[way[-1]])
    return way[::-1]


def along(graph: Graph, way: list[int]) -> list[int]:
    """The steps by which a `path` goes."""
    return [graph.first[state] + graph.by[target] for state, target in pairwise(way)]
