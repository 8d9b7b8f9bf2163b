"""The small steps that names and values can be changed by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, CARDS, RANK, SEAT, STACK, SUIT, EnumType, IntType, Type, same_family
from verify.mutants.spots import Kind, Scope, Step


def _plus(e: ir.Expr, number: int) -> ir.Expr:
    kind = IntType(abs(number), abs(number))
    op = Op.ADD if number > 0 else Op.SUB
    return ir.Apply(op, (e, ir.Literal(abs(number), kind, e.span)), e.type, e.span)


def about(e: ir.Expr) -> Iterator[Step]:
    """A number that is one too high, or one too low."""
    yield from ((Kind.NUMBER, _plus(e, n)) for n in (1, -1))


def literal(e: ir.Literal, scope: Scope) -> Iterator[Step]:
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


def option(e: ir.OptionRef, scope: Scope) -> Iterator[Step]:
    alike = [o for o in scope.game.options if same_family(o.type, e.type)]
    at = next((n for n, o in enumerate(alike) if o.name == e.name), None)
    others = [] if at is None else [*alike[at + 1 :], *alike[:at]]
    few = others if isinstance(e.type, IntType) else others[:1]
    yield from ((Kind.NAME, replace(e, name=o.name, type=o.type)) for o in few)
    if isinstance(e.type, IntType):
        yield from about(e)


def local(e: ir.Local, scope: Scope) -> Iterator[Step]:
    for name, kind in scope.names.items():
        if name != e.name and same_family(kind, e.type):
            yield Kind.NAME, replace(e, name=name, type=kind)
    if e.type == SEAT and scope.acting:
        yield Kind.PLAYER, me(e)
    if isinstance(e.type, IntType):
        yield from about(e)


def me(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.ME, (), SEAT, e.span)


def variable(e: ir.VariableRef, scope: Scope) -> Iterator[Step]:
    of = {v.name: v for v in scope.game.variables}
    for other in scope.game.variables:
        if other.name != e.name and other.per == of[e.name].per and same_family(other.type, e.type):
            yield Kind.NAME, replace(e, name=other.name, type=other.type)


def zone_of(e: ir.ZoneRef, scope: Scope) -> Iterator[Step]:
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
