"""A relation as clauses, worked out once and written for every depth with other numbers for its wires."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from verify import terms as t
from verify.bits import NO, YES, Circuit, Wire
from verify.bounded.wiring import Names, Span, Wired, Wiring
from verify.numerals import Binary, Numeral, Ordered
from verify.terms import Kind, Term


class Board:
    """A circuit in the making: unknowns come in as wires, terms go out as wires."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.circuit = Circuit()
        self.wiring = Wiring(self.circuit, names)
        self.inputs: list[Wire] = []
        self.outputs: list[Wire] = []

    def admit(self, unknowns: Iterable[Term]) -> None:
        """These unknowns come in, in this order; those that are known do not."""
        for unknown in unknowns:
            if unknown.kind is Kind.CONST:
                wired = self._input(unknown)
                self.wiring.give(unknown, wired)
                self.inputs += spread(wired, self.names, unknown, self.wiring)

    def _input(self, unknown: Term) -> Wired:
        c = self.circuit
        if unknown.sort is t.BOOL:
            return c.fresh()
        if unknown.sort is t.CARD:
            return {card: c.fresh() for card in self.names.cards}
        span = self.names.spans[unknown]
        if span.binary:
            return Binary(span.lo, tuple(c.several((span.hi - span.lo).bit_length())))
        return Ordered(span.lo, tuple(c.several(span.hi - span.lo)))

    def put(self, unknowns: Iterable[Term], terms: Iterable[Term]) -> None:
        """These terms go out, each in the form of the unknown at its place."""
        for unknown, term in zip(unknowns, terms, strict=True):
            if unknown.kind is Kind.CONST:
                self.outputs += spread(self.wiring.wired(term), self.names, unknown, self.wiring)

    def finished(self) -> Template:
        return Template(self.circuit, self.inputs, self.outputs)


def spread(wired: Wired, names: Names, unknown: Term, wiring: Wiring) -> list[Wire]:
    """The wires of a value, in the form of an unknown."""
    if isinstance(wired, int):
        return [wired]
    if isinstance(wired, Mapping):
        return [wired.get(card, NO) for card in names.cards]
    return list(_number_wires(wired, names.spans[unknown], wiring))


def _number_wires(number: Numeral, span: Span, wiring: Wiring) -> Sequence[Wire]:
    if span.binary:
        return wiring.numerals.binary(number, span.lo, (span.hi - span.lo).bit_length())[1].bits
    return [wiring.numerals.at_least(number, v) for v in range(span.lo + 1, span.hi + 1)]


def width(unknown: Term, names: Names) -> int:
    """How many wires an unknown has."""
    if unknown.kind is not Kind.CONST:
        return 0
    if unknown.sort is t.BOOL:
        return 1
    if unknown.sort is t.CARD:
        return len(names.cards)
    span = names.spans[unknown]
    return (span.hi - span.lo).bit_length() if span.binary else span.hi - span.lo


@dataclass(frozen=True)
class Placed:
    """A relation among the wires of the whole: what each of its own, from 1 on, is there, those that go out,
    and how many the whole has now.
    """

    number: list[Wire]
    outputs: list[Wire]
    wires: int


class Template:
    """The clauses of a relation between wires that come in and wires that go out."""

    def __init__(self, circuit: Circuit, inputs: list[Wire], outputs: list[Wire]) -> None:
        self._inputs = inputs
        self._outputs = outputs
        self._clauses = circuit.clauses
        self.wires = circuit.wires

    def __len__(self) -> int:
        """How many clauses it has."""
        return len(self._clauses)

    @cached_property
    def text(self) -> str:
        """The clauses in the form that solvers read (DIMACS)."""
        lines = (" ".join(map(str, clause)) for clause in self._clauses)
        return f"p cnf {self.wires} {len(self)}\n" + "".join(f"{line} 0\n" for line in lines)

    def place(self, given: Sequence[Wire], used: int) -> Placed:
        """The relation with these wires coming in; new wires are numbered from `used` + 1 on."""
        assert len(given) == len(self._inputs), (len(given), len(self._inputs))
        number = [0] * (self.wires + 1)
        number[YES] = YES
        for wire, now in zip(self._inputs, given, strict=True):
            number[wire] = now
        for wire in range(2, self.wires + 1):
            if not number[wire]:
                used += 1
                number[wire] = used
        outputs = [number[w] if w > 0 else -number[-w] for w in self._outputs]
        return Placed(number[1:], outputs, used)
