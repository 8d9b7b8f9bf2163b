"""Two things timed in turn in one run, and what their times say about each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Result:
    """A ratio beside its goal. `notes` are further findings of the same run, a line each."""

    name: str
    subject: str
    opponent: str
    ratio: float
    goal: float
    at_least: bool
    notes: tuple[str, ...] = ()

    @property
    def reached(self) -> bool:
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def row(self) -> str:
        wanted = f"{'at least' if self.at_least else 'at most'} {self.goal:g}"
        verdict = "reached" if self.reached else "missed"
        return (
            f"{self.name:<10} {self.ratio:>6.3f}  {wanted:<13} {verdict:<8} {self.subject} / {self.opponent}"
        )


@dataclass(frozen=True)
class Skipped:
    """A measurement that this machine cannot make, and why."""

    name: str
    why: str


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = perf_counter()
    work()
    return perf_counter() - began


def processor_seconds(work: Callable[[], object]) -> float:
    """Processor time of one call, in this process and those that it waits for: others disturb it little."""
    before = _spent()
    work()
    return _spent() - before


def _spent() -> float:
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def in_turn(
    subject: Callable[[], object], opponent: Callable[[], object], rounds: int
) -> list[tuple[float, float]]:
    """Processor times of both, in seconds, by rounds; each goes first in every other, one more warms up."""
    times = []
    for number in range(rounds + 1):
        if number % 2:
            second = processor_seconds(opponent)
            first = processor_seconds(subject)
        else:
            first = processor_seconds(subject)
            second = processor_seconds(opponent)
        times.append((first, second))
    return times[1:]


def middle_ratio(times: list[tuple[float, float]]) -> float:
    """The median over the rounds of the subject's time divided by the opponent's in the same round."""
    return median(first / second for first, second in times)


def spread(times: list[tuple[float, float]]) -> str:
    """The smallest and the largest ratio of a round."""
    ratios = [first / second for first, second in times]
    return f"{min(ratios):.3g} to {max(ratios):.3g} in {len(ratios)} rounds"


def milliseconds(times: list[float]) -> str:
    return f"{median(times) * 1000:.1f} ms"
