"""Who can force what, by attractors backwards through the graph; exact where the graph is complete.

One seat plays against all others and chance, with all cards open to everybody. Where several seats may act,
who acts first is decided against the seat that is to force something.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verify.explore.graph import Backward, Graph, Kind

ENDLESS = (Kind.OVER, Kind.STUCK, Kind.FAULTY, Kind.OPEN)
"""Where going on for ever is not certain: a state that was not looked at may be the last but one."""


@dataclass(frozen=True)
class Arena:
    """A graph with its reverse."""

    graph: Graph
    back: Backward

    def _counts(self, seat: int) -> tuple[array[int], array[int]]:
        """By state, the number of steps that are the seat's, and of those that are not."""
        own, others = (array("i", bytes(4 * len(self.graph))) for _ in range(2))
        for state in range(len(self.graph.first) - 1):
            for step in self.graph.steps(state):
                column = own if self.graph.seat(state, step) == seat else others
                column[state] += 1
        return own, others

    def _spread(self, goal: Iterable[int], won: Callable[[int, bool], bool], seat: int) -> bytearray:
        """The goal and, backwards, each state for which `won` says so when one of its steps has turned out
        to lead there; `won` is told the state and whether the step is the seat's.
        """
        inside = bytearray(len(self.graph))
        todo = list(goal)
        for state in todo:
            inside[state] = 1
        while todo:
            for step in self.back.into(todo.pop()):
                state = self.back.source[step]
                if won(state, self.graph.seat(state, step) == seat) and not inside[state]:
                    inside[state] = 1
                    todo.append(state)
        return inside

    def forces(self, seat: int, goal: Iterable[int]) -> bytearray:
        """By state, 1 where the seat can bring about the goal, whatever others and chance do."""
        own, others = self._counts(seat)
        ready = bytearray(1 if count == 0 else 0 for count in own)

        def won(state: int, mine: bool) -> bool:
            if mine:
                ready[state] = 1
            else:
                others[state] -= 1
            return bool(ready[state]) and others[state] == 0

        return self._spread(goal, won, seat)

    def others_force(self, seat: int, goal: Iterable[int]) -> bytearray:
        """By state, 1 where all others and chance together can bring it about, whatever the seat does."""
        own, _ = self._counts(seat)

        def won(state: int, mine: bool) -> bool:
            if mine:
                own[state] -= 1
            return not mine or own[state] == 0

        return self._spread(goal, won, seat)

    def stalls(self, seat: int) -> bytearray:
        """By state, 1 where the seat alone can keep the match going for ever."""
        ended = self.others_force(seat, self.graph.of_kind(*ENDLESS))
        return bytearray(not flag for flag in ended)

    def can_end(self) -> bytearray:
        """By state, 1 where some way of playing on ends the match; states not looked at count as such."""
        return self._spread(self.graph.of_kind(Kind.OVER, Kind.OPEN), lambda state, mine: True, 0)


@dataclass(frozen=True)
class Standing:
    """What one seat can force from the states in which play begins, counted; the three make up all of them.

    `wins`: it can force a win. `loses`: the others together can force its loss. `open`: neither.
    """

    seat: int
    wins: int
    loses: int
    open: int


@dataclass(frozen=True)
class Values:
    """`standings` by seat. Of the starts in which no seat wins or loses by force, `drawn` are those in which
    some seat can force an end without losing, `endless` the others.
    """

    standings: tuple[Standing, ...]
    drawn: int
    endless: int


def solve(arena: Arena, seats: int) -> Values:
    """The values of all starts with best play; each side prefers a win, then a draw or endless play alike."""
    graph = arena.graph
    starts = range(graph.starts)
    undecided = set(starts)
    standings = []
    for seat in range(seats):
        wins = arena.forces(seat, _ends(graph, lambda w, lost, s=seat: s in w))  # type: ignore[misc]
        loses = arena.others_force(seat, _ends(graph, lambda w, lost, s=seat: s in lost))  # type: ignore[misc]
        won, lost = ({n for n in starts if flags[n]} for flags in (wins, loses))
        lost -= won
        undecided -= won | lost
        standings.append(Standing(seat, len(won), len(lost), graph.starts - len(won) - len(lost)))
    settled: set[int] = set()
    for seat in range(seats):
        safe = arena.forces(seat, _ends(graph, lambda w, lost, s=seat: s not in lost))  # type: ignore[misc]
        settled |= {n for n in undecided if safe[n]}
    return Values(tuple(standings), len(settled), len(undecided - settled))


def _ends(graph: Graph, wanted: Callable[[tuple[int, ...], tuple[int, ...]], bool]) -> list[int]:
    """The states that are over with such winners and losers."""
    fits = [wanted(o.winners, o.losers) for o in graph.outcomes]
    return [n for n in graph.of_kind(Kind.OVER) if fits[graph.outcome[n]]]
