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
BUDGET: Final = 3_000_000
"""Steps after which no further match is begun."""


@dataclass(frozen=True)
class Share:
    """Of `matches` from starts drawn evenly `ended` were over within `cap` steps; lengths are of those."""

    matches: int
    ended: int
    cap: int
    median: float
    longest: int


def walk(graph: Graph, free: bytearray, seed: int = 0, matches: int = MATCHES, cap: int = CAP) -> Share:
    """Random matches, fewer if they get very long; the same seed gives the same ones.

    `free` marks the states from which an end can be reached. A match that leaves them has not ended.
    """
    lengths: list[int] = []
    played = steps = 0
    while played < matches and steps < BUDGET and graph.starts:
        ended, length = _one(graph, free, stream(seed, played, IN_PLAY), cap)
        played, steps = played + 1, steps + length
        if ended:
            lengths.append(length)
    return Share(played, len(lengths), cap, median(lengths) if lengths else 0, max(lengths, default=0))


def _one(graph: Graph, free: bytearray, chance: Stream, cap: int) -> tuple[bool, int]:
    """Whether a match ended, and after how many steps it was left."""
    state = chance.below(graph.starts)
    for length in range(cap):
        if graph.kind[state] != Kind.GOING or not free[state]:
            return graph.kind[state] == Kind.OVER, length
        steps = graph.steps(state)
        if graph.mover[state] == MIXED:
            seats = graph.mixed[state]
            steps = range(steps.start, steps.start + seats.count(seats[0]))
        state = graph.target[steps[chance.below(len(steps))]]
    return False, cap
