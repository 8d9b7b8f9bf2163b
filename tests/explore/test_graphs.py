"""Loops and what can be forced, on random small graphs, against definitions followed word for word."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import pairwise, product
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from verify.explore.cycles import components, recurring, shortest_lasso
from verify.explore.forcing import Arena
from verify.explore.graph import Graph, Kind, backward
from verify.explore.space import CHANCE, MIXED

SEATS = (0, 1, CHANCE)

Wins: TypeAlias = Callable[[list[bool], list[bool]], bool]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """All states are found from the first; those without steps are over."""
    number = draw(st.integers(1, 9))
    steps = [draw(st.lists(st.integers(0, number - 1), max_size=3)) for _ in range(number)]
    who = [[draw(st.sampled_from(SEATS)) for _ in row] for row in steps]
    if draw(st.booleans()):
        who = [[row[0]] * len(row) if row else [] for row in who]
    return built(steps, who)


def built(steps: list[list[int]], who: list[list[int]]) -> Graph:
    """The graph of these steps by those who make them, as a search from state 0 numbers it."""
    order, came = [0], {0: (-1, -1)}
    for old in order:
        for by, target in enumerate(steps[old]):
            if target not in came:
                came[target] = (old, by)
                order.append(target)
    number = {old: new for new, old in enumerate(order)}
    graph = Graph(starts=1, keys=list(order))
    for new, old in enumerate(order):
        parent, by = came[old]
        graph.parent.append(number.get(parent, -1))
        graph.by.append(by)
        graph.depth.append(graph.depth[number[parent]] + 1 if parent >= 0 else 0)
        graph.kind.append(Kind.GOING if steps[old] else Kind.OVER)
        graph.outcome.append(-1)
        seats = who[old]
        graph.mover.append(seats[0] if len(set(seats)) == 1 else MIXED if seats else -1)
        if len(set(seats)) > 1:
            graph.mixed[new] = tuple(seats)
        graph.target.extend(number[t] for t in steps[old])
        graph.first.append(len(graph.target))
    return graph


def reach(graph: Graph, state: int) -> set[int]:
    """All that comes after a state, after one step or more."""
    found: set[int] = set()
    todo = list(graph.after(state))
    while todo:
        here = todo.pop()
        if here not in found:
            found.add(here)
            todo.extend(graph.after(here))
    return found


def fixpoint(graph: Graph, goal: set[int], wins: Wins, seat: int) -> set[int]:
    """The least set with the goal and all states of which `wins` says so, told where the seat's own steps and
    those of others lead inside.
    """
    inside = set(goal)
    while True:
        more = set()
        for state in set(range(len(graph))) - inside:
            own = [graph.target[s] in inside for s in graph.steps(state) if graph.seat(state, s) == seat]
            others = [graph.target[s] in inside for s in graph.steps(state) if graph.seat(state, s) != seat]
            if (own or others) and wins(own, others):
                more.add(state)
        if not more:
            return inside
        inside |= more


def members(flags: bytearray) -> set[int]:
    return {n for n, flag in enumerate(flags) if flag}


@given(graphs(), st.sampled_from((0, 1)), st.data())
@settings(max_examples=300, deadline=None)
def test_what_can_be_forced(graph: Graph, seat: int, data: st.DataObject) -> None:
    goal = data.draw(st.sets(st.integers(0, len(graph) - 1)))
    arena = Arena(graph, backward(graph))

    def sure(own: list[bool], others: list[bool]) -> bool:
        return all(others) and (not own or any(own))

    def helpless(own: list[bool], others: list[bool]) -> bool:
        return any(others) or (bool(own) and all(own))

    assert members(arena.forces({seat}, goal)) == fixpoint(graph, goal, sure, seat)
    assert members(arena.suffers({seat}, goal)) == fixpoint(graph, goal, helpless, seat)
    over = set(graph.of_kind(Kind.OVER))
    assert members(arena.can_end()) == {n for n in range(len(graph)) if n in over or reach(graph, n) & over}


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_loops(graph: Graph) -> None:
    component = components(graph)
    after = {n: reach(graph, n) for n in range(len(graph))}
    for n, m in product(after, after):
        together = n == m or (m in after[n] and n in after[m])
        assert (component[n] == component[m]) is together
    again = recurring(graph, component)
    assert again == [n for n in after if n in after[n]]
    lasso = shortest_lasso(graph, component, again)
    assert (lasso is None) is (not again)
    if lasso is not None:
        assert lasso.shortest
        assert lasso.states[0] < graph.starts
        assert len(set(lasso.states)) == len(lasso.states) == len(lasso.steps)
        ways = [*pairwise(lasso.states), (lasso.states[-1], lasso.states[lasso.entry])]
        for step, (source, target) in zip(lasso.steps, ways, strict=True):
            assert step in graph.steps(source)
            assert graph.target[step] == target
        assert len(lasso.states) == shortest(graph)


def shortest(graph: Graph) -> int:
    """The fewest steps that come back to where they have been, by trying all ways that do not."""
    best, todo = len(graph) + 1, [[n] for n in range(graph.starts)]
    while todo:
        way = todo.pop()
        for target in graph.after(way[-1]):
            if target in way:
                best = min(best, len(way))
            else:
                todo.append([*way, target])
    return best


@given(graphs())
def test_the_other_way_round(graph: Graph) -> None:
    back = backward(graph)
    for state in range(len(graph)):
        assert [graph.target[step] for step in back.into(state)] == [state] * len(back.into(state))
        assert all(back.source[step] == state for step in graph.steps(state))
    assert sorted(back.step) == list(range(len(graph.target)))
    assert isinstance(back.first, array)
