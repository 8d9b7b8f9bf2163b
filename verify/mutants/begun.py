"""The set-up, changed one small step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from interpreter.ir import nodes as ir
from verify.mutants.effects import block
from verify.mutants.expressions import changed
from verify.mutants.leaves import about, other_zones
from verify.mutants.mutation import NOTHING, Found, Mutation, instead
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import step as step_words


def setup(game: ir.Game) -> Iterator[Mutation]:
    scope = Scope(game, acting=False)
    for n, step in enumerate(game.setup):
        text = step_words(game, step)
        gone = Change(Kind.DELETED, step.span, text, NOTHING)
        yield Mutation("set-up", gone, replace(game, setup=instead(game.setup, n)))
        for found in _step(step, scope):
            yield Mutation("set-up", found.change, replace(game, setup=instead(game.setup, n, found.into)))
    for n, (a, b) in enumerate(pairwise(game.setup)):
        first, second = step_words(game, a), step_words(game, b)
        change = Change(Kind.ORDER, a.span, f"{first}; {second}", f"{second}; {first}")
        swapped = (*game.setup[:n], b, a, *game.setup[n + 2 :])
        yield Mutation("set-up", change, replace(game, setup=swapped))


def _step(s: ir.Step, scope: Scope) -> Found[ir.Step]:
    for kind, new in _steps(s, scope):
        yield Changed(Change(kind, s.span, step_words(scope.game, s), step_words(scope.game, new)), new)


def _steps(s: ir.Step, scope: Scope) -> Iterator[tuple[Kind, ir.Step]]:
    match s:
        case ir.Lot():
            for found in changed(s.domain, scope):
                yield found.change.kind, replace(s, domain=found.into)
        case ir.Deal():
            yield from _deal(s, scope)
        case ir.Draw():
            for kind, count in about(s.count):
                yield kind, replace(s, count=count)
            for zone in other_zones(s.target, scope):
                yield Kind.ZONE, replace(s, target=zone)
        case ir.EachSeat():
            for found in changed(s.start, scope):
                yield found.change.kind, replace(s, start=found.into)
            for move in scope.game.moves:
                if move.phase == ir.SETUP and move.name != s.move:
                    yield Kind.NAME, replace(s, move=move.name)
        case ir.Do():
            for inside in block((s.effect,), scope):
                if len(inside.into) == 1:
                    yield inside.change.kind, replace(s, effect=inside.into[0])


def _deal(s: ir.Deal, scope: Scope) -> Iterator[tuple[Kind, ir.Step]]:
    if s.count is not None:
        for kind, count in about(s.count):
            yield kind, replace(s, count=count)
        yield Kind.NUMBER, replace(s, count=None)
    for found in changed(s.start, scope):
        yield found.change.kind, replace(s, start=found.into)
    for zone in scope.game.zones:
        if zone.per is ir.Per.PLAYER and zone.name != s.target:
            yield Kind.ZONE, replace(s, target=zone.name)
