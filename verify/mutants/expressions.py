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
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    EnumType,
    IntType,
    SetType,
    Type,
    same_family,
)
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
            yield from _literal(e, scope)
        case ir.OptionRef():
            yield from _option(e, scope)
        case ir.Local():
            yield from _local(e, scope)
        case ir.VariableRef():
            yield from _variable(e, scope)
        case ir.ZoneRef():
            yield from _zone(e, scope)
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


def _plus(e: ir.Expr, number: int) -> ir.Expr:
    kind = IntType(abs(number), abs(number))
    op = Op.ADD if number > 0 else Op.SUB
    return ir.Apply(op, (e, ir.Literal(abs(number), kind, e.span)), e.type, e.span)


def about(e: ir.Expr) -> Iterator[Step]:
    """A number that is one too high, or one too low."""
    yield from ((Kind.NUMBER, _plus(e, n)) for n in (1, -1))


# leaves ---------------------------------------------------------------------------------------------------


def _literal(e: ir.Literal, scope: Scope) -> Iterator[Step]:
    if isinstance(e.value, tuple):
        return
    if e.type == BOOL:
        yield Kind.NEGATED, replace(e, value=not e.value)
    elif isinstance(e.type, IntType):
        for n in (e.value + 1, e.value - 1):
            if n >= 0 or e.value < 0:
                yield Kind.NUMBER, replace(e, value=n, type=IntType(n, n))
    else:
        near = (e.value - 1, e.value + 1) if not isinstance(e.type, EnumType) else range(_size(e.type, scope))
        yield from (
            (Kind.VALUE, replace(e, value=n))
            for n in near
            if n != e.value and 0 <= n < _size(e.type, scope) and not _setup(e.type, n)
        )


def _setup(kind: Type, value: int) -> bool:
    """Whether it is the phase of the set-up, in which no rule of the match applies."""
    return isinstance(kind, EnumType) and kind.name == "phase" and kind.members[value] == ir.SETUP


def _size(kind: Type, scope: Scope) -> int:
    deck = scope.game.deck
    if isinstance(kind, EnumType):
        return len(kind.members)
    if kind == SUIT:
        return len(deck.suits)
    return len(deck.ranks) if kind == RANK else scope.game.seats if kind == SEAT else 0


def _option(e: ir.OptionRef, scope: Scope) -> Iterator[Step]:
    alike = [o for o in scope.game.options if same_family(o.type, e.type)]
    at = next((n for n, o in enumerate(alike) if o.name == e.name), None)
    others = [] if at is None else [*alike[at + 1 :], *alike[:at]]
    few = others if isinstance(e.type, IntType) else others[:1]
    yield from ((Kind.NAME, replace(e, name=o.name, type=o.type)) for o in few)
    if isinstance(e.type, IntType):
        yield from about(e)


def _local(e: ir.Local, scope: Scope) -> Iterator[Step]:
    for name, kind in scope.names.items():
        if name != e.name and same_family(kind, e.type):
            yield Kind.NAME, replace(e, name=name, type=kind)
    if e.type == SEAT and scope.acting:
        yield Kind.PLAYER, me(e)
    if isinstance(e.type, IntType):
        yield from about(e)


def me(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.ME, (), SEAT, e.span)


def _variable(e: ir.VariableRef, scope: Scope) -> Iterator[Step]:
    of = {v.name: v for v in scope.game.variables}
    for other in scope.game.variables:
        if other.name != e.name and other.per == of[e.name].per and same_family(other.type, e.type):
            yield Kind.NAME, replace(e, name=other.name, type=other.type)


def _zone(e: ir.ZoneRef, scope: Scope) -> Iterator[Step]:
    yield from ((Kind.ZONE, z) for z in other_zones(e, scope) if z.type == e.type)


def other_zones(e: ir.ZoneRef, scope: Scope) -> Iterator[ir.ZoneRef]:
    """All zones but this one; of those that players have, the one of the same seat, or of who acts."""
    index = e.index if e.index is not None and e.index.type == SEAT else me(e) if scope.acting else None
    for zone in scope.game.zones:
        kind = STACK if zone.ordered else CARDS
        if zone.name == e.name or isinstance(zone.per, ir.Family):
            continue
        if zone.per is ir.Per.TABLE:
            yield ir.ZoneRef(zone.name, None, kind, e.span)
        elif index is not None:
            yield ir.ZoneRef(zone.name, index, kind, e.span)


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
        yield Kind.DELETED, e.args[0]
    else:
        yield from ((Kind.DELETED, arg) for arg in e.args)


def _players(e: ir.Apply, scope: Scope) -> Iterator[Step]:
    match e.op:
        case Op.ME:
            yield Kind.PLAYER, ir.Apply(Op.NEXT, (e,), SEAT, e.span)
        case Op.MOVER:
            if scope.acting:
                yield Kind.PLAYER, me(e)
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
