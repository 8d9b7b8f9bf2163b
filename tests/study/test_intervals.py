"""Intervals against published values, against sums done the long way, and against what they promise."""

from __future__ import annotations

from math import isinf, sqrt

import pytest

from interpreter.run.rng import stream
from study.intervals import (
    NORMAL,
    Interval,
    Moments,
    Pairs,
    mean,
    mean_at_any_time,
    quantile,
    quantile_between,
    ratio,
    rho_for,
    share,
)


@pytest.mark.parametrize(
    ("number", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29
        (81, 263, 0.2553, 0.3662),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_shares_have_the_published_intervals(number: int, of: int, low: float, high: float) -> None:
    found = share(number, of)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_nothing_is_said_of_nothing() -> None:
    assert share(0, 0) is None and mean(Moments()) is None and ratio(Pairs()) is None
    assert quantile({}, 50) is None and quantile_between({}, 50) is None
    few = mean(Moments.of({3: 2}))
    assert few is not None and isinf(few.high)


def test_a_mean_is_that_of_the_numbers() -> None:
    numbers = [n * n % 17 for n in range(40)]
    found = mean(Moments.of({n: numbers.count(n) for n in set(numbers)}))
    middle = sum(numbers) / 40
    spread = sqrt(sum((n - middle) ** 2 for n in numbers) / 39)
    assert found is not None
    assert found.value == pytest.approx(middle)
    assert found.reach == pytest.approx(NORMAL * spread / sqrt(40))


def test_a_ratio_has_the_spread_of_its_batches() -> None:
    batches = [(n % 7, 5 + n % 3) for n in range(60)]
    total = Pairs()
    for x, y in batches:
        total = total + Pairs.of(x, y)
    found = ratio(total)
    value = sum(x for x, _ in batches) / sum(y for _, y in batches)
    rest = sum((x - value * y) ** 2 for x, y in batches) * 60 / 59
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.reach == pytest.approx(NORMAL * sqrt(rest) / sum(y for _, y in batches))


@pytest.mark.parametrize(
    ("percent", "value"), [(1, 10), (25, 10), (26, 20), (50, 20), (75, 30), (99, 40), (100, 40)]
)
def test_quantiles_are_numbers_that_occurred(percent: int, value: int) -> None:
    histogram = {30: 1, 10: 1, 20: 1, 40: 1}
    assert quantile(histogram, percent) == value
    between = quantile_between(histogram, percent)
    assert between is not None and between[0] <= value <= between[1]


def _walk(seed: int, steps: int) -> list[int]:
    """Independent numbers -1, 0, 1 with mean 0, as differences of rates are."""
    chance = stream(seed, 0, 1)
    return [(0, 0, 1, -1)[chance.below(4)] for _ in range(steps)]


def test_stopping_when_one_likes_makes_no_interval_lie() -> None:
    """Looked at after every 20 numbers, the one interval misses too often and the other does not."""
    rho = rho_for(1000)
    missed = {"once": 0, "ever": 0}
    studies = 200
    for seed in range(studies):
        n = total = squares = 0
        out = set()
        for place, value in enumerate(_walk(seed, 2000), 1):
            n, total, squares = n + 1, total + value, squares + value * value
            if place >= 200 and place % 20 == 0:
                moments = Moments(n, total, squares)
                for name, found in (("once", mean(moments)), ("ever", mean_at_any_time(moments, rho))):
                    assert found is not None
                    out |= {name} if found.misses_zero else set()
        for name in out:
            missed[name] += 1
    assert missed["once"] > 0.15 * studies
    assert missed["ever"] <= 0.05 * studies


def test_the_setting_of_a_sequence_is_narrowest_where_it_should_be() -> None:
    moments = Moments(1000, 0, 500)

    def reach(numbers: float) -> float:
        found = mean_at_any_time(moments, rho_for(numbers))
        assert found is not None
        return found.reach

    assert reach(1000) < min(reach(100), reach(10_000))


def test_an_interval_knows_its_sides() -> None:
    assert Interval(0.2, 0.1, 0.5).reach == pytest.approx(0.3)
    assert Interval(0.2, 0.1, 0.5).misses_zero and not Interval(0.2, -0.1, 0.5).misses_zero
