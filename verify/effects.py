"""What effects do to a state, as functions from state to state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import CARD, IntType, SetType
from verify import terms as t
from verify.encode import Place, Unsupported
from verify.symbolic import Held, SetTerm, StackTerm, State, Zone, choose_state, copies

Chosen: TypeAlias = Callable[[t.Term], t.Truth]
"""Which cards: a condition on one."""


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
            then = run(p.under(test), e.then).state
            return choose_state(test, then, run(p.under(t.negate(test)), e.otherwise).state)
        case ir.ForEach():
            return _for_each(p, e)
    assert_never(e)


def phase_number(game: ir.Game, name: str) -> t.Number:
    return t.number((ir.SETUP, *(q.name for q in game.phases)).index(name))


# cards ----------------------------------------------------------------------------------------------------


def _cases(p: Place, refs: tuple[ir.ZoneRef, ...], do: Callable[[Place, list[int]], State]) -> State:
    """The state after what is done with these zones, for each way whose they can be."""
    game = p.terms.game
    found: list[tuple[t.Truth, list[int]]] = [(t.YES, [])]
    for ref in refs:
        owner = next(z.per for z in game.zones if z.name == ref.name)
        whose = t.number(0) if ref.index is None else p.term(ref.index)
        tests = [(t.equal(whose, t.number(i)), i) for i in copies(owner, game)]
        both = ((t.both(a, b), [*known, i]) for a, known in found for b, i in tests)
        found = [(test, indices) for test, indices in both if t.known_truth(test) is not False]
    result = do(p.under(found[-1][0]), found[-1][1])
    for test, indices in reversed(found[:-1]):
        result = choose_state(test, do(p.under(test), indices), result)
    return result


def _move_card(p: Place, e: ir.MoveCard) -> State:
    return _cases(p, (e.source, e.target), lambda here, indices: _card_moved(here, e, *indices))


def _card_moved(p: Place, e: ir.MoveCard, origin: int, goal: int) -> State:
    card = p.terms.facts.card(p.term(e.card))
    source, target = (e.source.name, origin), (e.target.name, goal)
    held = p.state.zones[source]
    p.need("the card is there", e.span, held.has(card))
    state = p.state.with_zone(source, _without(held, card))
    state = state.with_zone(target, _with(state.zones[target], card, e.onto))
    return _laid(state, p.me, lambda c: t.equal(c, card))


def _without(zone: Zone, card: t.Term) -> Zone:
    if isinstance(zone, SetTerm):
        assert zone.size is not None
        size = t.subtract(zone.size, t.number(1))
        return SetTerm(CARD, lambda c: t.both(zone.has(c), t.negate(t.equal(c, card))), size)
    gone = zone.place(card)

    def place(c: t.Term) -> t.Number:
        was = zone.place(c)
        return t.choose(t.less(gone, was), t.subtract(was, t.number(1)), was)

    return StackTerm(
        lambda c: t.both(zone.has(c), t.negate(t.equal(c, card))),
        lambda i: t.choose(t.less(i, gone), zone.slot(i), zone.slot(t.add(i, t.number(1)))),
        place,
        t.subtract(zone.size, t.number(1)),
    )


def _with(zone: Zone, card: t.Term, onto: End) -> Zone:
    if isinstance(zone, SetTerm):
        assert zone.size is not None
        return SetTerm(CARD, lambda c: t.either(zone.has(c), t.equal(c, card)), t.add(zone.size, t.number(1)))
    size = t.add(zone.size, t.number(1))
    if onto is End.TOP:
        at, shift = zone.size, t.number(0)
    else:
        at, shift = t.number(0), t.number(1)

    def slot(i: t.Number) -> t.Term:
        return t.choose(t.equal(i, at), card, zone.slot(t.subtract(i, shift)))

    def place(c: t.Term) -> t.Number:
        return t.choose(t.equal(c, card), at, t.add(zone.place(c), shift))

    return StackTerm(lambda c: t.either(zone.has(c), t.equal(c, card)), slot, place, size)


def _move_many(p: Place, e: ir.MoveMany) -> State:
    return _cases(p, (e.source, e.target), lambda here, indices: _many_moved(here, e, *indices))


def _many_moved(p: Place, e: ir.MoveMany, origin: int, goal: int) -> State:
    source, target = (e.source.name, origin), (e.target.name, goal)
    held = p.state.zones[source]
    assert held.size is not None
    count = held.size if e.count is None else p.term(e.count)
    enough = t.both(t.at_most(t.number(0), count), t.at_most(count, held.size))
    p.need("there are enough cards", e.span, enough)
    left = t.subtract(held.size, count)
    if isinstance(held, SetTerm):
        moves, rest = held.has, SetTerm(CARD, lambda c: t.NO, t.number(0))
        if isinstance(p.state.zones[target], StackTerm):
            raise Unsupported("a set moved onto a stack", e.span)
        return _gained(p, p.state.with_zone(source, rest), target, moves, count)
    if isinstance(p.state.zones[target], StackTerm):
        raise Unsupported("several cards moved from stack to stack", e.span)
    if e.end is End.TOP:
        lost = _part(held, lambda c: t.less(held.place(c), left), t.number(0), left)
        return _gained(p, p.state.with_zone(source, lost), target, _from(held, left), count)
    lost = _part(held, lambda c: t.at_most(count, held.place(c)), count, left)
    return _gained(p, p.state.with_zone(source, lost), target, _below(held, count), count)


def _from(stack: StackTerm, place: t.Term) -> Chosen:
    return lambda c: t.both(stack.has(c), t.at_most(place, stack.place(c)))


def _below(stack: StackTerm, place: t.Term) -> Chosen:
    return lambda c: t.both(stack.has(c), t.less(stack.place(c), place))


def _part(stack: StackTerm, keeps: Chosen, shift: t.Term, size: t.Number) -> StackTerm:
    return StackTerm(
        lambda c: t.both(stack.has(c), keeps(c)),
        lambda i: stack.slot(t.add(i, shift)),
        lambda c: t.subtract(stack.place(c), shift),
        size,
    )


def _gained(p: Place, state: State, target: tuple[str, int], moves: Chosen, count: t.Term) -> State:
    zone = state.zones[target]
    assert isinstance(zone, SetTerm) and zone.size is not None
    more = SetTerm(CARD, lambda c: t.either(zone.has(c), moves(c)), t.add(zone.size, count))
    return _laid(state.with_zone(target, more), p.me, moves)


def _laid(state: State, by: t.Term, moved: Chosen) -> State:
    past = state.past
    return replace(
        state,
        past=replace(
            past,
            laid=lambda c: t.either(past.laid(c), moved(c)),
            laid_by=lambda c: t.choose(moved(c), by, past.laid_by(c)),
        ),
    )


# the rest -------------------------------------------------------------------------------------------------


def _assign(p: Place, e: ir.Assign) -> State:
    if isinstance(e.variable.type, SetType):
        raise Unsupported("a variable that holds a set", e.span)
    whose = t.number(0) if e.variable.index is None else p.term(e.variable.index)
    value = None if e.value is None else p.term(e.value)
    if value is not None and isinstance(e.variable.type, IntType):
        kind = e.variable.type
        within = t.both(t.at_most(t.number(kind.lo), value), t.at_most(value, t.number(kind.hi)))
        p.need(f"`{e.variable.name}` stays in its range", e.span, within)
    state = p.state
    for (name, i), held in p.state.variables.items():
        if name == e.variable.name:
            here = t.equal(whose, t.number(i))
            new = Held(held.value, t.NO) if value is None else Held(value, t.YES)
            both = Held(t.choose(here, new.value, held.value), t.choose(here, new.is_set, held.is_set))
            state = state.with_variable((name, i), both)
    return state


def _for_each(p: Place, e: ir.ForEach) -> State:
    s = p.set(e.domain)
    members = s.candidates if s.candidates is not None else p.terms.members(s.of)
    if members is None:
        raise Unsupported("an effect repeated for cards", e.span)
    if e.start is not None:
        raise Unsupported("an effect repeated in turn order from a seat", e.span)
    fixed = [(x, s.has(x)) for x in members]
    state = p.state
    for x, has in fixed:
        inner = replace(p, state=state).named(e.var, x).under(has)
        state = choose_state(has, run(inner, e.body).state, state)
    return state
