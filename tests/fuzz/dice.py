"""Dice for the campaign: case `index` of a seed is the same everywhere, whatever ran before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.run.rng import Stream, stream

T = TypeVar("T")
PURPOSE = 9_000


class Dice:
    """Choices for one case."""

    def __init__(self, seed: int, index: int) -> None:
        self._stream: Stream = stream(seed, index, PURPOSE)

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1; 0 where there is nothing to choose."""
        return self._stream.below(n) if n > 1 else 0

    def one(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def chance(self, of: int) -> bool:
        """True once in `of` times."""
        return self.below(of) == 0

    def size(self, most: int) -> int:
        """A number from 1 to `most`, small ones more often."""
        return 1 + self.below(1 + self.below(most))
