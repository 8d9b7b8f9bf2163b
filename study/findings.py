"""The numbers of a study, each with its interval; `docs/study.md` says what they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from study.counted import CHOICES, FORCED, Counted
from study.intervals import Interval, Moments, mean, quantile, quantile_between, ratio, share

QUANTILES = (10, 50, 90, 99)
"""Percent of the matches that are not longer."""


@dataclass(frozen=True, slots=True)
class Share:
    """`number` cases `of` so many, with the interval of the share; `interval` is None without any case."""

    number: int
    of: int
    interval: Interval | None

    @staticmethod
    def among(number: int, of: int) -> Share:
        return Share(number, of, share(number, of))


@dataclass(frozen=True, slots=True)
class Quantile:
    """`percent` of the matches do not exceed `value`; the true value lies from `low` to `high`."""

    percent: int
    value: int
    low: int
    high: int


@dataclass(frozen=True)
class Spread:
    """A number that each match gives: its histogram, mean and quantiles. There is at least one match."""

    histogram: Mapping[int, int]
    mean: Interval
    quantiles: tuple[Quantile, ...]

    @property
    def lowest(self) -> int:
        return min(self.histogram)

    @property
    def highest(self) -> int:
        return max(self.histogram)

    def at(self, percent: int) -> int:
        found = quantile(self.histogram, percent)
        assert found is not None
        return found


def spread(histogram: Mapping[int, int]) -> Spread | None:
    """None without any match."""
    middle = mean(Moments.of(histogram))
    if middle is None:
        return None
    return Spread(histogram, middle, tuple(_quantile(histogram, percent) for percent in QUANTILES))


def _quantile(histogram: Mapping[int, int], percent: int) -> Quantile:
    value, between = quantile(histogram, percent), quantile_between(histogram, percent)
    assert value is not None and between is not None
    return Quantile(percent, value, *between)


# outcomes: shares of the finished matches -----------------------------------------------------------------


def wins(of: Counted, seat: int, first: int | None = None) -> Share:
    """How often the seat won, of the matches that `first` began (None: all)."""
    return _results(of, lambda winners, _: seat in winners, first)


def losses(of: Counted, seat: int, first: int | None = None) -> Share:
    return _results(of, lambda _, losers: seat in losers, first)


def draws(of: Counted, first: int | None = None) -> Share:
    """Matches with neither winners nor losers."""
    return _results(of, lambda winners, losers: not winners and not losers, first)


def _results(
    of: Counted, holds: Callable[[tuple[int, ...], tuple[int, ...]], bool], first: int | None
) -> Share:
    results = [(key, n) for key, n in of.totals.results.items() if first in (None, key[0])]
    return Share.among(sum(n for key, n in results if holds(key[2], key[3])), sum(n for _, n in results))


def first_wins(of: Counted) -> Share:
    """How often whoever made the first ply won."""
    results = of.totals.results.items()
    return Share.among(sum(n for key, n in results if key[0] in key[2]), of.finished)


def first_loses(of: Counted) -> Share:
    results = of.totals.results.items()
    return Share.among(sum(n for key, n in results if key[0] in key[3]), of.finished)


def stopped(of: Counted) -> Share:
    """Matches that were stopped at the cap, of those that met no fault."""
    return Share.among(of.unfinished, of.finished + of.unfinished)


def ended_by(of: Counted) -> dict[str, int]:
    """How many matches each ending ended, by name."""
    found: dict[str, int] = {}
    for (_, name, _, _), n in sorted(of.totals.results.items()):
        found[name] = found.get(name, 0) + n
    return found


# play -----------------------------------------------------------------------------------------------------


def branching(of: Counted) -> Interval | None:
    """Legal actions in the mean over all plies."""
    return ratio(of.by_ply[CHOICES]) if CHOICES in of.by_ply else None


def forced(of: Counted) -> Interval | None:
    """The share of the plies with a single legal action."""
    return ratio(of.by_ply[FORCED]) if FORCED in of.by_ply else None


def per_match(of: Counted, move: str) -> Interval | None:
    """How often the move was made, in the mean over all matches."""
    return ratio(of.by_match[move]) if move in of.by_match else None


def never_made(of: Counted) -> tuple[str, ...]:
    """The moves that no match has."""
    return tuple(move for move in of.by_match if not of.totals.moves.get(move))


def never_ended(of: Counted, endings: tuple[str, ...]) -> tuple[str, ...]:
    """The endings that did not hold in any match or deal."""
    return tuple(name for name in endings if not of.totals.endings.get(name))
