"""What effects do on a certain deck: as in proofs for any deck, but for the order of cards that came from a
set, and for seats in turn order, which are known here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import CARD, SEAT
from verify import effects
from verify import terms as t
from verify.bounded.moment import Moment
from verify.symbolic import SetTerm, StackTerm, State, choose_state, remembered

M = TypeVar("M", bound=Moment)


def run(place: Moment, deeds: tuple[ir.Effect, ...]) -> Moment:
    """The place after the effects."""
    for effect in deeds:
        place = replace(place, state=_one(place, effect))
    return place


def _one(p: Moment, e: ir.Effect) -> State:
    match e:
        case ir.Branch():
            test = p.truth(e.condition)
            then = run(p.under(test), e.then).state
            return choose_state(test, then, run(p.under(t.negate(test)), e.otherwise).state)
        case ir.ForEach():
            return _for_each(p, e)
        case ir.MoveMany() if not _ordered(p, e.source) and _ordered(p, e.target):
            return effects.cases(p, (e.source, e.target), lambda here, which: _set_moved(here, e, *which))
    return effects.run(p, (e,)).state


def _ordered(p: Moment, ref: ir.ZoneRef) -> bool:
    return next(z.ordered for z in p.deck.game.zones if z.name == ref.name)


def _for_each(p: Moment, e: ir.ForEach) -> State:
    members = p.members(e.domain)
    if e.start is None:
        return _through(p, e, members)
    assert p.set(e.domain).of == SEAT
    first, result = p.term(e.start), p.state
    for start in reversed(range(len(members))):
        test = t.equal(first, t.number(start))
        if test is not t.NO:
            turned = [*members[start:], *members[:start]]
            result = choose_state(test, _through(p.under(test), e, turned), result)
    return result


def _through(p: Moment, e: ir.ForEach, members: list[tuple[t.Term, t.Truth]]) -> State:
    state = p.state
    for x, has in members:
        if has is not t.NO:
            inner = replace(p, state=state).named(e.var, x).under(has)
            state = choose_state(has, run(inner, e.body).state, state)
    return state


def _set_moved(here: object, e: ir.MoveMany, origin: int, goal: int) -> State:
    """All cards of a set come onto a stack, in deck order."""
    assert isinstance(here, Moment)
    source, target = (e.source.name, origin), (e.target.name, goal)
    held, onto = here.state.zones[source], here.state.zones[target]
    assert isinstance(held, SetTerm) and isinstance(onto, StackTerm) and held.size is not None
    rank = _ranked(here, held)
    state = here.state.with_zone(source, SetTerm(CARD, lambda c: t.NO, t.number(0), here.deck.cards))
    first, shift = (onto.size, t.number(0)) if e.onto is End.TOP else (t.number(0), held.size)
    has = {c: t.either(onto.has(c), held.has(c)) for c in here.deck.cards}
    place = {
        c: t.choose(held.has(c), t.add(rank[c], first), t.add(onto.place(c), shift)) for c in here.deck.cards
    }
    return state.with_zone(target, listed(here, has, place, t.add(onto.size, held.size)))


def _ranked(p: Moment, held: SetTerm) -> dict[t.Term, t.Number]:
    """How many cards of the set come before each card in deck order."""
    found, count = {}, t.number(0)
    for c in p.deck.cards:
        found[c] = count
        count = t.add(count, t.choose(held.has(c), t.number(1), t.number(0)))
    return found


def listed(p: Moment, has: dict[t.Term, t.Truth], place: dict[t.Term, t.Number], size: t.Number) -> StackTerm:
    """A stack by what is true of each card."""

    def held(x: t.Term) -> t.Truth:
        if x in has:
            return has[x]
        return t.either(*(t.both(t.equal(x, c), test) for c, test in has.items()))

    def lies(x: t.Term) -> t.Number:
        result: t.Term = t.number(0)
        for c in p.deck.cards:
            result = t.choose(t.equal(x, c), place[c], result)
        return place.get(x, result)

    def slot(i: t.Number) -> t.Term:
        result: t.Term = p.deck.cards[0]
        for c in p.deck.cards[1:]:
            result = t.choose(t.both(has[c], t.equal(place[c], i)), c, result)
        return result

    return StackTerm(remembered(held), remembered(slot), remembered(lies), size)
