"""Numbers with their intervals in words, the same in a terminal and on a page."""

from __future__ import annotations

from math import isfinite

from study.goals import Goal
from study.intervals import Interval


def rate(found: Interval | None) -> str:
    """A share in percent, with how far its interval reaches."""
    return "-" if found is None else f"{_reaching(found, 100)} %"


def number(found: Interval | None) -> str:
    """The same for any other number."""
    return "-" if found is None else _reaching(found, 1)


def goal_told(goal: Goal, found: Interval | None) -> str:
    """How near something comes to a goal."""
    return rate(found) if goal.share else number(found)


def _reaching(found: Interval, times: int) -> str:
    shown = f"{times * found.value:.1f}"
    return f"{shown} ± {times * found.reach:.1f}" if isfinite(found.reach) else shown
