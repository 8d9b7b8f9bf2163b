"""Ways through the graph as matches, played again by the evaluator before anybody sees them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.run.engine import Evaluator
from interpreter.run.match import CAP, Match
from interpreter.run.protocol import Action
from interpreter.run.state import State
from verify.explore.cycles import Lasso, along, path
from verify.explore.graph import Graph
from verify.explore.space import Adapter


def action_of(adapter: Adapter, graph: Graph, state: int, step: int) -> Action:
    """The action of a step from a state."""
    return adapter.legal(graph.keys[state])[step - graph.first[state]]


def to_state(adapter: Adapter, graph: Graph, state: int) -> Match[State]:
    """A shortest match from the start of play to a state; for one that stands for a fault, to before it."""
    way = path(graph, state)
    if way[-1] in graph.sinks:
        way.pop()
    return _played(adapter, graph, way, along(graph, way))


def around(adapter: Adapter, graph: Graph, lasso: Lasso, rounds: int = 2) -> Match[State]:
    """The match of a loop, which is gone through so many times.

    Raises `AssertionError` if the evaluator does not come back to the same position.
    """
    loop_states, loop_steps = lasso.states[lasso.entry :], lasso.steps[lasso.entry :]
    states = (*lasso.states[: lasso.entry], *(loop_states * rounds))
    steps = (*lasso.steps[: lasso.entry], *(loop_steps * rounds))
    match = _played(adapter, graph, states, steps)
    assert match.state == match.steps[lasso.entry].before, "the loop comes back to where it began"
    return match


def _played(adapter: Adapter, graph: Graph, states: Sequence[int], steps: Sequence[int]) -> Match[State]:
    engine = Evaluator(adapter.engine.game, adapter.engine.options)
    start = adapter.evaluated(graph.keys[states[0]])
    match: Match[State] = Match(engine, (), 0, cap=CAP, state=start)
    for state, step in zip(states, steps, strict=False):
        match.make(action_of(adapter, graph, state, step))
    return match
