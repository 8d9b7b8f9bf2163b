"""Many settings of the options of one game, played with the same seed, and how near they come to goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, sqrt

from interpreter.ir.types import Value
from study.batches import batches
from study.counted import Counted, batch
from study.goals import Goal
from study.intervals import Interval
from study.playing import Player, player
from study.simulate import Plan

Task = tuple[int, range]
"""A setting's place, and matches of it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """An option with the values that it is given, and how these are written."""

    name: str
    values: tuple[Value, ...]
    written: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """Where it stands on each axis; `refused` is why the rules do not let a match begin with it."""

    places: tuple[int, ...]
    options: Mapping[str, Value]
    refused: str | None = None


def settings(
    axes: Sequence[Axis], others: Mapping[str, Value]
) -> Iterator[tuple[tuple[int, ...], dict[str, Value]]]:
    """All settings, the last axis running fastest, with the values of all options."""
    for places in product(*(range(len(axis.values)) for axis in axes)):
        own = {axis.name: axis.values[place] for axis, place in zip(axes, places, strict=True)}
        yield places, {**others, **own}


def tasks(plans: Sequence[Plan | None]) -> Iterator[Task]:
    """All matches of all settings that can be played, one setting after another."""
    for place, plan in enumerate(plans):
        if plan is not None:
            yield from ((place, indices) for indices in batches(plan.matches))


def sweeping(plans: Sequence[Plan | None]) -> Callable[[Task], tuple[int, Counted]]:
    """The work of a process."""
    made: list[tuple[int, Player]] = []

    def answer(task: Task) -> tuple[int, Counted]:
        place, indices = task
        plan = plans[place]
        assert plan is not None, "settings that the rules refuse are not played"
        if not made or made[0][0] != place:
            made[:] = [(place, player(plan))]
        found, _ = made[0][1].count(indices)
        return place, batch(indices, found, [m.name for m in plan.game.moves])

    return answer


# what came of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sweep:
    """`found` is what came of each setting, None where nothing was played."""

    title: str
    axes: tuple[Axis, ...]
    settings: tuple[Setting, ...]
    found: tuple[Counted | None, ...]
    goals: tuple[Goal, ...]

    def name(self, setting: Setting) -> str:
        return ", ".join(f"{a.name}={a.written[p]}" for a, p in zip(self.axes, setting.places, strict=True))

    def measured(self, goal: Goal) -> list[Interval | None]:
        """By setting."""
        return [goal.measure(of) if of is not None and of.finished else None for of in self.found]

    def best(self, goal: Goal) -> int | None:
        """The place of the setting that comes nearest; None if nothing is known of any."""
        known = [(place, found) for place, found in enumerate(self.measured(goal)) if found is not None]
        if not known:
            return None
        nearest = known[0]
        for other in known[1:]:
            nearest = other if goal.better(other[1], nearest[1]) else nearest
        return nearest[0]

    def level(self, goal: Goal) -> list[bool]:
        """Which settings cannot be told from the best one, their errors being taken as independent."""
        best, measured = self.best(goal), self.measured(goal)
        top = measured[best] if best is not None else None
        return [found is not None and top is not None and _level(found, top) for found in measured]

    def parts(self, goal: Goal) -> list[float | None]:
        """Where each setting stands between the worst (0) and the best (1) of them."""
        measured = self.measured(goal)
        known = [found.value for found in measured if found is not None]
        low, high = min(known, default=0.0), max(known, default=0.0)
        if goal.less_is_better:
            low, high = high, low
        return [_part(found, low, high) for found in measured]


def _level(found: Interval, best: Interval) -> bool:
    reach = sqrt(found.reach**2 + best.reach**2)
    return not isfinite(reach) or abs(found.value - best.value) <= reach


def _part(found: Interval | None, worst: float, best: float) -> float | None:
    if found is None:
        return None
    return 1.0 if worst == best else (found.value - worst) / (best - worst)
