"""What a designer may want of rules: measures of a study by name, and which way is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from study import findings
from study.counted import Counted
from study.intervals import Interval, Moments, mean


@dataclass(frozen=True, slots=True)
class Goal:
    """`measure` gives None where nothing can be said; shares are told in percent."""

    name: str
    about: str
    less_is_better: bool
    share: bool
    measure: Callable[[Counted], Interval | None]

    def better(self, a: Interval, b: Interval) -> bool:
        return a.value < b.value if self.less_is_better else a.value > b.value


def unfairness(of: Counted) -> Interval | None:
    """How much better than the worst seat the best one does, in wins less losses by match, halved.

    Seats are looked at as they are, and as they come after whoever begins; the worse of the two counts. For
    two seats of which one wins it is the difference of the shares of wins. The interval takes the best and
    the worst seat as given, so it is too narrow where many seats are about as good.
    """
    seats = 1 + max((seat for key in of.totals.results for seat in (key[0], *key[2], *key[3])), default=0)
    found = [_apart(of, seats, moved) for moved in (False, True)]
    known = [interval for interval in found if interval is not None]
    return max(known, key=lambda i: i.value, default=None)


def _apart(of: Counted, seats: int, moved: bool) -> Interval | None:
    """The best against the worst seat, counted from whoever begins if `moved`."""
    scores = [
        ([_score(key, (key[0] + n) % seats if moved else n) for n in range(seats)], times)
        for key, times in of.totals.results.items()
    ]
    sums = [sum(score[n] * times for score, times in scores) for n in range(seats)]
    if not scores:
        return None
    best, worst = sums.index(max(sums)), sums.index(min(sums))
    histogram: dict[int, int] = {}
    for score, times in scores:
        apart = score[best] - score[worst]
        histogram[apart] = histogram.get(apart, 0) + times
    found = mean(Moments.of(histogram))
    assert found is not None
    return Interval(found.value / 2, found.low / 2, found.high / 2)


def _score(key: tuple[int, str, tuple[int, ...], tuple[int, ...]], seat: int) -> int:
    return (seat in key[2]) - (seat in key[3])


def _length(of: Counted) -> Interval | None:
    found = findings.spread(of.totals.plies)
    return found.mean if found is not None else None


def _changes(of: Counted) -> Interval | None:
    found = findings.spread(of.totals.changes)
    return found.mean if found is not None else None


def _not(found: Interval | None) -> Interval | None:
    return None if found is None else Interval(1 - found.value, 1 - found.high, 1 - found.low)


GOALS: Mapping[str, Goal] = {
    goal.name: goal
    for goal in (
        Goal("fair", "how far apart the best and the worst seat are", True, True, unfairness),
        Goal("short", "moves of a finished match", True, False, _length),
        Goal("long", "moves of a finished match", False, False, _length),
        Goal(
            "decisive",
            "finished matches that are no draw",
            False,
            True,
            lambda of: _not(findings.draws(of).interval),
        ),
        Goal("finishing", "matches that finish", False, True, lambda of: _not(findings.stopped(of).interval)),
        Goal("lively", "how often in a match who alone has the fewest cards changes", False, False, _changes),
        Goal("free", "moves with more than one choice", False, True, lambda of: _not(findings.forced(of))),
    )
}
