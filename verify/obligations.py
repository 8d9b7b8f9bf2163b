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
from interpreter.ir.walk import claim_body
from verify import assume, effects
from verify import terms as t
from verify.encode import Place, Terms
from verify.existence import remind
from verify.facts import Facts
from verify.symbolic import Counters, Past, StackTerm, State, choose_state, fresh_state, remembered, sort_of
from verify.symmetry import seats_alike

Goal = Callable[["Step"], t.Truth]
NEVER = "never "
"""The name of the claim that something cannot happen; no check of a file has a name that ends so."""


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
    assume.assume_deck(place)
    assume.assume_state(place)
    remind(place)
    return place


def suppose(place: Place, checks: tuple[ir.Check, ...]) -> None:
    """All claims on positions hold in the state of this place, and can be worked out there."""
    for check in checks:
        if isinstance(check.claim, ir.Invariant):
            place.terms.facts.say(check.name, claimed(at_position(place), check))


def at_position(place: Place) -> Place:
    """The same state, seen as checks on positions see it: `me` is the mover."""
    return replace(place, me=place.state.mover, names={}, before=None, watched=False)


def unrelated(game: ir.Game, move: ir.Move) -> Place:
    """A place as after a step by the move, in a state that need not come from the one before."""
    state = fresh_state(game, "before")
    before = Place(Terms(game, Facts()), state, state.mover, watched=False)
    after = replace(before, state=fresh_state(game, "after"), before=before)
    for pick in move.picks:
        value = before.terms.facts.fresh(pick.name, sort_of(before.set(pick.domain).of))
        after = after.named(pick.name, value)
    return after


# steps ----------------------------------------------------------------------------------------------------


def make_step(game: ir.Game, move: ir.Move, seat: int, checks: tuple[ir.Check, ...]) -> Step:
    """Any legal step by this move of this seat."""
    before = to_move(game, move, seat)
    facts = before.terms.facts
    facts.then("who acts", acts(before, move, seat))
    suppose(before, checks)
    chosen = before
    for condition in move.conditions:
        facts.then(f"the guard of {move.name}", chosen.truth(condition.that))
    for pick in move.picks:
        chosen = choose_pick(chosen, pick, move.name)
    judged = made(chosen, move)
    after = replace(judged, state=_remember(before.state, judged.state, game, move, seat))
    return Step(move, seat, before, after)


def made(chosen: Place, move: ir.Move) -> Place:
    """The place after the move, with the picks that are in scope, and after what ends by it."""
    return judge(_counted(chosen.state, effects.run(chosen, move.effects), is_ply=not move.by_chance))


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
    return lets_act(place, replace(phase, actors=None) if move.by_chance else phase, seat)


def lets_act(place: Place, phase: ir.Phase, seat: int) -> t.Truth:
    """That a phase of players' moves lets this seat act."""
    if phase.actors is None:
        return t.equal(place.state.mover, t.number(seat))
    return place.set(phase.actors).has(t.number(seat))


def choose_pick(place: Place, pick: ir.Pick, move: str) -> Place:
    """The place with any value in scope that the pick can have."""
    facts = place.terms.facts
    domain = place.set(pick.domain)
    value = facts.fresh(pick.name, sort_of(domain.of))
    if domain.of == CARD:
        facts.card(value)
    facts.then(f"a pick of {move}", t.both(domain.has(value), assume.in_kind(place.terms, value, domain.of)))
    place = place.named(pick.name, value)
    if pick.where is not None:
        facts.then(f"a pick of {move}", place.truth(pick.where))
    return place


def _counted(before: State, done: Place, is_ply: bool) -> Place:
    """The place with what the engine counts; how often the position has stood before may be any number."""
    was, state = before.counters, done.state
    same = t.equal(state.mover, before.mover)
    turns = t.add(was.turns, t.choose(same, t.number(0), t.number(1)))
    repeats = done.terms.facts.fresh("repeats", t.INT)
    done.terms.facts.say(assume.RANGES, t.less(t.number(0), repeats))
    counters = Counters(t.add(was.plies, t.number(int(is_ply))), turns, repeats)
    return replace(done, state=replace(state, counters=counters))


def _remember(before: State, after: State, game: ir.Game, move: ir.Move, seat: int) -> State:
    """The state with what checks ask of its past: a card was laid where it is if it was elsewhere before."""
    number = t.number([m.name for m in game.moves].index(move.name))
    zones = [(zone, after.zones[key]) for key, zone in before.zones.items()]
    changed = [(was, now) for was, now in zones if was is not now]

    def moved(c: t.Term) -> t.Truth:
        return t.either(*(t.both(was.has(c), t.negate(now.has(c))) for was, now in changed))

    past, by = before.past, t.number(seat)
    laid = remembered(lambda c: t.either(past.laid(c), moved(c)))
    laid_by = remembered(lambda c: t.choose(moved(c), by, past.laid_by(c)))
    return replace(after, past=Past(t.YES, number, by, laid, laid_by))


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
    return conserved(step.after)


def conserved(after: Place) -> t.Truth:
    """The same of the state of a place."""
    facts, state = after.terms.facts, after.state
    card = facts.card(facts.fresh("some_card", t.CARD))
    place = facts.place(facts.fresh("some_place", t.INT))
    for zone in state.zones.values():
        if isinstance(zone, StackTerm):
            for lies_there in t.outcomes(zone.slot(place)):
                facts.card(lies_there)
    return t.both(
        assume.one_place(state, card),
        assume.card_has_slot(state, card),
        assume.slot_has_card(state, place),
        assume.sizes_add_up(after.terms, state),
        assume.in_ranges(after.terms, state),
    )


def claimed(place: Place, check: ir.Check) -> t.Truth:
    """That a claim on positions or steps can be worked out at this place, and holds.

    One that cannot is violated; that something never happens is true where it cannot be worked out.
    """
    body = claim_body(check.claim)
    assert body is not None
    if check.name == NEVER:
        return replace(place, watched=False).truth(body)
    terms = replace(place.terms, needs=[])
    before = None if place.before is None else replace(place.before, terms=terms)
    holds = replace(place, terms=terms, before=before, watched=True).truth(body)
    return t.both(*(t.implies(n.path, n.holds) for n in terms.needs), holds)


def position_goal(check: ir.Check) -> Goal:
    return lambda step: claimed(at_position(step.after), check)


def step_goal(check: ir.Check) -> Goal:
    claim = check.claim
    assert isinstance(claim, ir.StepCheck)

    def goal(step: Step) -> t.Truth:
        if step.move.name not in claim.after:
            return t.YES
        return claimed(replace(step.after, before=step.before), check)

    return goal


def needs_of(step: Step) -> t.Truth:
    """Every operation that the step applies is within its domain."""
    return t.both(*(t.implies(n.path, n.holds) for n in step.terms.needs))
