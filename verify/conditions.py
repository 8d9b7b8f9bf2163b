"""The conditions inside an expression, each with how it can be asked where the expression stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL
from interpreter.ir.walk import children, rebuild

Wrap: TypeAlias = Callable[[ir.Expr], ir.Expr]
"""Puts what is asked where it can be asked: behind what was found before it, in the scope of its names."""

_JOINED = (Op.AND, Op.OR, Op.IMPLIES, Op.NOT)


def conditions(e: ir.Expr, wrap: Wrap) -> Iterator[tuple[ir.Expr, Wrap]]:
    """Every condition inside a value, with how to ask it."""
    match e:
        case ir.Apply(op=Op.IF, args=(test, then, otherwise)):
            yield from decision(test, wrap)
            yield from conditions(then, behind(wrap, test))
            yield from conditions(otherwise, behind(wrap, negated(test)))
        case ir.Apply(op=op) if op in _JOINED:
            yield from decision(e, wrap)
        case ir.Bind():
            yield from conditions(e.domain, wrap)
            yield from conditions(e.body, _within(wrap, e))
        case ir.Let():
            yield from conditions(e.value, wrap)
            yield from conditions(e.body, lambda x: wrap(ir.Let(e.name, e.value, x, BOOL, e.span)))
        case ir.For():
            yield from conditions(e.seat, wrap)
            yield from conditions(e.body, lambda x: wrap(ir.For(e.seat, x, BOOL, e.span)))
        case _:
            for part in children(e):
                yield from conditions(part, wrap)


def decision(e: ir.Expr, wrap: Wrap) -> Iterator[tuple[ir.Expr, Wrap]]:
    """A condition, and those that it is joined of."""
    yield e, wrap
    match e:
        case ir.Apply(op=Op.NOT, args=(part,)):
            yield from decision(part, wrap)
        case ir.Apply(op=Op.AND | Op.IMPLIES, args=(left, right)):
            yield from decision(left, wrap)
            yield from decision(right, behind(wrap, left))
        case ir.Apply(op=Op.OR, args=(left, right)):
            yield from decision(left, wrap)
            yield from decision(right, behind(wrap, negated(left)))
        case _:
            yield from conditions(e, wrap)


def behind(wrap: Wrap, first: ir.Expr) -> Wrap:
    return lambda x: wrap(both(first, x))


def _within(wrap: Wrap, e: ir.Bind) -> Wrap:
    return lambda x: wrap(some(e.var, e.domain, x))


# expressions ----------------------------------------------------------------------------------------------


def both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.AND, (a, b), BOOL, b.span)


def negated(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NOT, (e,), BOOL, e.span)


def plainly(e: ir.Expr) -> ir.Expr:
    return e


def some(var: str, domain: ir.Expr, body: ir.Expr) -> ir.Expr:
    return ir.Bind(Binder.SOME, var, domain, body, BOOL, body.span)


def going_on(e: ir.Expr) -> ir.Expr:
    """As it is while the match goes on, where it is not known whether it does."""
    if isinstance(e, ir.Apply) and e.op in (Op.OVER, Op.ENDED, Op.WINS, Op.LOSES):
        return ir.Literal(False, BOOL)
    return rebuild(e, going_on)
