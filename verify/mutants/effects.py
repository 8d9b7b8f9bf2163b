"""The small steps that effects can be changed by: left out, done twice, in another order, changed inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.places import members
from interpreter.ir.types import STACK
from verify.mutants.expressions import changed, condition
from verify.mutants.leaves import about, other_zones
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import effect as worded

Block = tuple[ir.Effect, ...]


def block(effects: Block, scope: Scope) -> Iterator[Changed[Block]]:
    """The effects with one small step taken in them."""
    yield from _listed(effects, scope)
    for n, one in enumerate(effects):
        for found in _inside(one, scope):
            yield Changed(found.change, (*effects[:n], found.into, *effects[n + 1 :]))


def _listed(effects: Block, scope: Scope) -> Iterator[Changed[Block]]:
    """One left out, done twice, or done before the one that came first."""
    for n, one in enumerate(effects):
        text = worded(scope.game, one)
        yield Changed(Change(Kind.DELETED, one.span, text, "nothing"), (*effects[:n], *effects[n + 1 :]))
        yield Changed(
            Change(Kind.TWICE, one.span, text, f"{text}; {text}"), (*effects[: n + 1], *effects[n:])
        )
    for n, (a, b) in enumerate(pairwise(effects)):
        first, second = worded(scope.game, a), worded(scope.game, b)
        change = Change(Kind.ORDER, a.span, f"{first}; {second}", f"{second}; {first}")
        yield Changed(change, (*effects[:n], b, a, *effects[n + 2 :]))


def _whole(kind: Kind, scope: Scope, old: ir.Effect, new: ir.Effect) -> Changed[ir.Effect]:
    """A change of an effect that is no change of one of its expressions."""
    moved = isinstance(old, ir.MoveCard) and isinstance(new, ir.MoveCard) and old.source != new.source
    texts = (worded(scope.game, e, source=moved) for e in (old, new))
    return Changed(Change(kind, old.span, *texts), new)


def _inside(e: ir.Effect, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    match e:
        case ir.MoveCard():
            yield from _card(e, scope)
        case ir.MoveMany():
            yield from _many(e, scope)
        case ir.Assign():
            yield from _assign(e, scope)
        case ir.SetMover():
            for found in changed(e.seat, scope):
                yield _whole(found.change.kind, scope, e, replace(e, seat=found.into))
        case ir.GoTo():
            for phase in scope.game.phases:
                if phase.name != e.phase:
                    yield _whole(Kind.PHASE, scope, e, replace(e, phase=phase.name))
        case ir.Branch():
            yield from _branch(e, scope)
        case ir.ForEach():
            yield from _for_each(e, scope)
        case _:
            assert_never(e)


# cards ----------------------------------------------------------------------------------------------------


def _card(e: ir.MoveCard, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    for found in changed(e.card, scope):
        yield _whole(found.change.kind, scope, e, replace(e, card=found.into))
    yield from _zones(e, scope)


def _many(e: ir.MoveMany, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    if e.count is not None:
        for kind, count in about(e.count):
            yield _whole(kind, scope, e, replace(e, count=count))
        yield _whole(Kind.NUMBER, scope, e, replace(e, count=None))
        for found in changed(e.count, scope):
            yield found.within(lambda count: replace(e, count=count))
        yield _whole(Kind.END, scope, e, replace(e, end=_other(e.end)))
    yield from _zones(e, scope)


def _other(end: End) -> End:
    return End.BOTTOM if end is End.TOP else End.TOP


def _zones(e: ir.MoveCard | ir.MoveMany, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    """From another zone, to another zone, or onto the other end."""
    for zone in other_zones(e.source, scope):
        if isinstance(e, ir.MoveCard) or zone.type == e.source.type:
            yield _whole(Kind.ZONE, scope, e, replace(e, source=zone))
    for zone in other_zones(e.target, scope):
        yield _whole(Kind.ZONE, scope, e, replace(e, target=zone, onto=End.TOP))
    if e.target.type == STACK:
        yield _whole(Kind.END, scope, e, replace(e, onto=_other(e.onto)))
    for source in _whose(e.source, scope):
        yield _whole(Kind.PLAYER, scope, e, replace(e, source=source))
    for target in _whose(e.target, scope):
        yield _whole(Kind.PLAYER, scope, e, replace(e, target=target))


def _whose(zone: ir.ZoneRef, scope: Scope) -> Iterator[ir.ZoneRef]:
    """The zone of another seat, or another one of a family."""
    if zone.index is not None:
        yield from (replace(zone, index=found.into) for found in changed(zone.index, scope))


# the rest -------------------------------------------------------------------------------------------------


def _assign(e: ir.Assign, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    if e.value is not None:
        yield _whole(Kind.DELETED, scope, e, replace(e, value=None))
        for found in changed(e.value, scope):
            yield _whole(found.change.kind, scope, e, replace(e, value=found.into))
    for found in changed(e.variable, scope):
        if isinstance(found.into, ir.VariableRef):
            yield _whole(found.change.kind, scope, e, replace(e, variable=found.into))


def _branch(e: ir.Branch, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    yield _either(Kind.DROPPED, scope, e, e.then)
    if e.otherwise:
        yield _either(Kind.DROPPED, scope, e, e.otherwise)
    for found in condition(e.condition, scope):
        yield found.within(lambda c: replace(e, condition=c))
    for inner in block(e.then, scope):
        yield inner.within(lambda b: replace(e, then=b))
    for inner in block(e.otherwise, scope):
        yield inner.within(lambda b: replace(e, otherwise=b))


def _either(kind: Kind, scope: Scope, e: ir.Branch, always: Block) -> Changed[ir.Effect]:
    """One of the two blocks, whatever the condition says."""
    both = replace(e, then=always, otherwise=always)
    text = "; ".join(worded(scope.game, one) for one in always) or "nothing"
    return Changed(Change(kind, e.span, worded(scope.game, e), text), both)


def _for_each(e: ir.ForEach, scope: Scope) -> Iterator[Changed[ir.Effect]]:
    if e.start is not None:
        yield _whole(Kind.ORDER, scope, e, replace(e, start=None))
        for found in changed(e.start, scope):
            yield found.within(lambda start: replace(e, start=start))
    for found in changed(e.domain, scope):
        yield found.within(lambda domain: replace(e, domain=domain))
    for inner in block(e.body, scope.bind(e.var, members(e.domain.type))):
        yield inner.within(lambda body: replace(e, body=body))
