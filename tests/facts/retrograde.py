"""Exact values of small games of two sides by plain search backwards from the ends of all reachable matches.

Works through the engine protocol alone and knows no game. Nothing may be left to chance in the graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from interpreter.ir.types import Seat
from interpreter.run.protocol import Action, Outcome

S = TypeVar("S", bound=Hashable)


class Playable(Protocol[S]):
    """The calls of the engine protocol that a search needs."""

    def legal(self, state: S) -> tuple[Action, ...]: ...

    def apply(self, state: S, action: Action) -> S: ...

    def outcome(self, state: S) -> Outcome | None: ...


@dataclass(frozen=True)
class Graph(Generic[S]):
    """All that can be reached: states by number, who moves (None: over), where to, and how it ended."""

    number: dict[S, int]
    mover: list[Seat | None]
    after: list[tuple[int, ...]]
    outcome: list[Outcome | None]

    @property
    def states(self) -> tuple[S, ...]:
        return tuple(self.number)


def explore(engine: Playable[S], starts: Iterable[S]) -> Graph[S]:
    """The graph of everything that can be reached; raises ValueError where it is chance's turn."""
    number: dict[S, int] = {}
    states: list[S] = []
    graph: Graph[S] = Graph(number, [], [], [])

    def known(state: S) -> int:
        at = number.setdefault(state, len(states))
        if at == len(states):
            states.append(state)
        return at

    for start in starts:
        known(start)
    done = 0
    while done < len(states):
        state = states[done]
        done += 1
        actions = engine.legal(state)
        graph.outcome.append(engine.outcome(state))
        graph.mover.append(_one_mover(actions))
        graph.after.append(tuple(known(engine.apply(state, action)) for action in actions))
    return graph


def _one_mover(actions: tuple[Action, ...]) -> Seat | None:
    if not actions:
        return None
    movers = {action.player for action in actions}
    if len(movers) > 1 or None in movers:
        raise ValueError("a search backwards needs exactly one seat to move")
    return actions[0].player


def forced(graph: Graph[S], seat: Seat, goal: Callable[[int], bool]) -> frozenset[int]:
    """The states from which `seat` can force the match into one where `goal` holds, whatever others do."""
    before: list[list[int]] = [[] for _ in graph.after]
    for at, targets in enumerate(graph.after):
        for target in set(targets):
            before[target].append(at)
    open_ways = [len(set(targets)) for targets in graph.after]
    sure = {at for at in range(len(graph.after)) if goal(at)}
    queue = deque(sure)
    while queue:
        for at in before[queue.popleft()]:
            open_ways[at] -= 1
            if at not in sure and (graph.mover[at] == seat or open_ways[at] == 0):
                sure.add(at)
                queue.append(at)
    return frozenset(sure)


@dataclass(frozen=True)
class Values:
    """State numbers by what `seat` gets with best play of both: a win, a loss, else undecided."""

    won: frozenset[int]
    lost: frozenset[int]


def solve(graph: Graph[S], seat: Seat, opponent: Seat) -> Values:
    """Both prefer a win, then a draw or endless play alike, then a loss."""

    def won_by(winner: Seat) -> frozenset[int]:
        def goal(at: int) -> bool:
            outcome = graph.outcome[at]
            return outcome is not None and winner in outcome.winners

        return forced(graph, winner, goal)

    return Values(won_by(seat), won_by(opponent))


def can_stall(graph: Graph[S], seat: Seat, opponent: Seat) -> frozenset[int]:
    """The states from which `seat` alone can keep the match from ever ending."""
    everything = frozenset(range(len(graph.after)))
    return everything - forced(graph, opponent, lambda at: graph.mover[at] is None)


def endless(graph: Graph[S]) -> bool:
    """Whether some match can come back to a position in which it has been."""
    arrows = [0] * len(graph.after)
    for targets in graph.after:
        for target in targets:
            arrows[target] += 1
    free = [at for at, number in enumerate(arrows) if number == 0]
    gone = 0
    while free:
        gone += 1
        for target in graph.after[free.pop()]:
            arrows[target] -= 1
            if arrows[target] == 0:
                free.append(target)
    return gone < len(graph.after)
