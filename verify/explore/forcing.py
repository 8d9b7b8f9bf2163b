"""Who can force what, by attractors backwards through the graph; exact where the graph is complete.

One seat plays against all others and chance, with all cards open to everybody. Where several seats may act,
who acts first is decided against the seat that is to force something.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from itertools import compress

from interpreter.run.protocol import Outcome
from verify.explore.graph import Backward, Graph, Kind
from verify.explore.routines import PLAIN, Plain, numbers

ENDLESS = (Kind.OVER, Kind.STUCK, Kind.FAULTY, Kind.OPEN)
"""Where going on for ever is not certain: a state that was not looked at may be the last but one."""


def other(flags: bytearray) -> bytearray:
    """0 for 1 and 1 for 0."""
    return flags.translate(bytes((1, 0, *range(2, 256))))


@dataclass(frozen=True)
class Arena:
    """A graph with its reverse."""

    graph: Graph
    back: Backward
    routines: Plain = PLAIN

    def _ours(self, us: Set[int]) -> bytearray:
        """By step, 1 where it is made by these seats."""
        graph, ours = self.graph, bytearray(len(self.graph.target))
        mask = sum(1 << seat for seat in us)
        self.routines.call("sides", graph.first, graph.mover, mask, ours, len(graph.first) - 1)
        for state, seats in graph.mixed.items():
            for step, seat in zip(graph.steps(state), seats, strict=True):
                ours[step] = seat in us
        return ours

    def _spread(self, rule: int, goal: Iterable[int], us: Set[int] = frozenset()) -> bytearray:
        """The goal and, backwards, the states from where it comes about by one of the rules of `attract`."""
        graph, back = self.graph, self.back
        inside, todo = bytearray(len(graph)), numbers("i", len(graph))
        own, others, ours = numbers("i", len(graph)), numbers("i", len(graph)), self._ours(us)
        self.routines.call("counted", graph.first, ours, own, others, len(graph.first) - 1)
        begun = array("i", goal)
        todo[: len(begun)] = begun
        rest = (ours, own, others, inside, todo, len(begun))
        self.routines.call("attract", rule, back.first, back.step, back.source, *rest)
        return inside

    def forces(self, us: Set[int], goal: Iterable[int]) -> bytearray:
        """By state, 1 where these seats can bring about the goal, whatever others and chance do."""
        return self._spread(1, goal, us)

    def suffers(self, us: Set[int], goal: Iterable[int]) -> bytearray:
        """By state, 1 where these seats cannot prevent the goal if all others and chance want it."""
        return self._spread(2, goal, us)

    def stalls(self, seat: int) -> bytearray:
        """By state, 1 where the seat alone can keep the match going for ever."""
        ended = self.suffers({seat}, self.graph.of_kind(*ENDLESS))
        return other(ended)

    def can_end(self) -> bytearray:
        """By state, 1 where some way of playing on ends the match; states not looked at count as such."""
        return self._spread(0, self.graph.of_kind(Kind.OVER, Kind.OPEN))


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
    return not odd and min(compress(graph.mover, graph.flags(Kind.GOING)), default=0) >= 0


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
