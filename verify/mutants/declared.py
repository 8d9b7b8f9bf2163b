"""Declarations and definitions, changed one small step at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, CARD, SEAT
from interpreter.ir.walk import called, rule_expressions
from verify.mutants.expressions import audience, changed, condition
from verify.mutants.mutation import NOTHING, Found, Mutation, instead, listed_conditions, of, optional
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import expression


def deck(game: ir.Game) -> Iterator[Mutation]:
    deck, scope = game.deck, Scope(game, {"card": CARD}, acting=False)
    found = optional(deck.span, deck.where, scope, lambda e: replace(game, deck=replace(deck, where=e)))
    yield from of("deck", found)


def turn(game: ir.Game) -> Iterator[Mutation]:
    turn, scope = game.turn, Scope(game, {"seat": SEAT}, acting=False)
    found = optional(turn.span, turn.among, scope, lambda e: replace(game, turn=replace(turn, among=e)))
    yield from of("turn", found)


def _owned(game: ir.Game, per: ir.Owner) -> Scope:
    return Scope(game, {"owner": SEAT} if per is ir.Per.PLAYER else {}, acting=False)


def declared(game: ir.Game) -> Iterator[Mutation]:
    """Who sees what; first values."""
    for n, zone in enumerate(game.zones):
        if n:  # the first is no zone of the file
            yield from of(f"zone `{zone.name}`", _zone(game, n, zone))
    for n, variable in enumerate(game.variables):
        yield from of(f"variable `{variable.name}`", _variable(game, n, variable))


def _zone(game: ir.Game, n: int, zone: ir.Zone) -> Found[ir.Game]:
    """If the file does not say who knows the number of cards, that goes with who sees them."""
    scope = _owned(game, zone.per)

    def put(new: ir.Zone) -> ir.Game:
        return replace(game, zones=instead(game.zones, n, new))

    said = zone.counted.span not in (zone.seen.span, zone.span)
    for found in audience(zone.seen, scope):
        counted = zone.counted if said or not _nobody(found.into) else found.into
        yield Changed(found.change, put(replace(zone, seen=found.into, counted=counted)))
    for found in audience(zone.counted, scope) if said else ():
        yield Changed(found.change, put(replace(zone, counted=found.into)))


def _nobody(e: ir.Expr) -> bool:
    return isinstance(e, ir.Apply) and e.op is Op.SET and not e.args


def _variable(game: ir.Game, n: int, variable: ir.Variable) -> Found[ir.Game]:
    def put(new: ir.Variable) -> ir.Game:
        return replace(game, variables=instead(game.variables, n, new))

    scope = _owned(game, variable.per)
    for found in audience(variable.seen, scope):
        yield Changed(found.change, put(replace(variable, seen=found.into)))
    if variable.starts is not None:
        old = f"starts: {expression(game, variable.starts)}"
        yield Changed(Change(Kind.DELETED, variable.span, old, NOTHING), put(replace(variable, starts=None)))
        for found in changed(variable.starts, scope):
            yield Changed(found.change, put(replace(variable, starts=found.into)))
    if any(e.again is not None for e in game.endings):
        words = ("lasts: match", "lasts: deal")
        old, new = words if variable.lasting else words[::-1]
        yield Changed(
            Change(Kind.VALUE, variable.span, old, new), put(replace(variable, lasting=not variable.lasting))
        )


def definitions(game: ir.Game) -> Iterator[Mutation]:
    """Of definitions that rules use, whether checks use them or not."""
    used = called(game, rule_expressions(game))
    for n, definition in enumerate(game.definitions):
        if definition.name in used:
            scope = Scope(game, {p.name: p.type for p in definition.params})
            find = condition if definition.type == BOOL else changed
            for found in find(definition.body, scope):
                new = replace(definition, body=found.into)
                whole = replace(game, definitions=instead(game.definitions, n, new))
                yield Mutation(f"definition `{definition.name}`", found.change, whole)


def phases(game: ir.Game) -> Iterator[Mutation]:
    for n, phase in enumerate(game.phases):
        put = _phase_putter(game, n, phase)
        found = optional(phase.span, phase.actors, Scope(game, acting=False), put)
        yield from of(f"phase `{phase.name}`", found)


def _phase_putter(game: ir.Game, n: int, phase: ir.Phase) -> Callable[[ir.Expr | None], ir.Game]:
    return lambda e: replace(game, phases=instead(game.phases, n, replace(phase, actors=e)))


def required(game: ir.Game) -> Iterator[Mutation]:
    for n, required in enumerate(game.requirements):
        for found in listed_conditions(Scope(game, acting=False), game.requirements, n, required):
            yield Mutation("require", found.change, replace(game, requirements=found.into))
