"""Who can force what, by attractors backwards through the graph; exact where the graph is complete.

One seat plays against all others and chance, with all cards open to everybody. Where several seats may act,
who acts first is decided against the seat that is to force something.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass

from interpreter.run.protocol import Outcome
from verify.explore.graph import Backward, Graph, Kind

ENDLESS = (Kind.OVER, Kind.STUCK, Kind.FAULTY, Kind.OPEN)
"""Where going on for ever is not certain: a state that was not looked at may be the last but one."""


@dataclass(frozen=True)
class Arena:
    """A graph with its reverse."""

    graph: Graph
    back: Backward

    def _counts(self, us: Set[int]) -> tuple[array[int], array[int]]:
        """By state, the number of steps that are made by these seats, and of those that are not."""
        own, others = (array("i", bytes(4 * len(self.graph))) for _ in range(2))
        for state in range(len(self.graph.first) - 1):
            for step in self.graph.steps(state):
                column = own if self.graph.seat(state, step) in us else others
                column[state] += 1
        return own, others

    def _spread(
        self, goal: Iterable[int], won: Callable[[int, bool], bool], us: Set[int] = frozenset()
    ) -> bytearray:
        """The goal and, backwards, each state for which `won` says so when one of its steps has turned out
        to lead there; `won` is told the state and whether the step is made by one of `us`.
        """
        inside = bytearray(len(self.graph))
        todo = list(goal)
        for state in todo:
            inside[state] = 1
        while todo:
            for step in self.back.into(todo.pop()):
                state = self.back.source[step]
                if won(state, self.graph.seat(state, step) in us) and not inside[state]:
                    inside[state] = 1
                    todo.append(state)
        return inside

    def forces(self, us: Set[int], goal: Iterable[int]) -> bytearray:
        """By state, 1 where these seats can bring about the goal, whatever others and chance do."""
        own, others = self._counts(us)
        ready = bytearray(1 if count == 0 else 0 for count in own)

        def won(state: int, ours: bool) -> bool:
            if ours:
                ready[state] = 1
            else:
                others[state] -= 1
            return bool(ready[state]) and others[state] == 0

        return self._spread(goal, won, us)

    def suffers(self, us: Set[int], goal: Iterable[int]) -> bytearray:
        """By state, 1 where these seats cannot prevent the goal if all others and chance want it."""
        own, _ = self._counts(us)

        def won(state: int, ours: bool) -> bool:
            if ours:
                own[state] -= 1
            return not ours or own[state] == 0

        return self._spread(goal, won, us)

    def stalls(self, seat: int) -> bytearray:
        """By state, 1 where the seat alone can keep the match going for ever."""
        ended = self.suffers({seat}, self.graph.of_kind(*ENDLESS))
        return bytearray(not flag for flag in ended)

    def can_end(self) -> bytearray:
        """By state, 1 where some way of playing on ends the match; states not looked at count as such."""
        return self._spread(self.graph.of_kind(Kind.OVER, Kind.OPEN), lambda state, ours: True)


@dataclass(frozen=True)
class Standing:
    """What one seat can force from the states in which play begins, counted; the three make up all of them.

    `wins`: it can force a win. `loses`: the others together can force its loss. `open`: neither. What is
    forced comes about whatever chance does.
    """

    seat: int
    wins: int
    loses: int
    open: int


@dataclass(frozen=True)
class Values:
    """`standings` by seat; `undecided` counts the starts in which no seat wins or loses by force.

    Of those `drawn` are the ones in which a seat can force an end without losing, `endless` the others, in
    which best play goes on for ever; None where there are more than two seats, chance, or something else that
    leaves it open.
    """

    standings: tuple[Standing, ...]
    undecided: int
    drawn: int | None
    endless: int | None


def solve(arena: Arena, seats: int) -> Values:
    """The values of all starts with best play; each side prefers a win, then a draw or endless play alike."""
    graph = arena.graph
    everybody = frozenset(range(seats))
    undecided = set(range(graph.starts))
    standings = []
    for seat in range(seats):
        won = _starts(graph, arena.forces({seat}, _won(graph, seat)))
        lost = _starts(graph, arena.forces(everybody - {seat}, _lost(graph, seat)))
        lost -= won
        undecided -= won | lost
        standings.append(Standing(seat, len(won), len(lost), graph.starts - len(won) - len(lost)))
    if seats != 2 or not _plain(graph):
        return Values(tuple(standings), len(undecided), None, None)
    drawn: set[int] = set()
    for seat in range(seats):
        drawn |= undecided & _starts(graph, arena.forces({seat}, _kept(graph, seat)))
    return Values(tuple(standings), len(undecided), len(drawn), len(undecided - drawn))


def _plain(graph: Graph) -> bool:
    """Whether one seat moves wherever the match goes on, and nothing but an end stops it."""
    odd = any(True for _ in graph.of_kind(Kind.STUCK, Kind.FAULTY))
    return not odd and all(graph.mover[n] >= 0 for n in graph.of_kind(Kind.GOING))


def _starts(graph: Graph, flags: bytearray) -> set[int]:
    return {n for n in range(graph.starts) if flags[n]}


def _ends(graph: Graph, wanted: Callable[[Outcome], bool]) -> list[int]:
    """The states that are over with such an outcome."""
    fits = [wanted(outcome) for outcome in graph.outcomes]
    return [n for n in graph.of_kind(Kind.OVER) if fits[graph.outcome[n]]]


def _won(graph: Graph, seat: int) -> list[int]:
    return _ends(graph, lambda outcome: seat in outcome.winners)


def _lost(graph: Graph, seat: int) -> list[int]:
    return _ends(graph, lambda outcome: seat in outcome.losers)


def _kept(graph: Graph, seat: int) -> list[int]:
    return _ends(graph, lambda outcome: seat not in outcome.losers)
