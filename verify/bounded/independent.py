"""Where what a mover may do, or where it leads, changes with a variable of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Independent
from interpreter.ir.types import SetType
from verify import terms as t
from verify.bounded import deeds
from verify.bounded.moment import Moment, same_stack
from verify.bounded.states import unknown_of
from verify.bounded.step import faults, judge
from verify.effects import phase_number
from verify.symbolic import Held, StackTerm, State


def differs(place: Moment, claim: ir.Independence) -> t.Truth:
    """That some action of the mover, legal in one of two states that differ in the variable of one other
    seat, is not in the other, or ends elsewhere. The values and the action are unknowns of their own.
    """
    place = replace(place, watched=True, names={}, me=place.state.mover, path=t.YES)
    game, state = place.deck.game, place.state
    variable = next(v for v in game.variables if v.name == claim.variable)
    if isinstance(variable.type, SetType):
        return t.NO
    value = unknown_of(place.deck, f"other {claim.variable}", variable.type)
    found = [t.both(_going_on(place), parts) for parts in _seats(place, claim, value)]
    return t.both(t.negate(state.over), t.either(*found))


def _going_on(place: Moment) -> t.Truth:
    game = place.deck.game
    chance = {m.phase for m in game.moves if m.by_chance}
    return t.both(*(t.negate(t.equal(place.state.phase, phase_number(game, p))) for p in chance))


def _seats(place: Moment, claim: ir.Independence, value: t.Term) -> Iterator[t.Truth]:
    state = place.state
    for (name, seat), held in state.variables.items():
        if name != claim.variable:
            continue
        other = replace(place, state=state.with_variable((name, seat), Held(value, held.is_set)))
        concerned = t.both(t.negate(t.equal(state.mover, t.number(seat))), held.is_set)
        yield t.both(concerned, _moves(place, other, Independent.AFTER in claim.what))


def _moves(one: Moment, other: Moment, after: bool) -> t.Truth:
    moves = (m for m in one.deck.game.moves if m.phase != ir.SETUP and not m.by_chance)
    return t.either(*(_move(one, other, move, after) for move in moves))


def _move(one: Moment, other: Moment, move: ir.Move, after: bool) -> t.Truth:
    names: dict[str, t.Term] = {}
    for i, pick in enumerate(move.picks):
        kind = getattr(pick.domain.type, "of", pick.domain.type)
        names[pick.name] = unknown_of(one.deck, f"other {move.name}.{i}", kind)
    noted = len(one.terms.needs)
    here, fault_here = legal_with(one, move, names), faults(one, noted)
    there, fault_there = legal_with(other, move, names), faults(other, noted)
    parts = t.either(t.negate(t.equal(here, there)), t.negate(t.equal(fault_here, fault_there)))
    if not after:
        return parts
    a, fault_here = _made(one.under(here), move, names)
    b, fault_there = _made(other.under(there), move, names)
    elsewhere = t.either(t.negate(_same(one, a, b)), t.negate(t.equal(fault_here, fault_there)))
    return t.either(parts, t.both(here, elsewhere))


def _made(place: Moment, move: ir.Move, names: Mapping[str, t.Term]) -> tuple[State, t.Truth]:
    """The state after the move and what ends by it, and whether that is a fault."""
    noted, counters = len(place.terms.needs), place.state.counters
    done = deeds.run(replace(place, names=dict(names)), move.effects)
    same = t.equal(done.state.mover, place.state.mover)
    turns = t.add(counters.turns, t.choose(same, t.number(0), t.number(1)))
    counted = replace(counters, plies=t.add(counters.plies, t.number(1)), turns=turns)
    fault = faults(place, noted)
    state, fault_at_end = judge(replace(done, names={}, state=replace(done.state, counters=counted)))
    return state, t.either(fault, fault_at_end)


def legal_with(place: Moment, move: ir.Move, names: Mapping[str, t.Term]) -> t.Truth:
    """That the move with these picks is legal for who `me` is in the place."""
    game, me, mover = place.deck.game, place.me, place.state.mover
    phase = next(p for p in game.phases if p.name == move.phase)
    tests = [t.equal(place.state.phase, phase_number(game, move.phase))]
    if phase.actors is None:
        tests.append(t.equal(me, mover))
    else:
        tests.append(replace(place, me=mover, names={}).set(phase.actors).has(me))
    place = place.under(t.both(*tests))
    for condition in move.conditions:
        place = place.under(place.truth(condition.that))
    for pick in move.picks:
        place = place.under(place.set(pick.domain).has(names[pick.name])).named(pick.name, names[pick.name])
        if pick.where is not None:
            place = place.under(place.truth(pick.where))
    return place.path


def _same(place: Moment, a: State, b: State) -> t.Truth:
    """Zones, phase and mover are the same."""
    found = [t.equal(a.mover, b.mover), t.equal(a.phase, b.phase)]
    for key, zone in a.zones.items():
        other = b.zones[key]
        if isinstance(zone, StackTerm) and isinstance(other, StackTerm):
            found.append(same_stack(zone, other, place.deck.cards))
        else:
            found += [t.equal(zone.has(c), other.has(c)) for c in place.deck.cards]
    return t.both(*found)
