"""Endings, changed one small step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import SEATS
from verify.mutants.effects import block
from verify.mutants.expressions import changed, condition
from verify.mutants.mutation import NOTHING, Found, Mutation, instead
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import expression


def endings_of(game: ir.Game) -> Iterator[Mutation]:
    scope, endings = Scope(game), game.endings
    for n, ending in enumerate(endings):
        if len(endings) > 1:
            gone = Change(Kind.DELETED, ending.span, f"ending `{ending.name}`", NOTHING)
            yield Mutation(f"ending `{ending.name}`", gone, replace(game, endings=instead(endings, n)))
        for found in _ending(ending, scope):
            whole = replace(game, endings=instead(endings, n, found.into))
            yield Mutation(f"ending `{ending.name}`", found.change, whole)
    for n, (a, b) in enumerate(pairwise(endings)):
        change = Change(Kind.ORDER, a.span, f"`{a.name}`, then `{b.name}`", f"`{b.name}`, then `{a.name}`")
        swapped = (*endings[:n], b, a, *endings[n + 2 :])
        yield Mutation(f"ending `{a.name}`", change, replace(game, endings=swapped))


def _ending(ending: ir.Ending, scope: Scope) -> Found[ir.Ending]:
    for found in condition(ending.when, scope):
        yield found.within(lambda when: replace(ending, when=when))
    yield from _result(ending, scope)
    for effects in block(ending.effects, scope):
        yield effects.within(lambda e: replace(ending, effects=e))
    if ending.again is not None:
        text = f"again: {expression(scope.game, ending.again)}"
        yield Changed(Change(Kind.DROPPED, ending.again.span, text, NOTHING), replace(ending, again=None))
        for found in condition(ending.again, scope):
            yield found.within(lambda again: replace(ending, again=again))


def _result(ending: ir.Ending, scope: Scope) -> Found[ir.Ending]:
    """Who wins and who loses; where the file names only one side, the other is everyone else."""
    won, lost = ending.winners, ending.losers
    if won.span == lost.span != ending.span:
        yield from _one_sided(ending, scope)
        return
    if won != lost:
        words = expression(scope.game, won), expression(scope.game, lost)
        sides = (f"winners: {words[n]}, losers: {words[1 - n]}" for n in (0, 1))
        swapped = replace(ending, winners=lost, losers=won)
        yield Changed(Change(Kind.PLAYER, ending.span, *sides), swapped)
    for new in _everyone_or_nobody(ending):
        if new != won:
            yield _side(scope, ending, "winners", won, new, replace(ending, winners=new))
        if new != lost:
            yield _side(scope, ending, "losers", lost, new, replace(ending, losers=new))
    for found in changed(won, scope):
        yield found.within(lambda seats: replace(ending, winners=seats))
    for found in changed(lost, scope):
        yield found.within(lambda seats: replace(ending, losers=seats))


def _one_sided(ending: ir.Ending, scope: Scope) -> Found[ir.Ending]:
    won, lost = ending.winners, ending.losers
    winning = isinstance(lost, ir.Apply) and lost.op is Op.LESS and lost.args[-1] == won
    side, said = ("winners", won) if winning else ("losers", lost)
    everyone = ir.Apply(Op.SEATS, (), SEATS, said.span)

    def put(new: ir.Expr) -> ir.Ending:
        others = ir.Apply(Op.LESS, (everyone, new), SEATS, said.span)
        return replace(ending, winners=new if winning else others, losers=others if winning else new)

    for new in _everyone_or_nobody(ending):
        if new != said:
            yield _side(scope, ending, side, said, new, put(new))
    other = "losers" if winning else "winners"
    texts = (f"{name}: {expression(scope.game, said)}" for name in (side, other))
    yield Changed(Change(Kind.PLAYER, ending.span, *texts), replace(ending, winners=lost, losers=won))
    for found in changed(said, scope):
        yield found.within(put)


def _everyone_or_nobody(ending: ir.Ending) -> tuple[ir.Expr, ir.Expr]:
    return ir.Apply(Op.SET, (), SEATS, ending.span), ir.Apply(Op.SEATS, (), SEATS, ending.span)


def _side(
    scope: Scope, ending: ir.Ending, side: str, old: ir.Expr, new: ir.Expr, into: ir.Ending
) -> Changed[ir.Ending]:
    texts = (f"{side}: {expression(scope.game, e)}" for e in (old, new))
    return Changed(Change(Kind.PLAYER, ending.span, *texts), into)
