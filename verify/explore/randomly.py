"""What random play says: matches walked through the graph, each legal action of who acts equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Final

from interpreter.run.match import CAP
from interpreter.run.rng import IN_PLAY, Stream, stream
from verify.explore.graph import Graph, Kind
from verify.explore.space import MIXED

MATCHES: Final = 1000


@dataclass(frozen=True)
class Share:
    """Of `matches` from starts drawn evenly `ended` were over within `cap` steps; lengths are of those."""

    matches: int
    ended: int
    cap: int
    median: float
    longest: int


def walk(graph: Graph, seed: int = 0, matches: int = MATCHES, cap: int = CAP) -> Share:
    """Random matches; the same seed gives the same ones. One that is stuck has not ended."""
    lengths: list[int] = []
    for index in range(matches if graph.starts else 0):
        length = _one(graph, stream(seed, index, IN_PLAY), cap)
        if length is not None:
            lengths.append(length)
    return Share(matches, len(lengths), cap, median(lengths) if lengths else 0, max(lengths, default=0))


def _one(graph: Graph, chance: Stream, cap: int) -> int | None:
    """The number of steps to the end, None if there was none."""
    state, length = chance.below(graph.starts), 0
    while length < cap:
        if graph.kind[state] != Kind.GOING:
            return length if graph.kind[state] == Kind.OVER else None
        steps = graph.steps(state)
        if graph.mover[state] == MIXED:
            seats = graph.mixed[state]
            steps = range(steps.start, steps.start + seats.count(seats[0]))
        state = graph.target[steps[chance.below(len(steps))]]
        length += 1
    return None
