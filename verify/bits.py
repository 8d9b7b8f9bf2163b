"""Truths as the wires of a circuit, and what a solver of clauses is told of them.

A wire is a whole number above 0, its denial the same number below 0; `YES` and `NO` are known. Each
constructor calculates what it can and gives equal gates one wire, so that known inputs give known outputs and
no clause.
Numbers made of wires stand in `numerals.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

Wire: TypeAlias = int

YES: Final[Wire] = 1
NO: Final[Wire] = -1


class Miswired(ValueError):
    """A fault of the encoder: a wire of another circuit, or none at all."""


class Circuit:
    """Gates and the clauses that say what they are. Wire 1 is true in every circuit."""

    def __init__(self) -> None:
        self.wires = 1
        self.clauses: list[tuple[Wire, ...]] = [(YES,)]
        self._gates: dict[tuple[object, ...], Wire] = {}

    def fresh(self) -> Wire:
        """A wire of which nothing is known."""
        self.wires += 1
        return self.wires

    def several(self, count: int) -> list[Wire]:
        return [self.fresh() for _ in range(count)]

    def say(self, *wires: Wire) -> None:
        """One of these is true."""
        left = [w for w in self._checked(wires) if w != NO]
        if YES not in left and not any(-w in left for w in left):
            self.clauses.append(tuple(dict.fromkeys(left)))

    def _checked(self, wires: Iterable[Wire]) -> Iterator[Wire]:
        for w in wires:
            if not 0 < abs(w) <= self.wires:
                raise Miswired(f"{w} is no wire of a circuit of {self.wires}")
            yield w

    # gates ------------------------------------------------------------------------------------------------

    def both(self, *wires: Wire) -> Wire:
        """All of them; of none, true."""
        parts = dict.fromkeys(w for w in self._checked(wires) if w != YES)
        if NO in parts or any(-w in parts for w in parts):
            return NO
        if len(parts) < 2:
            return next(iter(parts), YES)
        key = ("and", *sorted(parts))
        known = self._gates.get(key)
        if known is None:
            known = self._gates[key] = self.fresh()
            self.clauses += [(-known, w) for w in parts]
            self.clauses.append((known, *(-w for w in parts)))
        return known

    def either(self, *wires: Wire) -> Wire:
        """One of them at least; of none, false."""
        return -self.both(*(-w for w in wires))

    def choose(self, test: Wire, then: Wire, otherwise: Wire) -> Wire:
        """`then` if the test holds, else `otherwise`."""
        if test < 0:
            test, then, otherwise = -test, otherwise, then
        if then == otherwise or test == YES:
            return then
        if then == -otherwise:
            return self.same(test, then)
        if abs(then) == 1 or abs(otherwise) == 1 or abs(then) == test or abs(otherwise) == test:
            return self.either(self.both(test, then), self.both(-test, otherwise))
        key = ("if", test, then, otherwise)
        known = self._gates.get(key)
        if known is None:
            known = self._gates[key] = self.fresh()
            self.chosen(known, test, then, otherwise)
        return known

    def chosen(self, result: Wire, test: Wire, then: Wire, otherwise: Wire) -> None:
        """`result` is `then` or `otherwise`; the last two clauses tell it where both are alike."""
        for clause in (
            (-test, -then, result),
            (-test, then, -result),
            (test, -otherwise, result),
            (test, otherwise, -result),
            (-then, -otherwise, result),
            (then, otherwise, -result),
        ):
            self.say(*clause)

    def same(self, a: Wire, b: Wire) -> Wire:
        """Whether both are true or both are false."""
        a, b = sorted(self._checked((a, b)), key=abs)
        if abs(a) == 1:
            return b if a == YES else -b
        if abs(a) == abs(b):
            return YES if a == b else NO
        sign = (1 if a > 0 else -1) * (1 if b > 0 else -1)
        key = ("same", abs(a), abs(b))
        known = self._gates.get(key)
        if known is None:
            known = self._gates[key] = self.fresh()
            x, y = abs(a), abs(b)
            self.clauses += [(-known, -x, y), (-known, x, -y), (known, x, y), (known, -x, -y)]
        return sign * known

    def equate(self, a: Wire, b: Wire) -> None:
        """Both are alike, without a gate of their own."""
        self.say(-a, b)
        self.say(a, -b)

    def half(self, a: Wire, b: Wire, carry: Wire) -> tuple[Wire, Wire]:
        """The sum of three bits: the lower and the higher one."""
        low = -self.same(-self.same(a, b), carry)
        high = self.either(self.both(a, b), self.both(a, carry), self.both(b, carry))
        return low, high

    def exactly_one(self, wires: Sequence[Wire]) -> None:
        self.say(*wires)
        for i, a in enumerate(wires):
            for b in wires[:i]:
                self.say(-a, -b)
