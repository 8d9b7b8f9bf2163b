"""The ranges of calculated numbers."""

from __future__ import annotations

from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, LIMIT, Element, IntType, SetType, Type


def _clip(lo: int, hi: int) -> IntType:
    return IntType(min(max(lo, -LIMIT), LIMIT), max(min(hi, LIMIT), -LIMIT))


def _sum(a: IntType, b: IntType) -> IntType:
    """What has no end has none with something added, either."""
    lo = -LIMIT if min(a.lo, b.lo) <= -LIMIT else a.lo + b.lo
    return _clip(lo, LIMIT if max(a.hi, b.hi) >= LIMIT else a.hi + b.hi)


def overlap(a: Type, b: Type) -> bool:
    """Whether a value of one type can be one of the other, as far as ranges of numbers tell."""
    return not isinstance(a, IntType) or not isinstance(b, IntType) or (a.lo <= b.hi and b.lo <= a.hi)


def within(a: Type, b: Type) -> bool:
    """Whether all values of one type are values of the other, as far as ranges of numbers tell."""
    return not isinstance(a, IntType) or not isinstance(b, IntType) or (b.lo <= a.lo and a.hi <= b.hi)


def arithmetic(op: Op, a: Type, b: Type) -> Type:
    """The range of `a op b` for + - * min max."""
    assert isinstance(a, IntType) and isinstance(b, IntType)
    match op:
        case Op.ADD:
            return _sum(a, b)
        case Op.SUB:
            return _sum(a, IntType(-b.hi, -b.lo))
        case Op.MIN:
            return IntType(min(a.lo, b.lo), min(a.hi, b.hi))
        case Op.MAX:
            return IntType(max(a.lo, b.lo), max(a.hi, b.hi))
        case _:
            corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return _clip(min(corners), max(corners))


def quantified(op: Binder, members: int, of: Element, body: Type) -> Type:
    """The type of a binder over at most `members` values of type `of`."""
    match op:
        case Binder.SOME | Binder.EVERY:
            return BOOL
        case Binder.COUNT:
            return IntType(0, members)
        case Binder.THOSE:
            return SetType(of)
        case Binder.LOWEST | Binder.HIGHEST:
            return body
        case Binder.TOTAL:
            assert isinstance(body, IntType)
            return _clip(min(0, body.lo * members), max(0, body.hi * members))
