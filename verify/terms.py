"""Solver terms, made only here: each constructor checks sorts and calculates what it can.

On literal arguments a constructor gives a literal, so that an expression over known values becomes
known without
a solver. A term's sort is `Bool`, `Int` (numbers and members of enumerated types, by index) or `Card`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import z3

Term: TypeAlias = z3.ExprRef
Truth: TypeAlias = z3.BoolRef
Number: TypeAlias = z3.ArithRef

CARD = z3.DeclareSort("Card")
"""Uninterpreted: what is proved holds for however many cards there are."""

YES: Truth = z3.BoolVal(True)
NO: Truth = z3.BoolVal(False)


class SortMismatch(TypeError):
    """A fault of the encoder: a term of another sort was expected."""


def number(value: int) -> Number:
    return z3.IntVal(value)


def truth(value: bool) -> Truth:
    return YES if value else NO


def known_truth(t: Term) -> bool | None:
    """The value of a literal truth, None of any other term."""
    return True if z3.is_true(t) else False if z3.is_false(t) else None


def known_number(t: Term) -> int | None:
    return int(t.as_long()) if z3.is_int_value(t) else None


def _truths(terms: Iterable[Term]) -> list[Truth]:
    found = list(terms)
    for t in found:
        if not z3.is_bool(t):
            raise SortMismatch(f"a truth is expected, not {t.sort()}")
    return found


def _numbers(*terms: Term) -> list[Number]:
    for t in terms:
        if not z3.is_int(t):
            raise SortMismatch(f"a number is expected, not {t.sort()}")
    return list(terms)


def both(*terms: Term) -> Truth:
    """All of them; of none, true."""
    left = [t for t in _truths(terms) if not z3.is_true(t)]
    if any(z3.is_false(t) for t in left):
        return NO
    return YES if not left else left[0] if len(left) == 1 else z3.And(*left)


def either(*terms: Term) -> Truth:
    """One of them at least; of none, false."""
    left = [t for t in _truths(terms) if not z3.is_false(t)]
    if any(z3.is_true(t) for t in left):
        return YES
    return NO if not left else left[0] if len(left) == 1 else z3.Or(*left)


def negate(t: Term) -> Truth:
    (a,) = _truths([t])
    value = known_truth(a)
    if value is not None:
        return truth(not value)
    return a.arg(0) if z3.is_not(a) else z3.Not(a)


def implies(a: Term, b: Term) -> Truth:
    return either(negate(a), b)


def equal(a: Term, b: Term) -> Truth:
    if a.sort() != b.sort():
        raise SortMismatch(f"{a.sort()} is compared with {b.sort()}")
    if a.eq(b):
        return YES
    if z3.is_int_value(a) and z3.is_int_value(b):
        return truth(known_number(a) == known_number(b))
    if z3.is_bool(a):
        left, right = known_truth(a), known_truth(b)
        if left is not None:
            return _truths([b])[0] if left else negate(b)
        if right is not None:
            return _truths([a])[0] if right else negate(a)
    return a == b


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` if the condition holds, else `otherwise`."""
    if then.sort() != otherwise.sort():
        raise SortMismatch(f"{then.sort()} stands beside {otherwise.sort()}")
    (test,) = _truths([condition])
    value = known_truth(test)
    if value is not None:
        return then if value else otherwise
    if then.eq(otherwise):
        return then
    if z3.is_bool(then):
        return both(implies(test, then), either(test, otherwise))
    return z3.If(test, then, otherwise)


def less(a: Term, b: Term) -> Truth:
    x, y = _numbers(a, b)
    p, q = known_number(x), known_number(y)
    if p is not None and q is not None:
        return truth(p < q)
    return NO if x.eq(y) else x < y


def at_most(a: Term, b: Term) -> Truth:
    return negate(less(b, a))


def add(a: Term, b: Term) -> Number:
    x, y = _numbers(a, b)
    p, q = known_number(x), known_number(y)
    if p is not None and q is not None:
        return number(p + q)
    return y if p == 0 else x if q == 0 else x + y


def subtract(a: Term, b: Term) -> Number:
    x, y = _numbers(a, b)
    p, q = known_number(x), known_number(y)
    if p is not None and q is not None:
        return number(p - q)
    return x if q == 0 else number(0) if x.eq(y) else x - y


def multiply(a: Term, b: Term) -> Number:
    x, y = _numbers(a, b)
    p, q = known_number(x), known_number(y)
    if p is not None and q is not None:
        return number(p * q)
    return number(0) if 0 in (p, q) else y if p == 1 else x if q == 1 else x * y


def total(terms: Iterable[Term]) -> Number:
    result = number(0)
    for t in terms:
        result = add(result, t)
    return result


def smaller(a: Term, b: Term) -> Term:
    return choose(less(b, a), b, a)


def larger(a: Term, b: Term) -> Term:
    return choose(less(a, b), b, a)
