"""Numbers made of wires: on known values they are calculated without a solver, in both forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.ir.ops import Binder, Op
from verify.bits import NO, YES, Circuit, Miswired
from verify.bounded.moment import BINDERS, ROWS
from verify.numerals import Binary, Numeral, Numerals, Ordered, value_of

CIRCUIT = Circuit()
NUMERALS = Numerals(CIRCUIT)


def ordered(lo: int, value: int, hi: int) -> Ordered:
    return Ordered(lo, tuple(YES if value >= v else NO for v in range(lo + 1, hi + 1)))


def binary(lo: int, value: int, width: int) -> Binary:
    return Binary(lo, tuple(YES if (value - lo) >> i & 1 else NO for i in range(width)))


@st.composite
def numerals(draw: st.DrawFn) -> tuple[int, Numeral]:
    lo, gap, more = draw(st.integers(-20, 20)), draw(st.integers(0, 15)), draw(st.integers(0, 15))
    value = lo + gap
    forms: list[Numeral] = [ordered(lo, value, value + more), binary(lo, value, 5)]
    return value, draw(st.sampled_from(forms))


def known(a: Numeral) -> int:
    assert all(abs(w) == 1 for w in (a.steps if isinstance(a, Ordered) else a.bits))
    return value_of(a, lambda w: w == YES)


Known = tuple[int, Numeral]


@given(numerals(), numerals(), st.booleans())
def test_known_numbers_are_calculated(a: Known, b: Known, test: bool) -> None:
    (x, p), (y, q), n = a, b, NUMERALS
    made = n.add(p, q)
    if any(abs(w) != 1 for w in (made.steps if isinstance(made, Ordered) else made.bits)):
        assert isinstance(made, Ordered)  # a sum in order is told by clauses
    else:
        assert known(made) == x + y
    assert known(n.minus(p)) == -x
    assert known(n.choose(YES if test else NO, p, q)) == (x if test else y)
    assert known(n.select([(YES if test else NO, p), (NO if test else YES, q)])) == (x if test else y)


@given(numerals(), numerals())
def test_known_comparisons_are_calculated(a: Known, b: Known) -> None:
    (x, p), (y, q) = a, b
    assert NUMERALS.less(p, q) == (YES if x < y else NO)
    assert NUMERALS.equal(p, q) == (YES if x == y else NO)
    assert NUMERALS.positive(p) == (YES if x > 0 else NO)
    assert NUMERALS.is_value(p, y) == (YES if x == y else NO)


def test_gates_are_shared_and_known_ones_cost_nothing() -> None:
    circuit = Circuit()
    a, b = circuit.several(2)
    before = len(circuit.clauses)
    assert circuit.both(a, YES) == a and circuit.either(a, -a) == YES and circuit.both(a, NO) == NO
    assert circuit.choose(a, b, b) == b and circuit.same(a, a) == YES
    assert len(circuit.clauses) == before
    assert circuit.both(a, b) == circuit.both(b, a)
    assert circuit.same(a, -b) == -circuit.same(b, a)


def test_a_wire_of_another_circuit_is_refused() -> None:
    with pytest.raises(Miswired):
        Circuit().both(7, 8)


def test_every_binder_has_a_row() -> None:
    assert set(BINDERS) == set(Binder)
    assert set(ROWS) < set(Op)
