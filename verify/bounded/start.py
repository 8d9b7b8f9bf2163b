"""The set-up with every lot, deal and choice open, and what is needed to make a match of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.types import SEAT, Type
from verify import terms as t
from verify.bounded import deeds
from verify.bounded.moment import Deck, Moment
from verify.bounded.states import Ghosts, fresh_past, unknown_of, unknown_state, zone_of
from verify.bounded.step import faults
from verify.encode import Unsupported
from verify.operators import has_part
from verify.steady import must_be_steady
from verify.symbolic import Held, Key, SetTerm, StackTerm, State, Zone


@dataclass(frozen=True)
class Drawn:
    """A lot: the value that chance gives."""

    value: t.Term


@dataclass(frozen=True)
class Given:
    """Cards that chance gives: for each zone which ones, and in which order where that counts."""

    gets: dict[Key, dict[int, t.Truth]]
    places: dict[Key, dict[int, t.Number]]
    names: dict[Key, str]


@dataclass(frozen=True)
class Answered:
    """A move of the set-up, with its picks."""

    move: str
    picks: tuple[tuple[str, t.Term], ...]


Event: TypeAlias = "Drawn | Given | Answered"


@dataclass
class Beginning:
    """Any state in which a match can begin: what must hold, and what happened, in order."""

    place: Moment
    facts: list[t.Truth] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def say(self, *facts: t.Truth) -> None:
        self.facts += facts


def begin(deck: Deck) -> Beginning:
    """The set-up of a game. Raises `Unsupported`."""
    state = _undealt(deck)
    beginning = Beginning(Moment(deck, state, t.number(0)))
    _start_values(beginning)
    for number, step in enumerate(deck.game.setup):
        place = replace(beginning.place, names={}, me=beginning.place.state.mover)
        beginning.place = _done(beginning, place, step, number)
    beginning.say(t.negate(faults(beginning.place, 0)))
    for need in deck.game.requirements:
        beginning.say(beginning.place.truth(need.that))
    state = beginning.place.state
    in_setup = t.equal(state.phase, t.number(0))
    state = replace(state, phase=t.choose(in_setup, t.number(1), state.phase))
    beginning.place = Moment(deck, state, state.mover)
    return beginning


def _undealt(deck: Deck) -> State:
    state = fresh_past(deck.game, unknown_state(deck, "start", Ghosts()))
    whole = deck.game.zones[0].name
    for key in state.zones:
        everything = key[0] == whole
        has: dict[int, t.Term] = dict.fromkeys(deck.names.cards, t.truth(everything))
        ordered = next(z.ordered for z in deck.game.zones if z.name == key[0])
        places: dict[int, t.Term] = dict.fromkeys(deck.names.cards, t.number(0)) if ordered else {}
        size = t.number(len(deck.cards) if everything else 0)
        state = state.with_zone(key, zone_of(deck, f"start.{key[0]}.{key[1]}", has, places, size))
    for key, held in state.variables.items():
        state = state.with_variable(key, Held(held.value, t.NO))
    return replace(state, phase=t.number(0), mover=t.number(0))


def _start_values(beginning: Beginning) -> None:
    for variable in beginning.place.deck.game.variables:
        if variable.starts is None:
            continue
        for name, i in list(beginning.place.state.variables):
            if name == variable.name:
                place = beginning.place
                owner = {"owner": t.number(i)} if variable.per is ir.Per.PLAYER else {}
                held = Held(replace(place, names=owner).term(variable.starts), t.YES)
                beginning.place = replace(place, state=place.state.with_variable((name, i), held))


def _done(beginning: Beginning, place: Moment, step: ir.Step, number: int) -> Moment:
    match step:
        case ir.Do():
            return deeds.run(place, (step.effect,))
        case ir.Lot():
            return _lot(beginning, place, step, number)
        case ir.EachSeat():
            return _each_seat(beginning, place, step, number)
        case ir.Deal():
            return _deal(beginning, place, step, number)
        case ir.Draw():
            return _draw(beginning, place, step, number)
    assert_never(step)


def _lot(beginning: Beginning, place: Moment, step: ir.Lot, number: int) -> Moment:
    domain = place.set(step.domain)
    value = unknown_of(place.deck, f"set up.{number}", domain.of)
    beginning.say(domain.has(value))
    beginning.events.append(Drawn(value))
    kind: Type = SEAT if step.variable is None else step.variable.type
    drawn = ir.Local("lot", kind)
    effect = ir.SetMover(drawn) if step.variable is None else ir.Assign(step.variable, drawn)
    return deeds.run(place.named("lot", value), (effect,))


def _each_seat(beginning: Beginning, place: Moment, step: ir.EachSeat, number: int) -> Moment:
    game = place.deck.game
    move = next(m for m in game.moves if m.name == step.move)
    first = place.term(step.start)
    for n in range(game.seats):
        seat = _turned(first, n, game.seats)
        place = replace(place, me=seat, names={}, state=replace(place.state, mover=seat))
        place = _answered(beginning, place, move, f"set up.{number}.{n}")
    return place


def _turned(first: t.Number, by: int, seats: int) -> t.Number:
    """The seat so many places clockwise."""
    result: t.Term = t.number((seats - 1 + by) % seats)
    for seat in range(seats - 1):
        result = t.choose(t.equal(first, t.number(seat)), t.number((seat + by) % seats), result)
    return result


def _answered(beginning: Beginning, place: Moment, move: ir.Move, name: str) -> Moment:
    for condition in move.conditions:
        beginning.say(place.truth(condition.that))
    picks = []
    for pick in move.picks:
        domain = place.set(pick.domain)
        value = unknown_of(place.deck, f"{name}.{pick.name}", domain.of)
        beginning.say(domain.has(value))
        place = place.named(pick.name, value)
        if pick.where is not None:
            beginning.say(place.truth(pick.where))
        picks.append((pick.name, value))
    beginning.events.append(Answered(move.name, tuple(picks)))
    return deeds.run(place, move.effects)


# cards ----------------------------------------------------------------------------------------------------


def _deal(beginning: Beginning, place: Moment, step: ir.Deal, number: int) -> Moment:
    must_be_steady(place.deck.game, step)
    seats = [s for s in range(place.deck.game.seats) if _has_part(place, s, step)]
    place.term(step.start)
    held = place.state.zones[step.source.name, 0].size
    assert held is not None
    if step.count is None:
        left = t.known_number(held)
        if left is None:
            raise Unsupported("a deal of all cards that are left, when their number is not known", step.span)
        beginning.say(t.truth(left % len(seats) == 0))
        each: t.Number = t.number(left // len(seats))
    else:
        each = place.term(step.count)
        beginning.say(t.at_most(t.multiply(each, t.number(len(seats))), held))
    targets = [((step.target, seat), each) for seat in seats]
    return _scattered(beginning, place, step.source.name, targets, f"set up.{number}")


def _has_part(place: Moment, seat: int, step: ir.Deal) -> bool:
    part = t.known_truth(has_part(place, seat))
    if part is None:
        raise Unsupported("a deal to seats that depend on what happened before", step.span)
    return part


def _draw(beginning: Beginning, place: Moment, step: ir.Draw, number: int) -> Moment:
    must_be_steady(place.deck.game, step)
    ways = place.ways(step.target)
    if len(ways) > 1:
        raise Unsupported("cards drawn to a zone that depends on what happened before", step.span)
    target = (step.target.name, ways[0][1])
    return _scattered(
        beginning, place, step.source.name, [(target, place.term(step.count))], f"set up.{number}"
    )


def _scattered(
    beginning: Beginning, place: Moment, source: str, targets: list[tuple[Key, t.Number]], label: str
) -> Moment:
    """Each zone gets so many cards of the source, any of them in any order."""
    deck, state = place.deck, place.state
    held = state.zones[source, 0]
    assert isinstance(held, SetTerm) and held.size is not None
    given = Given({}, {}, {})
    size = held.size
    for key, count in targets:
        name = f"{label}.{key[0]}.{key[1]}"
        gets = {c: t.unknown(f"{name}.{c}", t.BOOL) for c in deck.names.cards}
        given.gets[key], given.names[key] = gets, name
        beginning.say(_that_many(gets, count), t.at_most(t.number(0), count))
        state = state.with_zone(key, _with_given(beginning, deck, state.zones[key], given, key, count))
        size = t.subtract(size, count)
    beginning.say(*_from_source(deck, held, given))
    beginning.events.append(given)
    rest: dict[int, t.Term] = {}
    for card, c in zip(deck.names.cards, deck.cards, strict=True):
        rest[card] = t.both(held.has(c), *(t.negate(gets[card]) for gets in given.gets.values()))
    return replace(place, state=state.with_zone((source, 0), zone_of(deck, f"{label}.rest", rest, {}, size)))


def _that_many(gets: dict[int, t.Truth], count: t.Number) -> t.Truth:
    return t.equal(t.total(t.choose(g, t.number(1), t.number(0)) for g in gets.values()), count)


def _from_source(deck: Deck, held: Zone, given: Given) -> list[t.Truth]:
    """Only cards that are there are given, and each to one zone."""
    found = []
    rows = list(given.gets.values())
    for card, c in zip(deck.names.cards, deck.cards, strict=True):
        for i, gets in enumerate(rows):
            found.append(t.implies(gets[card], held.has(c)))
            found += [t.negate(t.both(gets[card], other[card])) for other in rows[:i]]
    return found


def _with_given(
    beginning: Beginning, deck: Deck, zone: Zone, given: Given, key: Key, count: t.Number
) -> Zone:
    gets, name = given.gets[key], given.names[key]
    assert zone.size is not None
    has = {c: t.either(zone.has(t.card(c)), g) for c, g in gets.items()}
    size = t.add(zone.size, count)
    if not isinstance(zone, StackTerm):
        return zone_of(deck, f"{name}.with", has, {}, size)
    last = len(deck.cards) - 1
    order = {c: deck.names.number(f"{name}.order.{c}", 0, last, True) for c in gets}
    given.places[key] = order
    for i, (c, g) in enumerate(gets.items()):
        beginning.say(t.implies(g, t.less(order[c], count)))
        others = list(gets.items())[:i]
        beginning.say(*(t.negate(t.both(g, h, t.equal(order[c], order[d]))) for d, h in others))
    places = {c: t.choose(g, t.add(zone.size, order[c]), zone.place(t.card(c))) for c, g in gets.items()}
    return zone_of(deck, f"{name}.with", has, places, size)
