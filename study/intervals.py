"""How far what was counted may be from what it stands for: intervals that hold in 19 of 20 studies.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (JASA 22, 1927)
for shares; the central limit theorem for means; W. G. Cochran, "Sampling Techniques" (1977), chapter 6, for
ratios; H. A. David and H. N. Nagaraja, "Order Statistics" (2003), section 7.1, for quantiles; and for means
that are looked at more than once I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences" (Annals of Statistics 52, 2024), after
H. Robbins (1970).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, inf, log, sqrt

LEVEL = 0.95
"""In this share of all studies an interval holds the true value."""
NORMAL = 1.959963984540054
"""The point that a standard normal variable exceeds, to either side, in one case of twenty."""
ENOUGH = 20
"""Numbers, or batches, from which on their spread is worth something."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and how far the true one may be from it: `low` <= `value` <= `high`."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """The longer one of the two ways from the value to an end."""
        return max(self.high - self.value, self.value - self.low)

    @property
    def misses_zero(self) -> bool:
        """Whether the interval lies on one side of zero altogether."""
        return self.low > 0 or self.high < 0


def share(number: int, of: int) -> Interval | None:
    """The share `number` / `of` with Wilson's score interval; None without any trial."""
    if of == 0:
        return None
    p, z2 = number / of, NORMAL * NORMAL
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = NORMAL / (1 + z2 / of) * sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low = 0.0 if number == 0 else max(0.0, middle - half)
    high = 1.0 if number == of else min(1.0, middle + half)
    return Interval(p, low, high)


@dataclass(frozen=True, slots=True)
class Moments:
    """How many numbers, their sum and the sum of their squares: whole numbers, so that no order matters."""

    n: int = 0
    sum: int = 0
    squares: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.sum + other.sum, self.squares + other.squares)

    @staticmethod
    def of(histogram: Mapping[int, int]) -> Moments:
        """Of numbers that occurred so many times each."""
        items = histogram.items()
        return Moments(
            sum(histogram.values()), sum(v * n for v, n in items), sum(v * v * n for v, n in items)
        )

    @property
    def mean(self) -> float:
        """Of at least one number."""
        return self.sum / self.n

    @property
    def variance(self) -> float:
        """The unbiased estimate; infinite for fewer than two numbers. Never negative."""
        if self.n < 2:
            return inf
        return (self.n * self.squares - self.sum * self.sum) / (self.n * (self.n - 1))


def mean(of: Moments) -> Interval | None:
    """The mean of independent numbers by the central limit theorem; None without any.

    The ends are infinite for fewer than `ENOUGH` numbers.
    """
    if of.n == 0:
        return None
    if of.n < ENOUGH:
        return Interval(of.mean, -inf, inf)
    half = NORMAL * sqrt(of.variance / of.n)
    return Interval(of.mean, of.mean - half, of.mean + half)


def mean_at_any_time(of: Moments, rho: float) -> Interval | None:
    """The same with an interval that holds however often it was looked at and whatever made one stop.

    `rho`, from `rho_for`, must have been settled before the first look.
    """
    if of.n == 0:
        return None
    t, r = of.n, rho * rho
    scale = sqrt(2 * (t * r + 1) / (t * t * r) * log(sqrt(t * r + 1) / (1 - LEVEL)))
    half = sqrt(of.variance) * scale
    return Interval(of.mean, of.mean - half, of.mean + half)


def rho_for(numbers: float) -> float:
    """The setting of `mean_at_any_time` that is narrowest after about so many numbers."""
    least = -2 * log(1 - LEVEL)
    return sqrt((least + log(least + 1)) / numbers)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Sums over batches of matches, of which each gives two whole numbers `x` and `y`."""

    n: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(
            self.n + other.n,
            self.x + other.x,
            self.y + other.y,
            self.xx + other.xx,
            self.xy + other.xy,
            self.yy + other.yy,
        )

    @staticmethod
    def of(x: int, y: int) -> Pairs:
        """One batch."""
        return Pairs(1, x, y, x * x, x * y, y * y)


def ratio(of: Pairs) -> Interval | None:
    """All `x` by all `y`, the spread taken from the batches: what happens within a match is not independent.

    None if there is nothing to divide by; the ends are infinite for fewer than `ENOUGH` batches.
    """
    if of.y == 0:
        return None
    value = of.x / of.y
    if of.n < ENOUGH:
        return Interval(value, -inf, inf)
    # exact: (x - value y)^2 summed over batches, times y^2
    rest = of.xx * of.y * of.y - 2 * of.xy * of.x * of.y + of.yy * of.x * of.x
    half = NORMAL * sqrt(of.n / (of.n - 1) * max(rest, 0)) / (of.y * of.y)
    return Interval(value, value - half, value + half)


def quantile(histogram: Mapping[int, int], percent: int) -> int | None:
    """The number that `percent` (1 to 100) of the numbers do not exceed; None without any."""
    of = sum(histogram.values())
    return _ranked(histogram, -(-percent * of // 100)) if of else None


def quantile_between(histogram: Mapping[int, int], percent: int) -> tuple[int, int] | None:
    """Between which two of the numbers the true quantile lies; None without any."""
    of = sum(histogram.values())
    if of == 0:
        return None
    p = percent / 100
    half = NORMAL * sqrt(of * p * (1 - p))
    low, high = max(1, floor(of * p - half)), min(of, floor(of * p + half) + 1)
    return _ranked(histogram, low), _ranked(histogram, high)


def _ranked(histogram: Mapping[int, int], rank: int) -> int:
    """The number at this place, from 1, in ascending order."""
    passed = 0
    for value in sorted(histogram):
        passed += histogram[value]
        if passed >= rank:
            return value
    raise ValueError(f"there are {passed} numbers, and no number {rank}")
