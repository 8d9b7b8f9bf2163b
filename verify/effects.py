"""What effects do to a state, as functions from state to state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.types import CARD, IntType
from verify import terms as t
from verify.encode import Place, Unsupported, listed
from verify.loops import loop_over_cards
from verify.moving import NOTHING, Row, cut, in_some_order, with_card, with_row, without
from verify.symbolic import Held, SetTerm, StackTerm, State, Zone, choose_state


def run(place: Place, effects: tuple[ir.Effect, ...]) -> Place:
    """The place after the effects, with the state that they make."""
    for effect in effects:
        place = replace(place, state=_one(place, effect))
    return place


def _one(p: Place, e: ir.Effect) -> State:
    match e:
        case ir.MoveCard():
            return _move_card(p, e)
        case ir.MoveMany():
            return _move_many(p, e)
        case ir.Assign():
            return _assign(p, e)
        case ir.SetMover():
            return replace(p.state, mover=p.term(e.seat))
        case ir.GoTo():
            return replace(p.state, phase=phase_number(p.terms.game, e.phase))
        case ir.Branch():
            test = p.truth(e.condition)
            known = t.known_truth(test)
            if known is not None:
                return run(p, e.then if known else e.otherwise).state
            then = run(p.under(test), e.then).state
            return choose_state(test, then, run(p.under(t.negate(test)), e.otherwise).state)
        case ir.ForEach():
            return _for_each(p, e)
    assert_never(e)


def phase_number(game: ir.Game, name: str) -> t.Number:
    return t.number((ir.SETUP, *(q.name for q in game.phases)).index(name))


# cards ----------------------------------------------------------------------------------------------------


def cases(p: Place, refs: tuple[ir.ZoneRef, ...], do: Callable[[Place, list[int]], State]) -> State:
    """The state after what is done with these zones, for each way whose they can be."""
    found: list[tuple[t.Truth, list[int]]] = [(t.YES, [])]
    for ref in refs:
        ways = p.ways(ref)
        both = ((t.both(a, b), [*known, i]) for a, known in found for b, i in ways)
        found = [(test, indices) for test, indices in both if test is not t.NO]
    if not found:
        return p.state  # there is no such zone, which was noted as a need that does not hold
    result = do(p.under(found[-1][0]), found[-1][1])
    for test, indices in reversed(found[:-1]):
        result = choose_state(test, do(p.under(test), indices), result)
    return result


def _move_card(p: Place, e: ir.MoveCard) -> State:
    card = p.terms.facts.card(p.term(e.card))
    return cases(p, (e.source, e.target), lambda here, indices: _card_moved(here, e, card, *indices))


def _card_moved(p: Place, e: ir.MoveCard, card: t.Term, origin: int, goal: int) -> State:
    source, target = (e.source.name, origin), (e.target.name, goal)
    held = p.state.zones[source]
    p.need("the card is there", e.span, held.has(card))
    state = p.state.with_zone(source, without(held, card))
    return state.with_zone(target, with_card(state.zones[target], card, e.onto))


def _move_many(p: Place, e: ir.MoveMany) -> State:
    return cases(p, (e.source, e.target), lambda here, indices: _many_moved(here, e, *indices))


def _many_moved(p: Place, e: ir.MoveMany, origin: int, goal: int) -> State:
    source, target = (e.source.name, origin), (e.target.name, goal)
    held = p.state.zones[source]
    assert held.size is not None
    count = held.size if e.count is None else p.term(e.count)
    enough = t.both(t.at_most(t.number(0), count), t.at_most(count, held.size))
    p.need("there are enough cards", e.span, enough)
    if isinstance(held, SetTerm):
        onto_stack = isinstance(p.state.zones[target], StackTerm)
        row = in_some_order(p, held.has, held.size) if onto_stack else Row(held.has, held.size)
        rest: Zone = NOTHING
    else:
        row, rest = cut(held, count, e.end)
    state = p.state.with_zone(source, rest)
    return state.with_zone(target, with_row(state.zones[target], row, e.onto))


# the rest -------------------------------------------------------------------------------------------------


def _assign(p: Place, e: ir.Assign) -> State:
    value = None if e.value is None else p.term(e.value)
    kind = e.variable.type
    if value is not None and isinstance(kind, IntType):
        p.need(f"`{e.variable.name}` stays in its range", e.span, in_range(value, kind))
    state = p.state
    for here, i in p.ways(e.variable):
        key = (e.variable.name, i)
        held = state.variables[key]
        new = Held(held.value, t.NO) if value is None else Held(value, t.YES)
        both = Held(t.choose(here, new.value, held.value), t.choose(here, new.is_set, held.is_set))
        state = state.with_variable(key, both)
    return state


def in_range(value: t.Term, kind: IntType) -> t.Truth:
    return t.both(t.at_most(t.number(kind.lo), value), t.at_most(value, t.number(kind.hi)))


def _for_each(p: Place, e: ir.ForEach) -> State:
    s = p.set(e.domain)
    members = listed(replace(s, candidates=None), p.terms)
    if members is None and s.of == CARD:
        return loop_over_cards(p, e, s, run)
    if members is None:
        raise Unsupported("an effect repeated for numbers of which there can be many", e.span)
    if e.start is not None:
        members = clockwise_from(p.term(e.start), len(members))
    state = p.state
    for x, has in [(x, has) for x in members if (has := s.has(x)) is not t.NO]:
        inner = replace(p, state=state).named(e.var, x).under(has)
        state = choose_state(has, run(inner, e.body).state, state)
    return state


def clockwise_from(first: t.Term, seats: int) -> tuple[t.Term, ...]:
    """All seats, in the order of turns."""
    around = (t.add(first, t.number(n)) for n in range(seats))
    beyond = t.number(seats)
    return tuple(t.choose(t.less(s, beyond), s, t.subtract(s, beyond)) for s in around)
