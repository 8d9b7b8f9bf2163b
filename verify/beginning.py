"""Where play begins: after the set-up of a match or of a further deal, every lot, deal and choice open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import CARD
from verify import assume, effects
from verify import terms as t
from verify.alike import fits
from verify.encode import Place, Terms, Unsupported, every
from verify.existence import remind, remind_of_holdings
from verify.facts import Facts
from verify.measures import compare
from verify.moving import Row, in_some_order, with_row
from verify.obligations import any_state, choose_pick, suppose
from verify.operators import has_part
from verify.sight import look
from verify.steady import must_be_steady
from verify.symbolic import Counters, Held, Past, SetTerm, StackTerm, State, fresh_state, remembered, sort_of

DEAL = "the deal"


def start(game: ir.Game) -> Place:
    """Any state in which a match can begin."""
    terms = Terms(game, Facts())
    place = Place(terms, _undealt(terms, fresh_state(game, "start")), t.number(0))
    assume.assume_deck(place)
    return _set_up(_with_starts(place, game.variables))


def start_again(game: ir.Game, known: tuple[ir.Check, ...]) -> Place | None:
    """Any state in which a further deal of a match can begin; None if no ending is followed by one.

    The claims that are known held when the deal before it was over.
    """
    if all(e.again is None for e in game.endings):
        return None
    before = any_state(game)
    suppose(before, known)
    state = before.state
    before.terms.facts.say("another deal follows", state.over)
    before.terms.facts.then("another deal follows", _again(before))
    new = [v for v in game.variables if not v.lasting]
    forgotten = {v.name for v in new}
    held = {k: replace(h, is_set=t.NO) if k[0] in forgotten else h for k, h in state.variables.items()}
    blank = replace(_undealt(before.terms, state), mover=state.mover, variables=held)
    return _set_up(_with_starts(replace(before, state=blank), tuple(new)))


def _again(place: Place) -> t.Truth:
    """Whether the ending by which the deal is over says that another one follows; `me` is who moved last."""
    here = replace(place, me=place.state.past.player, names={})
    found = []
    for number, ending in enumerate(place.terms.game.endings):
        if ending.again is not None:
            ended = t.equal(place.state.ending, t.number(number))
            found.append(t.both(ended, here.under(ended).truth(ending.again)))
    return t.either(*found)


# before the first step ------------------------------------------------------------------------------------


def _undealt(terms: Terms, state: State) -> State:
    """All cards lie in the first zone, nobody has moved, nothing is over."""
    nobody = Past(t.NO, t.number(0), t.number(0), _no, lambda c: t.number(0))
    none = Counters(t.number(0), t.number(0), t.number(1))
    first = terms.game.zones[0].name
    zones = {
        key: _filled(zone, *((_yes, terms.deck_size) if key[0] == first else (_no, t.number(0))))
        for key, zone in state.zones.items()
    }
    variables = {key: replace(held, is_set=t.NO) for key, held in state.variables.items()}
    return replace(
        state,
        zones=zones,
        variables=variables,
        phase=t.number(0),
        mover=t.number(0),
        over=t.NO,
        past=nobody,
        counters=none,
    )


def _filled(zone: SetTerm | StackTerm, has: t.Function, size: t.Number) -> SetTerm | StackTerm:
    return SetTerm(CARD, has, size) if isinstance(zone, SetTerm) else replace(zone, has=has, size=size)


def _yes(_: t.Term) -> t.Truth:
    return t.YES


def _no(_: t.Term) -> t.Truth:
    return t.NO


def _with_starts(place: Place, variables: tuple[ir.Variable, ...]) -> Place:
    """The place with the first values of these variables."""
    for variable in variables:
        if variable.starts is None:
            continue
        for key in [k for k in place.state.variables if k[0] == variable.name]:
            owner = place.named("owner", t.number(key[1])) if variable.per is ir.Per.PLAYER else place
            held = Held(owner.term(variable.starts), t.YES)
            place = replace(place, state=place.state.with_variable(key, held))
    return place


# the steps ------------------------------------------------------------------------------------------------


def _set_up(place: Place) -> Place:
    for step in place.terms.game.setup:
        place = replace(_done(replace(place, me=place.state.mover, names={}), step), names={})
    phase = place.state.phase
    first = t.choose(t.equal(phase, t.number(0)), t.number(1), phase)
    place = replace(place, me=place.state.mover, state=replace(place.state, phase=first))
    remind(place)
    remind_of_holdings(place)
    return place


def _done(place: Place, step: ir.Step) -> Place:
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
    assert_never(step)


def _lot(place: Place, step: ir.Lot) -> Place:
    domain = place.set(step.domain)
    value = place.terms.facts.fresh("lot", sort_of(domain.of))
    if domain.of == CARD:
        place.terms.facts.card(value)
    within = assume.in_kind(place.terms, value, domain.of)
    some = t.negate(every(place, domain, lambda x: t.NO, "an empty lot"))
    place.need("there is something to draw lots for", step.span, some)
    place.terms.facts.then("a lot", t.both(domain.has(value), within))
    drawn = ir.Local("lot", step.variable.type if step.variable is not None else domain.of)
    effect = ir.SetMover(drawn) if step.variable is None else ir.Assign(step.variable, drawn)
    return effects.run(place.named("lot", value), (effect,))


def _each_seat(place: Place, step: ir.EachSeat) -> Place:
    game = place.terms.game
    move = next(m for m in game.moves if m.name == step.move)
    for seat in effects.clockwise_from(place.term(step.start), game.seats):
        here = replace(place, me=seat, names={}, state=replace(place.state, mover=seat))
        look(here)
        here.need(f"a seat that is asked can {move.name}", step.span, _can(here, move))
        for condition in move.conditions:
            here.terms.facts.then(f"the guard of {move.name}", here.truth(condition.that))
        for pick in move.picks:
            here = choose_pick(here, pick, move.name)
        place = effects.run(here, move.effects)
    return place


def _can(place: Place, move: ir.Move) -> t.Truth:
    quiet = replace(place, watched=False)
    return t.both(*(quiet.truth(c.that) for c in move.conditions), fits(quiet, move.picks))


def _dealt(place: Place, step: ir.Deal) -> Place:
    """The cards come to the seats in some way; only how many each gets is known."""
    must_be_steady(place.terms.game, step)
    facts, seats = place.terms.facts, range(place.terms.game.seats)
    place.term(step.start)
    if not all(has_part(place, s) is t.YES for s in seats):
        raise Unsupported("a deal of which some seats may be left out", step.span)
    ((_, index), *others) = place.ways(step.source)
    if others:
        raise Unsupported("cards dealt from a zone that depends on the position", step.span)
    source = place.state.zones[step.source.name, index]
    assert isinstance(source, SetTerm) and source.size is not None
    each = facts.fresh("each", t.INT) if step.count is None else place.term(step.count)
    number = t.multiply(each, t.number(len(seats)))
    enough = t.both(t.at_most(t.number(0), each), t.at_most(number, source.size))
    if step.count is None:
        if source.size is not place.terms.deck_size:
            place.need("the cards divide evenly", step.span, _divides(place, source.size))
        # A deck that cannot be dealt out evenly is refused before play.
        facts.then(DEAL, t.both(enough, t.equal(number, source.size)))
    else:
        place.need("there are enough cards to be dealt", step.span, enough)
    targets = [((step.target, s), each) for s in seats]
    return replace(place, state=_scattered(place, (step.source.name, index), targets))


def _divides(place: Place, size: t.Number) -> t.Truth:
    """That so many cards come out even."""
    deck, seats = place.terms.game.deck, place.terms.game.seats
    most = len(deck.suits) * len(deck.ranks)
    return t.either(*(t.equal(size, t.number(n)) for n in range(0, most + 1, seats)))


def _drawn(place: Place, step: ir.Draw) -> Place:
    must_be_steady(place.terms.game, step)
    count = place.term(step.count)

    def do(here: Place, indices: list[int]) -> State:
        origin, goal = indices
        held = here.state.zones[step.source.name, origin]
        assert held.size is not None
        enough = t.both(t.at_most(t.number(0), count), t.at_most(count, held.size))
        here.need("there are enough cards to be drawn", step.span, enough)
        return _scattered(here, (step.source.name, origin), [((step.target.name, goal), count)])

    return replace(place, state=effects.cases(place, (step.source, step.target), do))


def _scattered(
    place: Place, origin: tuple[str, int], targets: list[tuple[tuple[str, int], t.Number]]
) -> State:
    """So many cards of a set, nobody knows which, go to each of these zones; what remains there remains."""
    facts, state = place.terms.facts, place.state
    held = state.zones[origin]
    assert isinstance(held, SetTerm) and held.size is not None
    if origin in (key for key, _ in targets):
        raise Unsupported("cards dealt to where they come from", place.terms.game.span)
    gets, law = [facts.fresh_condition("dealt") for _ in targets], place.law(DEAL)
    for (key, count), get in zip(targets, gets, strict=True):
        facts.defines(get, law.about, _only_what_is_there(place.path, held.has, get, gets))
        law.counts("card", get, count, witnesses=1)
        row = in_some_order(place, get, count) if isinstance(state.zones[key], StackTerm) else Row(get, count)
        state = state.with_zone(key, with_row(state.zones[key], row, End.TOP))
    left = t.subtract(held.size, t.total(count for _, count in targets))
    stays = remembered(lambda c: t.both(held.has(c), *(t.negate(get(c)) for get in gets)))
    law.counts("card", stays, left, witnesses=0)
    compare(law, "card", stays, left)
    return state.with_zone(origin, SetTerm(CARD, stays, left))


def _only_what_is_there(
    path: t.Truth, was: Callable[[t.Term], t.Truth], get: t.Function, gets: Sequence[t.Function]
) -> t.Function:
    def fact(c: t.Term) -> t.Truth:
        others = (t.negate(other(c)) for other in gets if other is not get)
        return t.implies(t.both(path, get(c)), t.both(was(c), *others))

    return fact
