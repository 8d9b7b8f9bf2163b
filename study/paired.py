"""Rules against each other on the same matches: what changes from the first to each of the others.

Match i of each has the same seed and index, so where the set-up is the same the deal is the same too, and so
are the draws of the players as long as the matches run alike. Differences are taken match by match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from interpreter.fast.totals import Row
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.record import Notation
from players.registry import make_player
from study.counted import Counted, batch
from study.intervals import NORMAL, Interval, Moments, Pairs, mean, mean_at_any_time, rho_for
from study.playing import player
from study.simulate import Plan

LEAST = 200
"""Pairs before a comparison may stop: the theory is about many."""
LOOKED_AT = 16
"""Deals that are compared card by card."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that each finished match gives; a `rate` is 0 or 1."""

    name: str
    rate: bool
    of: Callable[[Row], int]


def measures(seats: int) -> tuple[Measure, ...]:
    """All that is compared, for games of so many seats."""
    return (
        *(_wins(seat) for seat in range(seats)),
        Measure("who begins wins", True, lambda row: int(row.first in row.winners)),
        Measure("draws", True, lambda row: int(not row.winners and not row.losers)),
        Measure("moves", False, lambda row: row.plies),
        Measure("turns", False, lambda row: row.turns),
    )


def _wins(seat: int) -> Measure:
    return Measure(f"seat {seat + 1} wins", True, lambda row: int(seat in row.winners))


@dataclass(frozen=True)
class Compared:
    """`each` of the contenders alone, and for all but the first its matches paired with those of the first.

    In `pairs`, by measure, x is of the first and y of the other, over the matches that both have finished.
    """

    each: tuple[Counted, ...]
    pairs: tuple[Mapping[str, Pairs], ...]

    def add(self, other: Compared) -> Compared:
        """Both together; raises `Doubled` if a match is in both."""
        return Compared(
            tuple(a.add(b) for a, b in zip(self.each, other.each, strict=True)),
            tuple(
                {name: a[name] + b[name] for name in a} for a, b in zip(self.pairs, other.pairs, strict=True)
            ),
        )


def contest(plans: tuple[Plan, ...]) -> Callable[[range], Compared]:
    """The work of a process: a batch is answered with what came of it under each of the plans."""
    players = [player(plan) for plan in plans]
    asked = measures(plans[0].game.seats)

    def answer(indices: range) -> Compared:
        played = [who.both(indices) for who in players]
        each = [
            batch(indices, found, [m.name for m in plan.game.moves])
            for (found, _), plan in zip(played, plans, strict=True)
        ]
        rows = [found for _, found in played]
        return Compared(tuple(each), tuple(paired(rows[0], other, asked) for other in rows[1:]))

    return answer


def paired(first: Sequence[Row], other: Sequence[Row], asked: Iterable[Measure]) -> dict[str, Pairs]:
    """The sums over the matches that both have finished."""
    both = [(a, b) for a, b in zip(first, other, strict=True) if _finished(a) and _finished(b)]
    return {measure.name: _sums([(measure.of(a), measure.of(b)) for a, b in both]) for measure in asked}


def _finished(row: Row) -> bool:
    return row.ending is not None and row.fault is None


def _sums(values: Sequence[tuple[int, int]]) -> Pairs:
    return Pairs(
        len(values),
        sum(x for x, _ in values),
        sum(y for _, y in values),
        sum(x * x for x, _ in values),
        sum(x * y for x, y in values),
        sum(y * y for _, y in values),
    )


# differences ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """A measure of two contenders and how much more the second one has; None without a pair."""

    measure: Measure
    pairs: Pairs
    interval: Interval | None

    @property
    def values(self) -> tuple[float, float] | None:
        return (self.pairs.x / self.pairs.n, self.pairs.y / self.pairs.n) if self.pairs.n else None

    @property
    def saved(self) -> float | None:
        """How many times the matches would have been needed on deals of their own; None if unknown."""
        own = _variance(Moments(self.pairs.n, self.pairs.x, self.pairs.xx))
        own += _variance(Moments(self.pairs.n, self.pairs.y, self.pairs.yy))
        together = _variance(_moments(self.pairs))
        return own / together if together > 0 else None


def differences(of: Compared, which: int, rho: float | None = None) -> tuple[Difference, ...]:
    """From the first contender to number `which` (from 1), for each measure.

    With `rho` the intervals hold at any time (`mean_at_any_time`), else for a fixed number of matches.
    """
    pairs = of.pairs[which - 1]
    asked = measures(_seats(pairs))
    return tuple(Difference(m, pairs[m.name], _interval(m, pairs[m.name], rho)) for m in asked)


def _seats(pairs: Mapping[str, Pairs]) -> int:
    return sum(name.startswith("seat ") for name in pairs)


def _interval(measure: Measure, pairs: Pairs, rho: float | None) -> Interval | None:
    """Rates get half a case more in each of the four cells, for the spread alone (Agresti and Min 2005)."""
    if pairs.n < 2:
        return None
    found = _moments(pairs)
    spread = Moments(found.n + 2, found.sum, found.squares + 1) if measure.rate else found
    around = mean(spread) if rho is None else mean_at_any_time(spread, rho)
    assert around is not None
    value = found.mean
    return Interval(value, value - around.reach, value + around.reach)


def _moments(pairs: Pairs) -> Moments:
    return Moments(pairs.n, pairs.y - pairs.x, pairs.xx - 2 * pairs.xy + pairs.yy)


def _variance(of: Moments) -> float:
    return of.variance if of.n > 1 else 0.0


def needed(of: Compared, within: float, rho: float) -> int:
    """About how many matches it will be until all rates are known that well, by what is known now."""
    found = [d.interval for n in range(1, len(of.each)) for d in differences(of, n, rho) if d.measure.rate]
    widest = max((interval.reach for interval in found if interval is not None), default=within)
    return ceil(max(1.0, widest / within) ** 2 * of.each[0].totals.matches)


def narrow(of: Compared, within: float, rho: float) -> bool:
    """Whether the interval of each rate reaches no further than `within`."""
    found = [d for which in range(1, len(of.each)) for d in differences(of, which, rho) if d.measure.rate]
    return all(d.pairs.n >= LEAST and d.interval is not None and d.interval.reach <= within for d in found)


def likely(within: float) -> int:
    """After about how many matches two rates that have nothing in common are known so well."""
    return ceil((NORMAL * 1.55 * sqrt(0.5) / within) ** 2)


def settled_rho(within: float) -> float:
    """The setting of intervals that are to become so narrow, made before the first match.

    They are narrowest an eighth of the way to where two rates that have nothing in common would be known: it
    costs little at the end, and what is known earlier is of use.
    """
    return rho_for(likely(within) / 8)


# deals ----------------------------------------------------------------------------------------------------


def same_deals(a: Plan, b: Plan) -> tuple[int, int]:
    """How many of the first deals are the same in both, and of how many."""
    indices = range(min(LOOKED_AT, a.matches))
    return sum(_dealt(a, i) == _dealt(b, i) for i in indices), len(indices)


def _dealt(plan: Plan, index: int) -> object:
    """Where the cards lie when the set-up is done, in words; None if it cannot be done."""
    engine = Evaluator(plan.game, plan.options)
    try:
        match = Match(engine, [make_player(name) for name in plan.players], plan.seed, index)
        while match.start is None:
            match.advance()
    except Fault:
        return None
    return Notation(engine).place(match.start).zones
