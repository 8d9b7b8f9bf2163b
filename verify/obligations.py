"""The questions: what must follow from what, for a claim to hold in every reachable state.

A claim on positions is shown by induction: it holds after every set-up, and if it held before a step
it holds after
it. The state before a step is any state for which the declarations and all claims on positions hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from interpreter.ir.types import CARD
from verify import assume, effects
from verify import terms as t
from verify.encode import Place, Terms, Unsupported
from verify.facts import Facts
from verify.symbolic import Past, SetTerm, State, choose_state, fresh_state, sort_of
from verify.symmetry import seats_alike

Goal = Callable[["Step"], t.Truth]


@dataclass(frozen=True)
class Step:
    """One move of one seat from any state: the place before it, and after it with the picks in scope."""

    move: ir.Move
    seat: int
    before: Place
    after: Place

    @property
    def terms(self) -> Terms:
        return self.before.terms


# states ---------------------------------------------------------------------------------------------------


def any_state(game: ir.Game, me: t.Term | None = None) -> Place:
    """A place in a state of which only the declarations are known."""
    terms = Terms(game, Facts())
    state = fresh_state(game, "before")
    place = Place(terms, state, state.mover if me is None else me)
    assume.assume_deck(terms)
    assume.assume_state(place)
    return place


def suppose(place: Place, checks: tuple[ir.Check, ...]) -> None:
    """All claims on positions hold in the state of this place."""
    for check in checks:
        if isinstance(check.claim, ir.Invariant):
            place.terms.facts.say(check.name, at_position(place).truth(check.claim.body))


def at_position(place: Place) -> Place:
    """The same state, seen as checks on positions see it: `me` is the mover."""
    return replace(place, me=place.state.mover, names={}, before=None, watched=False)


def unrelated(game: ir.Game, move: ir.Move) -> Place:
    """A place as after a step by the move, in a state that need not come from the one before."""
    before = any_state(game)
    state = fresh_state(game, "after")
    after = replace(before, state=state, me=before.state.mover, before=before, watched=False)
    assume.assume_state(after)
    for pick in move.picks:
        value = before.terms.facts.fresh(pick.name, sort_of(before.set(pick.domain).of))
        after = after.named(pick.name, value)
    return after


# steps ----------------------------------------------------------------------------------------------------


def make_step(game: ir.Game, move: ir.Move, seat: int, checks: tuple[ir.Check, ...]) -> Step:
    """Any legal step by this move of this seat."""
    before = to_move(game, move, seat)
    facts = before.terms.facts
    facts.say("who acts", acts(before, move, seat))
    suppose(before, checks)
    chosen = before
    for condition in move.conditions:
        facts.say(f"the guard of {move.name}", chosen.truth(condition.that))
    for pick in move.picks:
        chosen = _pick(chosen, pick, move.name)
    done = effects.run(chosen, move.effects)
    after = replace(done, state=_remember(done.state, game, move, seat))
    return Step(move, seat, before, judge(after))


def to_move(game: ir.Game, move: ir.Move, seat: int) -> Place:
    """Any state in the phase of a move with the match going on; `seat` is the mover where only he acts."""
    place = any_state(game, t.number(seat))
    phase = next(p for p in game.phases if p.name == move.phase)
    alone = phase.actors is None or move.by_chance
    mover = t.number(seat) if alone else place.state.mover
    number = effects.phase_number(game, move.phase)
    return replace(place, state=replace(place.state, over=t.NO, phase=number, mover=mover))


def acts(place: Place, move: ir.Move, seat: int) -> t.Truth:
    """That the phase of the move lets this seat act."""
    phase = next(p for p in place.terms.game.phases if p.name == move.phase)
    if phase.actors is None or move.by_chance:
        return t.equal(place.state.mover, t.number(seat))
    return place.set(phase.actors).has(t.number(seat))


def _pick(place: Place, pick: ir.Pick, move: str) -> Place:
    facts = place.terms.facts
    domain = place.set(pick.domain)
    value = facts.fresh(pick.name, sort_of(domain.of))
    if domain.of == CARD:
        facts.card(value)
    facts.say(f"a pick of {move}", t.both(domain.has(value), assume.in_kind(place.terms, value, domain.of)))
    place = place.named(pick.name, value)
    if pick.where is not None:
        facts.say(f"a pick of {move}", place.truth(pick.where))
    return place


def _remember(state: State, game: ir.Game, move: ir.Move, seat: int) -> State:
    number = t.number([m.name for m in game.moves].index(move.name))
    past = replace(state.past, moved=t.YES, move=number, player=t.number(seat))
    return replace(state, past=past)


def judge(place: Place) -> Place:
    """The place after the first ending that holds, if one does."""
    game, result, earlier = place.terms.game, place, t.NO
    for number, ending in enumerate(game.endings):
        here = place.under(t.negate(earlier))
        holds = t.both(t.negate(earlier), here.truth(ending.when))
        ended = effects.run(here.under(holds), ending.effects)
        seats = [t.number(s) for s in range(game.seats)]
        winners, losers = ended.set(ending.winners), ended.set(ending.losers)
        over = replace(
            ended.state,
            over=t.YES,
            ending=t.number(number),
            winners=tuple(winners.has(s) for s in seats),
            losers=tuple(losers.has(s) for s in seats),
        )
        result = replace(result, state=choose_state(holds, over, result.state))
        earlier = t.either(earlier, holds)
    return result


# the start ------------------------------------------------------------------------------------------------


def start(game: ir.Game) -> Place:
    """Any state in which a match can begin: the set-up, done with every chance and choice open."""
    terms = Terms(game, Facts())
    assume.assume_deck(terms)
    state = _undealt(game, terms)
    place = Place(terms, state, t.number(0))
    for step in game.setup:
        place = _set_up(place, step)
    return place


def _undealt(game: ir.Game, terms: Terms) -> State:
    state = fresh_state(game, "start")
    past = Past(t.NO, t.number(0), t.number(0), lambda c: t.NO, lambda c: t.number(0))
    state = replace(state, phase=t.number(0), mover=t.number(0), over=t.NO, past=past)
    for (name, i), zone in state.zones.items():
        whole = name == game.zones[0].name
        size = terms.deck_size if whole else t.number(0)
        has = _yes if whole else _no
        empty = SetTerm(CARD, has, size) if isinstance(zone, SetTerm) else replace(zone, has=has, size=size)
        state = state.with_zone((name, i), empty)
    for variable in game.variables:
        for key, held in list(state.variables.items()):
            if key[0] != variable.name:
                continue
            if variable.starts is None:
                state = state.with_variable(key, replace(held, is_set=t.NO))
            else:
                value = Place(terms, state, t.number(0)).term(variable.starts)
                state = state.with_variable(key, replace(held, value=value, is_set=t.YES))
    return state


def _yes(_: t.Term) -> t.Truth:
    return t.YES


def _no(_: t.Term) -> t.Truth:
    return t.NO


def _set_up(place: Place, step: ir.Step) -> Place:
    place = replace(place, me=place.state.mover)
    match step:
        case ir.Do():
            return effects.run(place, (step.effect,))
        case ir.Lot():
            return _lot(place, step)
        case ir.EachSeat():
            return _each_seat(place, step)
        case ir.Deal():
            return _dealt(place, step)
        case ir.Draw():
            return _drawn(place, step)


def _lot(place: Place, step: ir.Lot) -> Place:
    domain = place.set(step.domain)
    value = place.terms.facts.fresh("lot", sort_of(domain.of))
    within = assume.in_kind(place.terms, value, domain.of)
    place.terms.facts.say("a lot", t.both(domain.has(value), within))
    place = place.named("lot", value)
    literal = ir.Local("lot", step.variable.type if step.variable is not None else domain.of)
    effect = ir.SetMover(literal) if step.variable is None else ir.Assign(step.variable, literal)
    return replace(effects.run(place, (effect,)), names={})


def _each_seat(place: Place, step: ir.EachSeat) -> Place:
    game = place.terms.game
    move = next(m for m in game.moves if m.name == step.move)
    first, seats = place.term(step.start), game.seats
    for n in range(seats):
        seat = t.add(first, t.number(n))
        seat = t.choose(t.less(seat, t.number(seats)), seat, t.subtract(seat, t.number(seats)))
        here = replace(place, me=seat, names={}, state=replace(place.state, mover=seat))
        for pick in move.picks:
            here = _pick(here, pick, move.name)
        place = replace(effects.run(here, move.effects), names={})
    return place


def _dealt(place: Place, step: ir.Deal) -> Place:
    """The cards come to the seats in some way; only how many each gets is known."""
    terms, game = place.terms, place.terms.game
    source = place.state.zones[step.source.name, 0]
    assert isinstance(source, SetTerm) and source.size is not None
    each = terms.facts.fresh("each", t.INT) if step.count is None else place.term(step.count)
    dealt = t.multiply(each, t.number(game.seats))
    same = t.equal(dealt, source.size) if step.count is None else t.at_most(dealt, source.size)
    terms.facts.say("the deal", t.both(same, t.at_most(t.number(0), each)))
    return _scattered(place, step.source.name, [(step.target, s, each) for s in range(game.seats)], dealt)


def _drawn(place: Place, step: ir.Draw) -> Place:
    count = place.term(step.count)
    index = 0 if step.target.index is None else t.known_number(place.term(step.target.index))
    if index is None:
        raise Unsupported("cards drawn to a zone that depends on the position", step.span)
    return _scattered(place, step.source.name, [(step.target.name, index, count)], count)


def _scattered(place: Place, source: str, targets: list[tuple[str, int, t.Term]], gone: t.Term) -> Place:
    facts, state = place.terms.facts, place.state
    held = state.zones[source, 0]
    assert isinstance(held, SetTerm) and held.size is not None
    gets = []
    for name, index, count in targets:
        chosen = facts.fresh_condition("dealt")
        gets.append(chosen)
        zone = state.zones[name, index]
        if not isinstance(zone, SetTerm) or zone.size is None:
            raise Unsupported("cards dealt onto a stack", place.terms.game.span)
        has = _joined(zone.has, chosen)
        state = state.with_zone((name, index), SetTerm(CARD, has, t.add(zone.size, count)))
    was = held.has
    facts.always("the deal", "card", lambda c: t.both(*(t.implies(g(c), was(c)) for g in gets)))
    pairs = [(a, b) for i, a in enumerate(gets) for b in gets[:i]]
    facts.always("the deal", "card", lambda c: t.both(*(t.negate(t.both(a(c), b(c))) for a, b in pairs)))
    left = t.subtract(held.size, gone)
    rest = SetTerm(CARD, lambda c: t.both(was(c), *(t.negate(g(c)) for g in gets)), left)
    facts.always("the deal", "card", lambda c: t.implies(t.equal(left, t.number(0)), t.negate(rest.has(c))))
    return replace(place, state=state.with_zone((source, 0), rest))


def _joined(a: Callable[[t.Term], t.Truth], b: Callable[[t.Term], t.Truth]) -> Callable[[t.Term], t.Truth]:
    return lambda c: t.either(a(c), b(c))


# questions ------------------------------------------------------------------------------------------------


def seats_of(game: ir.Game) -> range:
    return range(game.seats)


def moves_of(game: ir.Game) -> tuple[tuple[ir.Move, int], ...]:
    """Every move outside the set-up with each seat, or with the first one where its steps stand for all."""
    claims = [c.claim for c in game.checks if not isinstance(c.claim, ir.Witness)]
    bodies = (b for b in map(walk.claim_body, claims) if b is not None)
    seats = range(1) if seats_alike(game, bodies) else seats_of(game)
    return tuple((m, seat) for m in game.moves if m.phase != ir.SETUP for seat in seats)


def conservation(step: Step) -> t.Truth:
    """The facts that `assume` takes for granted, after a step, of any card and any place."""
    return conserved(step.after, step.before.state)


def conserved(after: Place, before: State) -> t.Truth:
    """The same of the state of a place that came from the state `before`."""
    facts, state = after.terms.facts, after.state
    card = facts.card(facts.fresh("some_card", t.CARD))
    place = facts.place(facts.fresh("some_place", t.INT))
    for zone in before.zones.values():
        if not isinstance(zone, SetTerm):
            facts.place(zone.place(card))
            facts.place(t.subtract(zone.size, t.number(1)))
            facts.card(zone.slot(place))
    return t.both(
        assume.one_place(state, card),
        assume.card_has_slot(state, card),
        assume.slot_has_card(state, place),
        assume.sizes_add_up(after.terms, state),
        assume.in_ranges(after.terms, state),
    )


def position_goal(check: ir.Check) -> Goal:
    claim = check.claim
    assert isinstance(claim, ir.Invariant)
    return lambda step: at_position(step.after).truth(claim.body)


def step_goal(check: ir.Check) -> Goal:
    claim = check.claim
    assert isinstance(claim, ir.StepCheck)

    def goal(step: Step) -> t.Truth:
        if step.move.name not in claim.after:
            return t.YES
        before = replace(step.before, me=step.before.state.mover)
        return replace(step.after, before=before, watched=False).truth(claim.body)

    return goal


def needs_of(step: Step) -> t.Truth:
    """Every operation that the step applies is within its domain."""
    return t.both(*(t.implies(n.path, n.holds) for n in step.terms.needs))
