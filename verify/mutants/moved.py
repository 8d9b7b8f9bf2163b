"""Moves, changed one small step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.places import members
from verify.mutants.effects import block
from verify.mutants.expressions import changed, condition
from verify.mutants.mutation import NOTHING, Found, Mutation, instead, listed_conditions
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import expression


def moves(game: ir.Game) -> Iterator[Mutation]:
    for n, move in enumerate(game.moves):
        for found in _move(move, Scope(game)):
            whole = replace(game, moves=instead(game.moves, n, found.into))
            yield Mutation(f"move `{move.name}`", found.change, whole)


def _move(move: ir.Move, scope: Scope) -> Found[ir.Move]:
    if move.phase != ir.SETUP:
        for phase in scope.game.phases:
            if phase.name != move.phase:
                change = Change(Kind.PHASE, move.span, f"phase: {move.phase}", f"phase: {phase.name}")
                yield Changed(change, replace(move, phase=phase.name))
    for n, one in enumerate(move.conditions):
        for found in listed_conditions(scope, move.conditions, n, one):
            yield found.within(lambda c: replace(move, conditions=c))
    inner = scope
    for n, pick in enumerate(move.picks):
        for picked in _pick(pick, inner):
            yield Changed(picked.change, replace(move, picks=instead(move.picks, n, picked.into)))
        inner = inner.bind(pick.name, members(pick.domain.type))
    for effects in block(move.effects, inner):
        yield effects.within(lambda e: replace(move, effects=e))


def _pick(pick: ir.Pick, scope: Scope) -> Found[ir.Pick]:
    for found in changed(pick.domain, scope):
        yield found.within(lambda domain: replace(pick, domain=domain))
    if pick.where is not None:
        text = f"where {expression(scope.game, pick.where)}"
        yield Changed(Change(Kind.DROPPED, pick.where.span, text, NOTHING), replace(pick, where=None))
        for found in condition(pick.where, scope.bind(pick.name, members(pick.domain.type))):
            yield found.within(lambda where: replace(pick, where=where))
