"""What many matches come to: counts by outcome, seat and ending, and how long they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.run.checks import Violation
from interpreter.run.fault import Fault
from interpreter.run.record import OUTCOMES
from study.simulate import Plan, Played, simulate

QUANTILES = (10, 50, 90, 99)
"""Percent of the matches that are not longer."""


@dataclass
class Summary:
    """Counts over matches. `wins` and `losses` are by seat, `plies` the lengths of the finished matches."""

    seats: int
    matches: int = 0
    wins: list[int] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OUTCOMES, 0))
    endings: dict[str, int] = field(default_factory=dict)
    plies: list[int] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    violations: list[tuple[int, Violation]] = field(default_factory=list)
    witnessed: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.losses = [0] * self.seats

    def add(self, played: Played) -> None:
        result = played.result
        self.matches += 1
        self.outcomes[result.outcome] += 1
        for seat in result.winners:
            self.wins[seat] += 1
        for seat in result.losers:
            self.losses[seat] += 1
        if played.ending is not None:
            self.endings[played.ending] = self.endings.get(played.ending, 0) + 1
            self.plies.append(result.plies)
        if played.fault is not None:
            self.faults.append((played.index, played.fault))
        self.violations += [(played.index, violation) for violation in played.violations]
        for name in played.witnessed:
            self.witnessed[name] = self.witnessed.get(name, 0) + 1

    def length(self, percent: int) -> int | None:
        """The plies that `percent` (1 to 100) of the finished matches do not exceed; None without any."""
        ordered = sorted(self.plies)
        return ordered[-(-percent * len(ordered) // 100) - 1] if ordered else None


Progress: TypeAlias = Callable[[Summary, Played], None]


def summarise(plan: Plan, processes: int = 1, progress: Progress | None = None) -> Summary:
    """Play all matches; `progress` is called after each, in order, with the sums so far and the match."""
    summary = Summary(plan.game.seats)
    for played in simulate(plan, processes):
        summary.add(played)
        if progress is not None:
            progress(summary, played)
    return summary
