"""All small steps that the rules of a file can be changed by; its checks, texts and advice are left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.places import members
from interpreter.ir.types import BOOL, CARD, SEAT, SEATS
from interpreter.ir.walk import called, rule_expressions
from interpreter.text.source import Span
from verify.mutants.effects import block
from verify.mutants.expressions import about, audience, changed, condition, other_zones
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import expression
from verify.mutants.wording import step as step_words

NOTHING = "nothing"


@dataclass(frozen=True)
class Mutation:
    """A small step in an item of the rules (in words), and the rules after it."""

    item: str
    change: Change
    game: ir.Game


T = TypeVar("T")
Found = Iterator[Changed[T]]


def mutations(game: ir.Game) -> Iterator[Mutation]:
    """In the order of the sections, the same for the same file; some may come twice."""
    for steps in (_deck, _turn, _declared, _definitions, _phases, _setup, _moves, _endings, _required):
        yield from steps(game)


def _of(item: str, found: Found[ir.Game]) -> Iterator[Mutation]:
    return (Mutation(item, one.change, one.into) for one in found)


def _put(items: Sequence[T], n: int, *new: T) -> tuple[T, ...]:
    """The items with others in the place of one of them."""
    return (*items[:n], *new, *items[n + 1 :])


def _optional(
    span: Span, e: ir.Expr | None, scope: Scope, put: Callable[[ir.Expr | None], ir.Game]
) -> Found[ir.Game]:
    """A condition that may be left out."""
    if e is not None:
        yield Changed(Change(Kind.DROPPED, e.span, expression(scope.game, e), NOTHING), put(None))
        yield from (one.within(put) for one in condition(e, scope))


# declarations ---------------------------------------------------------------------------------------------


def _deck(game: ir.Game) -> Iterator[Mutation]:
    deck, scope = game.deck, Scope(game, {"card": CARD}, acting=False)
    found = _optional(deck.span, deck.where, scope, lambda e: replace(game, deck=replace(deck, where=e)))
    yield from _of("deck", found)


def _turn(game: ir.Game) -> Iterator[Mutation]:
    turn, scope = game.turn, Scope(game, {"seat": SEAT}, acting=False)
    found = _optional(turn.span, turn.among, scope, lambda e: replace(game, turn=replace(turn, among=e)))
    yield from _of("turn", found)


def _owned(game: ir.Game, per: ir.Owner) -> Scope:
    return Scope(game, {"owner": SEAT} if per is ir.Per.PLAYER else {}, acting=False)


def _declared(game: ir.Game) -> Iterator[Mutation]:
    """Who sees what; first values."""
    for n, zone in enumerate(game.zones):
        if zone.span.text:
            yield from _of(f"zone `{zone.name}`", _zone(game, n, zone))
    for n, variable in enumerate(game.variables):
        yield from _of(f"variable `{variable.name}`", _variable(game, n, variable))


def _zone(game: ir.Game, n: int, zone: ir.Zone) -> Found[ir.Game]:
    for found in audience(zone.seen, _owned(game, zone.per)):
        new = replace(zone, seen=found.into)
        yield Changed(found.change, replace(game, zones=_put(game.zones, n, new)))
    if zone.counted.span.text and zone.counted.span != zone.span:
        for found in audience(zone.counted, _owned(game, zone.per)):
            new = replace(zone, counted=found.into)
            yield Changed(found.change, replace(game, zones=_put(game.zones, n, new)))


def _variable(game: ir.Game, n: int, variable: ir.Variable) -> Found[ir.Game]:
    def put(new: ir.Variable) -> ir.Game:
        return replace(game, variables=_put(game.variables, n, new))

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


def _definitions(game: ir.Game) -> Iterator[Mutation]:
    """Of definitions that rules use, whether checks use them or not."""
    used = called(game, rule_expressions(game))
    for n, definition in enumerate(game.definitions):
        if definition.name in used:
            scope = Scope(game, {p.name: p.type for p in definition.params})
            find = condition if definition.type == BOOL else changed
            for found in find(definition.body, scope):
                new = replace(definition, body=found.into)
                whole = replace(game, definitions=_put(game.definitions, n, new))
                yield Mutation(f"definition `{definition.name}`", found.change, whole)


def _phases(game: ir.Game) -> Iterator[Mutation]:
    for n, phase in enumerate(game.phases):
        put = _phase_putter(game, n, phase)
        found = _optional(phase.span, phase.actors, Scope(game, acting=False), put)
        yield from _of(f"phase `{phase.name}`", found)


def _phase_putter(game: ir.Game, n: int, phase: ir.Phase) -> Callable[[ir.Expr | None], ir.Game]:
    return lambda e: replace(game, phases=_put(game.phases, n, replace(phase, actors=e)))


def _required(game: ir.Game) -> Iterator[Mutation]:
    for n, required in enumerate(game.requirements):
        for found in _listed_conditions(Scope(game, acting=False), game.requirements, n, required):
            yield Mutation("require", found.change, replace(game, requirements=found.into))


# the set-up -----------------------------------------------------------------------------------------------


def _setup(game: ir.Game) -> Iterator[Mutation]:
    scope = Scope(game, acting=False)
    for n, step in enumerate(game.setup):
        text = step_words(game, step)
        gone = Change(Kind.DELETED, step.span, text, NOTHING)
        yield Mutation("set-up", gone, replace(game, setup=_put(game.setup, n)))
        for found in _step(step, scope):
            yield Mutation("set-up", found.change, replace(game, setup=_put(game.setup, n, found.into)))
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


# moves ----------------------------------------------------------------------------------------------------


def _moves(game: ir.Game) -> Iterator[Mutation]:
    for n, move in enumerate(game.moves):
        for found in _move(move, Scope(game)):
            whole = replace(game, moves=_put(game.moves, n, found.into))
            yield Mutation(f"move `{move.name}`", found.change, whole)


def _move(move: ir.Move, scope: Scope) -> Found[ir.Move]:
    if move.phase != ir.SETUP:
        for phase in scope.game.phases:
            if phase.name != move.phase:
                change = Change(Kind.PHASE, move.span, f"phase: {move.phase}", f"phase: {phase.name}")
                yield Changed(change, replace(move, phase=phase.name))
    for n, one in enumerate(move.conditions):
        for found in _listed_conditions(scope, move.conditions, n, one):
            yield found.within(lambda c: replace(move, conditions=c))
    inner = scope
    for n, pick in enumerate(move.picks):
        for picked in _pick(pick, inner):
            yield Changed(picked.change, replace(move, picks=_put(move.picks, n, picked.into)))
        inner = inner.bind(pick.name, members(pick.domain.type))
    for effects in block(move.effects, inner):
        yield effects.within(lambda e: replace(move, effects=e))


def _listed_conditions(
    scope: Scope, conditions: tuple[ir.Condition, ...], n: int, one: ir.Condition
) -> Found[tuple[ir.Condition, ...]]:
    text = expression(scope.game, one.that)
    yield Changed(Change(Kind.DROPPED, one.that.span, text, NOTHING), _put(conditions, n))
    for found in condition(one.that, scope):
        yield Changed(found.change, _put(conditions, n, replace(one, that=found.into)))


def _pick(pick: ir.Pick, scope: Scope) -> Found[ir.Pick]:
    for found in changed(pick.domain, scope):
        yield found.within(lambda domain: replace(pick, domain=domain))
    if pick.where is not None:
        text = f"where {expression(scope.game, pick.where)}"
        yield Changed(Change(Kind.DROPPED, pick.where.span, text, NOTHING), replace(pick, where=None))
        for found in condition(pick.where, scope.bind(pick.name, members(pick.domain.type))):
            yield found.within(lambda where: replace(pick, where=where))


# endings --------------------------------------------------------------------------------------------------


def _endings(game: ir.Game) -> Iterator[Mutation]:
    scope, endings = Scope(game), game.endings
    for n, ending in enumerate(endings):
        if len(endings) > 1:
            gone = Change(Kind.DELETED, ending.span, f"ending `{ending.name}`", NOTHING)
            yield Mutation(f"ending `{ending.name}`", gone, replace(game, endings=_put(endings, n)))
        for found in _ending(ending, scope):
            whole = replace(game, endings=_put(endings, n, found.into))
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
    """Who wins and who loses."""
    won, lost = ending.winners, ending.losers
    if won != lost:
        words = expression(scope.game, won), expression(scope.game, lost)
        sides = (f"winners: {words[n]}, losers: {words[1 - n]}" for n in (0, 1))
        swapped = replace(ending, winners=lost, losers=won)
        yield Changed(Change(Kind.PLAYER, ending.span, *sides), swapped)
    everyone = ir.Apply(Op.SEATS, (), SEATS, ending.span)
    nobody = ir.Apply(Op.SET, (), SEATS, ending.span)
    for new in (nobody, everyone):
        if new != won:
            yield _side(scope, ending, "winners", won, new, replace(ending, winners=new))
        if new != lost:
            yield _side(scope, ending, "losers", lost, new, replace(ending, losers=new))
    for found in changed(won, scope):
        yield found.within(lambda seats: replace(ending, winners=seats))
    for found in changed(lost, scope):
        yield found.within(lambda seats: replace(ending, losers=seats))


def _side(
    scope: Scope, ending: ir.Ending, side: str, old: ir.Expr, new: ir.Expr, into: ir.Ending
) -> Changed[ir.Ending]:
    texts = (f"{side}: {expression(scope.game, e)}" for e in (old, new))
    return Changed(Change(Kind.PLAYER, ending.span, *texts), into)
