"""Pictures in letters: bars, histograms, intervals. Any terminal can show them; with `letters` any at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(part: float, width: int, letters: bool = False) -> str:
    """A bar of `part` (0 to 1) of the width, in columns; anything above 0 can be seen."""
    if letters:
        return "#" * max(round(part * width), part > 0)
    eighths = max(round(part * width * 8), part > 0)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (EIGHTHS[rest] if rest else "")


@dataclass(frozen=True, slots=True)
class Bin:
    """How many numbers there are from `low` to `high`, both included."""

    low: int
    high: int
    number: int


def step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, ... that divides the span into at most so many parts."""
    least = max(span / most, 1)
    unit = 10 ** floor(log10(least))
    return next(int(n * unit) for n in (1, 2, 5, 10) if n * unit >= least)


def bins(histogram: Mapping[int, int], last: int, most: int = 14) -> tuple[Bin, ...]:
    """Bins of one width up to `last`, and one for all above; none for an empty histogram."""
    if not histogram:
        return ()
    lowest, highest = min(histogram), max(histogram)
    size = step(last - lowest + 1, most)
    start = lowest // size * size
    number = ceil((last - start + 1) / size)
    counts = [0] * (number + 1)
    for value, times in histogram.items():
        counts[min((value - start) // size, number)] += times
    found = [Bin(start + n * size, start + (n + 1) * size - 1, counts[n]) for n in range(number)]
    if counts[number]:
        found.append(Bin(start + number * size, highest, counts[number]))
    return tuple(found)


def histogram(of: Sequence[Bin], width: int, letters: bool = False) -> Iterator[str]:
    """A line for each bin, its bar in a field of `width` columns, its share of all."""
    most, total = max(b.number for b in of), sum(b.number for b in of)
    labels = [str(b.low) if b.low == b.high else f"{b.low}-{b.high}" for b in of]
    space = max(map(len, labels))
    for label, found in zip(labels, of, strict=True):
        drawn = bar(found.number / most, width, letters)
        yield f"{label:>{space}}  {drawn:<{width}}  {percent(found.number / total)}"


def percent(part: float, digits: int = 1) -> str:
    """A share in a field of seven columns: ` 12.3 %`."""
    return f"{100 * part:5.{digits}f} %"


def interval(
    low: float, value: float, high: float, ends: tuple[float, float], width: int, letters: bool
) -> str:
    """An interval between two ends of an axis, which it must overlap, with zero marked if that is between."""
    first, last = ends

    def column(at: float) -> int:
        return min(width - 1, max(0, round((at - first) / (last - first) * (width - 1))))

    line, middle, zero = ("-", "o", "|") if letters else ("━", "●", "┊")
    drawn = [" "] * width
    if first <= 0 <= last:
        drawn[column(0)] = zero
    for at in range(column(low), column(high) + 1):
        drawn[at] = line
    drawn[column(value)] = middle
    return "".join(drawn).rstrip()
