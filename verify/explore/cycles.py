"""Matches that need not end: states that can come again, and the shortest way into such a loop."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import Final

from verify.explore.graph import Graph
from verify.explore.routines import PLAIN, Plain, numbers

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


def components(graph: Graph, routines: Plain = PLAIN) -> array[int]:
    """By state, the number of its strongly connected component."""
    states = len(graph)
    component, index = numbers("i", states, -1), numbers("i", states, -1)
    low, stack, calls = (numbers("i", states) for _ in range(3))
    rest = (low, stack, calls, numbers("q", states), len(graph.first) - 1)
    routines.call("components", graph.first, graph.target, component, index, *rest)
    return component


def recurring(graph: Graph, component: array[int], routines: Plain = PLAIN) -> list[int]:
    """The states that can come again, ascending."""
    size, flag = numbers("i", len(graph)), bytearray(len(graph))
    routines.call("recurring", graph.first, graph.target, component, size, flag, len(graph.first) - 1)
    return list(compress(range(len(graph)), flag))


def shortest_lasso(
    graph: Graph,
    component: array[int],
    among: list[int],
    budget: int = BUDGET,
    routines: Plain = PLAIN,
) -> Lasso | None:
    """The way from a start through a loop with the fewest steps; None if no state can come again.

    `among` are the states that can, ascending. Of equally short ones the first found is given.
    """
    room = [numbers("i", len(graph)) for _ in range(5)]
    best = numbers("i", len(among) + 1)
    given = (graph.first, graph.target, component, graph.depth, array("i", among))
    many = routines.call("shortest", *given, *room, best, budget)
    return None if many == 0 else _lasso(graph, list(best[: abs(many)]), shortest=many > 0)


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
