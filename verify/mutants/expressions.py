"""The small steps that an expression can be changed by; one function a kind of node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import (
    BOOL,
    RANK,
    SEAT,
    SEATS,
    IntType,
    SetType,
    same_family,
)
from verify.mutants import leaves
from verify.mutants.spots import Changed, Kind, Scope, Step, everywhere

_COMPARED: Mapping[Op, tuple[Op, ...]] = MappingProxyType(
    {
        Op.GT: (Op.GE, Op.LT, Op.NE),
        Op.LT: (Op.LE, Op.GT, Op.NE),
        Op.GE: (Op.GT, Op.LE, Op.EQ),
        Op.LE: (Op.LT, Op.GE, Op.EQ),
        Op.EQ: (Op.NE, Op.GE, Op.LE),
        Op.NE: (Op.EQ, Op.GT, Op.LT),
    }
)
_INSTEAD: Mapping[Op, tuple[Op, ...]] = MappingProxyType(
    {
        Op.AND: (Op.OR,),
        Op.OR: (Op.AND,),
        Op.MIN: (Op.MAX,),
        Op.MAX: (Op.MIN,),
        Op.ADD: (Op.SUB,),
        Op.SUB: (Op.ADD,),
        Op.MUL: (Op.ADD,),
        Op.UNION: (Op.COMMON, Op.LESS),
        Op.COMMON: (Op.UNION, Op.LESS),
        Op.LESS: (Op.UNION, Op.COMMON),
    }
)
_ENDS = MappingProxyType({Op.TOP: Op.BOTTOM, Op.BOTTOM: Op.TOP})
_BINDERS = MappingProxyType(
    {
        Binder.SOME: Binder.EVERY,
        Binder.EVERY: Binder.SOME,
        Binder.LOWEST: Binder.HIGHEST,
        Binder.HIGHEST: Binder.LOWEST,
    }
)
_JOINED = frozenset((Op.AND, Op.OR, Op.IMPLIES, Op.NOT, Op.IF, *_COMPARED))


def changed(e: ir.Expr, scope: Scope) -> Iterator[Changed[ir.Expr]]:
    """`e` with one small step taken somewhere in it."""
    return everywhere(e, scope, steps)


def condition(e: ir.Expr, scope: Scope) -> Iterator[Changed[ir.Expr]]:
    """The same of a condition, which may be negated as a whole."""
    if not isinstance(e, ir.Apply) or e.op in (Op.AND, Op.OR, Op.IMPLIES):
        whole = Kind.NEGATED, negated(e)
        yield from everywhere(
            e, scope, lambda at, _: iter((whole,)) if at is e and not _atom(e) else iter(())
        )
    yield from changed(e, scope)


def steps(e: ir.Expr, scope: Scope) -> Iterator[Step]:
    """The steps that can be taken at this very node."""
    if _atom(e):
        yield Kind.NEGATED, negated(e)
    match e:
        case ir.Literal():
            yield from leaves.literal(e, scope)
        case ir.OptionRef():
            yield from leaves.option(e, scope)
        case ir.Local():
            yield from leaves.local(e, scope)
        case ir.VariableRef():
            yield from leaves.variable(e, scope)
        case ir.ZoneRef():
            yield from leaves.zone_of(e, scope)
        case ir.Apply():
            yield from _apply(e, scope)
        case ir.Bind():
            yield from _bind(e)
        case ir.Call():
            yield from _call(e)
        case ir.For():
            yield Kind.PLAYER, e.body
        case ir.Let() | ir.Can() | ir.Old():
            return
        case _:
            assert_never(e)


def negated(e: ir.Expr) -> ir.Expr:
    """That it does not hold."""
    if isinstance(e, ir.Apply) and e.op is Op.NOT:
        return e.args[0]
    return ir.Apply(Op.NOT, (e,), BOOL, e.span)


def _atom(e: ir.Expr) -> bool:
    """A truth whose parts are no truths."""
    if e.type != BOOL or isinstance(e, ir.Literal | ir.Bind | ir.Let | ir.For | ir.Old):
        return False
    return not isinstance(e, ir.Apply) or e.op not in _JOINED


# forms ----------------------------------------------------------------------------------------------------


def _apply(e: ir.Apply, scope: Scope) -> Iterator[Step]:
    if e.op in _COMPARED:
        ordered = e.args[0].type == RANK or isinstance(e.args[0].type, IntType)
        ops = _COMPARED[e.op] if ordered else _COMPARED[e.op][:1]
        yield from ((Kind.COMPARISON, replace(e, op=op)) for op in ops)
    yield from ((Kind.OPERATOR, replace(e, op=op)) for op in _INSTEAD.get(e.op, ()))
    if e.op in _ENDS:
        yield Kind.END, replace(e, op=_ENDS[e.op])
    match e.op:
        case Op.NOT:
            yield Kind.NEGATED, e.args[0]
        case Op.AND | Op.OR:
            yield from ((Kind.DROPPED, arg) for arg in e.args)
        case Op.IMPLIES:
            yield Kind.DROPPED, e.args[1]
            yield Kind.ORDER, replace(e, args=e.args[::-1])
        case Op.IF:
            yield from ((Kind.DROPPED, arg) for arg in e.args[1:])
        case Op.MIN | Op.MAX | Op.ADD | Op.SUB | Op.MUL | Op.UNION | Op.LESS | Op.COMMON:
            yield from _without(e)
        case Op.NEG:
            yield Kind.OPERATOR, e.args[0]
        case _:
            yield from _players(e, scope)


def _without(e: ir.Apply) -> Iterator[Step]:
    """One operand fewer."""
    if len(e.args) > 2:
        yield from (
            (Kind.DELETED, replace(e, args=(*e.args[:n], *e.args[n + 1 :]))) for n in range(len(e.args))
        )
    elif e.op in (Op.SUB, Op.LESS):
        yield Kind.DELETED, next(iter(e.args))
    else:
        yield from ((Kind.DELETED, arg) for arg in e.args)


def _players(e: ir.Apply, scope: Scope) -> Iterator[Step]:
    match e.op:
        case Op.ME:
            yield Kind.PLAYER, ir.Apply(Op.NEXT, (e,), SEAT, e.span)
        case Op.MOVER:
            if scope.acting:
                yield Kind.PLAYER, leaves.me(e)
        case Op.NEXT:
            yield Kind.PLAYER, e.args[0]
        case Op.NEXT_AMONG:
            yield Kind.PLAYER, ir.Apply(Op.NEXT, e.args[:1], SEAT, e.span)


def _bind(e: ir.Bind) -> Iterator[Step]:
    if e.op in _BINDERS:
        yield Kind.OPERATOR, replace(e, op=_BINDERS[e.op])
    many = isinstance(e.domain.type, SetType)
    match e.op:
        case Binder.SOME:
            empty = ir.Apply(Op.EMPTY, (e.domain,), BOOL, e.span)
            yield Kind.DROPPED, ir.Apply(Op.NOT, (empty,), BOOL, e.span)
        case Binder.EVERY:
            yield Kind.DROPPED, ir.Literal(True, BOOL, e.span)
        case Binder.COUNT:
            yield Kind.DROPPED, ir.Apply(Op.SIZE, (e.domain,), e.type, e.span)
        case Binder.THOSE if many:
            yield Kind.DROPPED, e.domain


def _call(e: ir.Call) -> Iterator[Step]:
    """Two arguments in each other's place."""
    for n, (a, b) in enumerate(zip(e.args, e.args[1:], strict=False)):
        if same_family(a.type, b.type) and a != b:
            yield Kind.ORDER, replace(e, args=(*e.args[:n], b, a, *e.args[n + 2 :]))


def audience(e: ir.Expr, scope: Scope) -> Iterator[Changed[ir.Expr]]:
    """The same of a set of seats that see something."""
    for found in everywhere(e, scope, _seen):
        yield Changed(replace(found.change, kind=Kind.SEEN), found.into)


def _seen(e: ir.Expr, scope: Scope) -> Iterator[Step]:
    if e.type == SEATS and isinstance(e, ir.Apply) and e.op in (Op.SET, Op.SEATS):
        everyone, nobody = ir.Apply(Op.SEATS, (), SEATS, e.span), ir.Apply(Op.SET, (), SEATS, e.span)
        yield from ((Kind.SEEN, new) for new in (everyone, nobody) if new != e)
        if e.op is Op.SEATS and "owner" in scope.names:
            yield Kind.SEEN, ir.Apply(Op.SET, (ir.Local("owner", SEAT, e.span),), SEATS, e.span)
    yield from steps(e, scope)
