"""Numbers made of wires: in order, a wire for each step of the range, or in binary.

In order a sum of few values is found by looking at bounds alone, which a solver of clauses does without
search; that is what counters need. Places in long rows are binary. Every constructor keeps the range of what
it makes, so no number is ever too long for its wires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from verify.bits import NO, YES, Circuit, Wire

MOST_STEPS = 130
"""Up to so many values a number is kept in order."""
MOST_CELLS = 4500
"""Up to so many pairs of values, a sum is told by its pairs."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A number from `lo` on; the i-th wire tells whether it is at least `lo` + 1 + i."""

    lo: int
    steps: tuple[Wire, ...]

    @property
    def hi(self) -> int:
        return self.lo + len(self.steps)

    def at_least(self, value: int) -> Wire:
        if value <= self.lo:
            return YES
        return NO if value > self.hi else self.steps[value - self.lo - 1]


@dataclass(frozen=True, slots=True)
class Binary:
    """A number from `lo` on: `lo` and the bits, the lowest first."""

    lo: int
    bits: tuple[Wire, ...]

    @property
    def hi(self) -> int:
        return self.lo + (1 << len(self.bits)) - 1


Numeral: TypeAlias = "Ordered | Binary"


class Numerals:
    """Numbers of one circuit."""

    def __init__(self, circuit: Circuit) -> None:
        self._c = circuit
        self._binary: dict[tuple[Ordered, int, int], tuple[Wire, Binary]] = {}

    # making -----------------------------------------------------------------------------------------------

    def known(self, value: int) -> Ordered:
        return Ordered(value, ())

    def fresh(self, lo: int, hi: int, binary: bool = False) -> Numeral:
        """A number of which only the range is known; binary ones may be above `hi` until `within` is said."""
        if binary or hi - lo >= MOST_STEPS:
            return Binary(lo, tuple(self._c.several((hi - lo).bit_length())))
        steps = self._c.several(hi - lo)
        for lower, higher in pairwise(steps):
            self._c.say(-higher, lower)
        return Ordered(lo, tuple(steps))

    # looking ----------------------------------------------------------------------------------------------

    def at_least(self, a: Numeral, value: int) -> Wire:
        if isinstance(a, Ordered):
            return a.at_least(value)
        if value <= a.lo:
            return YES
        return NO if value > a.hi else self._not_below(a.bits, value - a.lo)

    def _not_below(self, bits: tuple[Wire, ...], value: int) -> Wire:
        """Whether bits are at least a known number."""
        result = YES
        for i, bit in enumerate(bits):
            result = self._c.both(bit, result) if value >> i & 1 else self._c.either(bit, result)
        return result

    def is_value(self, a: Numeral, value: int) -> Wire:
        if isinstance(a, Ordered):
            return self._c.both(a.at_least(value), -a.at_least(value + 1))
        if not a.lo <= value <= a.hi:
            return NO
        wanted = value - a.lo
        return self._c.both(*(bit if wanted >> i & 1 else -bit for i, bit in enumerate(a.bits)))

    def binary(self, a: Numeral, lo: int, width: int) -> tuple[Wire, Binary]:
        """The number in bits from `lo` on, and whether it is one of those that fit."""
        if isinstance(a, Binary):
            return self._moved(a, lo, width)
        key = (a, lo, width)
        if key not in self._binary:
            self._binary[key] = self._from_steps(a, lo, width)
        return self._binary[key]

    def _from_steps(self, a: Ordered, lo: int, width: int) -> tuple[Wire, Binary]:
        top = lo + (1 << width)
        values = range(max(a.lo, lo), min(a.hi + 1, top))
        bits = []
        for i in range(width):
            runs = (v for v in values if (v - lo) >> i & 1)
            bits.append(self._c.either(*(self.is_value(a, v) for v in runs)))
        fits = self._c.both(a.at_least(lo), -a.at_least(top))
        return fits, Binary(lo, tuple(bits))

    def _moved(self, a: Binary, lo: int, width: int) -> tuple[Wire, Binary]:
        gap = a.lo - lo
        if gap == 0 and width == len(a.bits):
            return YES, a
        # One bit more than either needs: what is below `lo` has its highest bit set.
        whole = max(len(a.bits), width, abs(gap).bit_length()) + 1
        bits = self._added(a.bits, _constant(gap, whole), whole)
        return self._c.both(*(-b for b in bits[width:])), Binary(lo, bits[:width])

    # calculating ------------------------------------------------------------------------------------------

    def shifted(self, a: Numeral, by: int) -> Numeral:
        return Ordered(a.lo + by, a.steps) if isinstance(a, Ordered) else Binary(a.lo + by, a.bits)

    def minus(self, a: Numeral) -> Numeral:
        if isinstance(a, Ordered):
            return Ordered(-a.hi, tuple(-w for w in reversed(a.steps)))
        return Binary(-a.hi, tuple(-b for b in a.bits))

    def times(self, a: Numeral, factor: int) -> Numeral:
        if factor < 0:
            return self.times(self.minus(a), -factor)
        if factor == 1:
            return a
        if factor == 0:
            return self.known(0)
        if isinstance(a, Ordered) and len(a.steps) * factor <= MOST_STEPS:
            return Ordered(a.lo * factor, tuple(w for w in a.steps for _ in range(factor)))
        once, rest = self.times(a, factor % 2), self.times(self.add(a, a), factor // 2)
        return self.add(once, rest)

    def add(self, a: Numeral, b: Numeral) -> Numeral:
        if a.lo == a.hi:
            return self.shifted(b, a.lo)
        if b.lo == b.hi:
            return self.shifted(a, b.lo)
        if isinstance(a, Ordered) and isinstance(b, Ordered):
            if len(a.steps) * len(b.steps) <= MOST_CELLS and len(a.steps) + len(b.steps) <= MOST_STEPS:
                return self._add_ordered(a, b)
        lo, width = a.lo + b.lo, (a.hi - a.lo + b.hi - b.lo).bit_length()
        x, y = self._plain(a), self._plain(b)
        return Binary(lo, self._added(x.bits, y.bits, width))

    def _plain(self, a: Numeral) -> Binary:
        """The number in bits from its own lowest value on."""
        return a if isinstance(a, Binary) else self.binary(a, a.lo, (a.hi - a.lo).bit_length())[1]

    def _add_ordered(self, a: Ordered, b: Ordered) -> Ordered:
        result = self.fresh(a.lo + b.lo, a.hi + b.hi)
        assert isinstance(result, Ordered)
        for i in range(a.lo, a.hi + 1):
            for j in range(b.lo, b.hi + 1):
                self._c.say(-a.at_least(i), -b.at_least(j), result.at_least(i + j))
                self._c.say(a.at_least(i + 1), b.at_least(j + 1), -result.at_least(i + j + 1))
        return result

    def _added(self, a: tuple[Wire, ...], b: tuple[Wire, ...], width: int) -> tuple[Wire, ...]:
        """The lowest `width` bits of the sum."""
        carry, found = NO, []
        for i in range(width):
            low, carry = self._c.half(_bit(a, i), _bit(b, i), carry)
            found.append(low)
        return tuple(found)

    def multiply(self, a: Numeral, b: Numeral) -> Numeral:
        """Case by case of the number with the smaller range."""
        if a.hi - a.lo > b.hi - b.lo:
            a, b = b, a
        return self.select(
            [(self.is_value(a, v), self.times(b, v)) for v in range(a.lo, a.hi + 1)],
        )

    # choosing ---------------------------------------------------------------------------------------------

    def choose(self, test: Wire, a: Numeral, b: Numeral) -> Numeral:
        if test in (YES, NO) or a == b:
            return b if test == NO else a
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        if isinstance(a, Ordered) and isinstance(b, Ordered) and hi - lo < MOST_STEPS:
            values = range(lo + 1, hi + 1)
            steps = (self._c.choose(test, a.at_least(v), b.at_least(v)) for v in values)
            return Ordered(lo, tuple(steps))
        width = (hi - lo).bit_length()
        x, y = self.binary(a, lo, width)[1], self.binary(b, lo, width)[1]
        bits = (self._c.choose(test, p, q) for p, q in zip(x.bits, y.bits, strict=True))
        return Binary(lo, tuple(bits))

    def select(self, cases: list[tuple[Wire, Numeral]]) -> Numeral:
        """The number of the one case that holds; the lowest of all where none does."""
        lo, hi = min(n.lo for _, n in cases), max(n.hi for _, n in cases)
        if hi - lo < MOST_STEPS and all(isinstance(n, Ordered) for _, n in cases):
            return Ordered(lo, tuple(self._any(cases, v) for v in range(lo + 1, hi + 1)))
        width = (hi - lo).bit_length()
        rows = [(test, self.binary(n, lo, width)[1].bits) for test, n in cases]
        bits = (self._c.either(*(self._c.both(w, row[i]) for w, row in rows)) for i in range(width))
        return Binary(lo, tuple(bits))

    def _any(self, cases: list[tuple[Wire, Numeral]], value: int) -> Wire:
        return self._c.either(*(self._c.both(test, self.at_least(n, value)) for test, n in cases))

    # comparing --------------------------------------------------------------------------------------------

    def positive(self, a: Numeral) -> Wire:
        return self.at_least(a, 1)

    def less(self, a: Numeral, b: Numeral) -> Wire:
        if a.hi < b.lo:
            return YES
        if a.lo >= b.hi:
            return NO
        if isinstance(a, Ordered) and isinstance(b, Ordered):
            values = range(a.lo, b.hi)
            gaps = (self._c.both(-a.at_least(v + 1), b.at_least(v + 1)) for v in values)
            return self._c.either(*gaps)
        lo = min(a.lo, b.lo)
        width = (max(a.hi, b.hi) - lo).bit_length()
        x, y = self.binary(a, lo, width)[1], self.binary(b, lo, width)[1]
        result = NO
        for p, q in zip(x.bits, y.bits, strict=True):
            result = self._c.choose(self._c.same(p, q), result, q)
        return result

    def equal(self, a: Numeral, b: Numeral) -> Wire:
        if isinstance(a, Ordered) and isinstance(b, Ordered):
            values = range(max(a.lo, b.lo), min(a.hi, b.hi) + 1)
            if len(values) <= 1:
                return self._c.either(
                    *(self._c.both(self.is_value(a, v), self.is_value(b, v)) for v in values)
                )
            return self._same_steps(a, b)
        if isinstance(a, Ordered):
            a, b = b, a
        assert isinstance(a, Binary)
        fits, other = self.binary(b, a.lo, len(a.bits))
        alike = (self._c.same(p, q) for p, q in zip(a.bits, other.bits, strict=True))
        return self._c.both(fits, *alike)

    def _same_steps(self, a: Ordered, b: Ordered) -> Wire:
        values = range(min(a.lo, b.lo) + 1, max(a.hi, b.hi) + 1)
        return self._c.both(*(self._c.same(a.at_least(v), b.at_least(v)) for v in values))

    def equate(self, a: Numeral, b: Numeral) -> None:
        """Both are the same number."""
        if isinstance(a, Ordered) and isinstance(b, Ordered):
            for v in range(min(a.lo, b.lo) + 1, max(a.hi, b.hi) + 1):
                self._c.equate(a.at_least(v), b.at_least(v))
        else:
            self._c.say(self.equal(a, b))


def _bit(bits: tuple[Wire, ...], i: int) -> Wire:
    return bits[i] if i < len(bits) else NO


def _constant(value: int, width: int) -> tuple[Wire, ...]:
    return tuple(YES if value >> i & 1 else NO for i in range(width))


Valued: TypeAlias = Callable[[Wire], bool]


def value_of(a: Numeral, holds: Valued) -> int:
    """The number under a valuation of the wires."""
    if isinstance(a, Ordered):
        return a.lo + sum(holds(w) for w in a.steps)
    return a.lo + sum(1 << i for i, bit in enumerate(a.bits) if holds(bit))


Choice: TypeAlias = Mapping[int, Wire]
"""One of several cards: for each that it can be, whether it is."""
