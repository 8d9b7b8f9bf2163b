"""How a run of matches is cut: into batches that depend on the run alone, so that it can be split between
processes, machines and days without changing a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

MOST = 4096
"""Batches of one run."""
SMALLEST = 50
"""Matches of the first batches of a run that stops by itself."""
GROWTH = 32
"""Each later batch of such a run is this part of all before it."""


def number(matches: int) -> int:
    """How many batches a run of so many matches has."""
    return min(matches, MOST)


def batches(matches: int, first: int = 0) -> tuple[range, ...]:
    """The indexes of the matches of each batch, as even as can be."""
    parts = number(matches)
    return tuple(
        range(first + n * matches // parts, first + (n + 1) * matches // parts) for n in range(parts)
    )


def part(matches: int, which: int, of: int, first: int = 0) -> tuple[range, ...]:
    """The batches of the part `which` (from 1) of `of` parts; raises `ValueError` if there are too few."""
    parts = number(matches)
    if not 1 <= which <= of <= parts:
        raise ValueError(f"there is no part {which} of {of}: {matches} matches have 1 to {parts} parts")
    return batches(matches, first)[(which - 1) * parts // of : which * parts // of]


def growing(most: int, first: int = 0) -> Iterator[range]:
    """The batches of a run of at most so many matches that is looked at after each of them."""
    done = 0
    for _ in count():
        size = min(max(SMALLEST, done // GROWTH), most - done)
        if size <= 0:
            return
        yield range(first + done, first + done + size)
        done += size
