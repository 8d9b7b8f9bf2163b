"""Pictures as SVG as wide as there is room: places across are percentages, and letters stay outside.

No chart library is used: what they draw has letters and colours of its own, and shrinks on a phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from study.intervals import Interval

BINS = 40
HEIGHT = 96
"""Pixels of a histogram."""


def interval(of: Interval, most: float, said: str) -> str:
    """An interval on an axis from -`most` to `most`; `said` tells it to who cannot see it."""

    def across(value: float) -> str:
        return f"{50 + 50 * max(-1.0, min(1.0, value / most)):.2f}%"

    return (
        f'<svg class="interval{" clear" if of.misses_zero else ""}" role="img" aria-label="{escape(said)}">'
        '<line class="zero" x1="50%" x2="50%" y1="0" y2="100%"/>'
        f'<line class="reach" x1="{across(of.low)}" x2="{across(of.high)}" y1="50%" y2="50%"/>'
        f'<circle cx="{across(of.value)}" cy="50%" r="4.5"/></svg>'
    )


def histogram(of: Mapping[int, int], last: int, tallest: float, said: str) -> str:
    """Bars for the shares of the numbers up to `last`, the highest possible one being `tallest`."""
    shares = binned(of, last)
    width = 100 / len(shares)
    bars = "".join(
        f'<rect x="{n * width:.3f}%" width="{width * 0.9:.3f}%" y="{100 - 100 * part / tallest:.2f}%" '
        f'height="{100 * part / tallest:.2f}%"/>'
        for n, part in enumerate(shares)
        if part
    )
    return f'<svg class="bars" height="{HEIGHT}" role="img" aria-label="{escape(said)}">{bars}</svg>'


def binned(of: Mapping[int, int], last: int) -> Sequence[float]:
    """The share of each of at most `BINS` bins from 0 to `last`; what is above is in none."""
    total, number = sum(of.values()) or 1, min(BINS, last + 1)
    counts = [0] * number
    for value, times in of.items():
        if value <= last:
            counts[min(value * number // (last + 1), number - 1)] += times
    return [count / total for count in counts]


def axis(ends: Sequence[str]) -> str:
    """What stands under a picture, from its left to its right end."""
    return '<div class="axis">' + "".join(f"<span>{escape(end)}</span>" for end in ends) + "</div>"
