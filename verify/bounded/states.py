"""States of a certain deck: unknown ones, and the list of terms that a state is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, CARD, SetType, Type
from verify import terms as t
from verify.bounded.moment import Deck
from verify.encode import Unsupported
from verify.symbolic import (
    Counters,
    Held,
    Key,
    Past,
    SetTerm,
    StackTerm,
    State,
    Zone,
    copies,
    remembered,
    sort_of,
)

MOST_PLIES = 254
"""What the counters of plies and turns can reach."""


@dataclass(frozen=True)
class Ghosts:
    """What a state keeps besides the position because a question reads it."""

    laid: bool = False
    counters: bool = False


def unknown_state(deck: Deck, name: str, ghosts: Ghosts) -> State:
    """A state about which nothing is known but the ranges of its parts."""
    game, names, count = deck.game, deck.names, len(deck.cards)
    zones: dict[Key, Zone] = {}
    for zone in game.zones:
        for i in copies(zone.per, game):
            label = f"{name}.{zone.name}.{i}"
            has = {c: t.unknown(f"{label}.has.{c}", t.BOOL) for c in names.cards}
            size = names.number(f"{label}.size", 0, count)
            places = {}
            if zone.ordered:
                places = {c: names.number(f"{label}.place.{c}", 0, count - 1, True) for c in names.cards}
            zones[zone.name, i] = zone_of(deck, label, has, places, size)
    held = {
        (v.name, i): _unknown_value(deck, f"{name}.{v.name}.{i}", v)
        for v in game.variables
        for i in copies(v.per, game)
    }
    return State(
        zones,
        held,
        names.number(f"{name}.phase", 0, len(game.phases)),
        names.number(f"{name}.mover", 0, game.seats - 1),
        t.unknown(f"{name}.over", t.BOOL),
        names.number(f"{name}.ending", 0, max(len(game.endings) - 1, 0)),
        tuple(t.unknown(f"{name}.wins.{s}", t.BOOL) for s in range(game.seats)),
        tuple(t.unknown(f"{name}.loses.{s}", t.BOOL) for s in range(game.seats)),
        _unknown_past(deck, name, ghosts),
        _unknown_counters(deck, name, ghosts),
    )


def zone_of(
    deck: Deck, label: str, has: dict[int, t.Term], places: dict[int, t.Term], size: t.Number
) -> Zone:
    """The zone that has these cards, in these places if it is a stack."""
    held = deck.names.table(f"{label}.has", has)
    if not places:
        return SetTerm(CARD, held, size, deck.cards)
    slot, place = deck.names.row(f"{label}.slot", has, places), deck.names.table(f"{label}.place", places)
    return StackTerm(held, slot, place, size)


def unknown_of(deck: Deck, name: str, kind: Type) -> t.Term:
    """Any value of a kind."""
    if kind in (BOOL, CARD):
        return t.unknown(name, sort_of(kind))
    values = deck.members(kind)
    assert values
    lo, hi = t.known_number(values[0]), t.known_number(values[-1])
    assert lo is not None and hi is not None
    return deck.names.number(name, lo, hi)


def _unknown_value(deck: Deck, name: str, variable: ir.Variable) -> Held:
    if isinstance(variable.type, SetType):
        raise Unsupported("a variable that holds a set", variable.span)
    return Held(unknown_of(deck, name, variable.type), t.unknown(f"{name}.set", t.BOOL))


def _unknown_past(deck: Deck, name: str, ghosts: Ghosts) -> Past:
    game, names = deck.game, deck.names
    laid = {c: t.unknown(f"{name}.laid.{c}", t.BOOL) if ghosts.laid else t.NO for c in names.cards}
    by = {
        c: names.number(f"{name}.laid_by.{c}", 0, game.seats - 1) if ghosts.laid else t.number(0)
        for c in names.cards
    }
    return Past(
        t.unknown(f"{name}.moved", t.BOOL),
        names.number(f"{name}.last_move", 0, len(game.moves) - 1),
        names.number(f"{name}.last_player", 0, game.seats - 1),
        names.table(f"{name}.laid", laid),
        names.table(f"{name}.laid_by", by),
    )


def _unknown_counters(deck: Deck, name: str, ghosts: Ghosts) -> Counters:
    if not ghosts.counters:
        return Counters(t.number(0), t.number(0), t.number(0))
    plies, turns = (deck.names.number(f"{name}.{c}", 0, MOST_PLIES) for c in ("plies", "turns"))
    return Counters(plies, turns, t.number(0))


# parts ----------------------------------------------------------------------------------------------------


def parts(deck: Deck, state: State, ghosts: Ghosts) -> tuple[t.Term, ...]:
    """All that a state is made of, in an order that is the same for all states of a game; the position
    first.
    """
    past: list[t.Term] = [state.past.moved, state.past.move, state.past.player]
    if ghosts.laid:
        past += [f(c) for c in deck.cards for f in (state.past.laid, state.past.laid_by)]
    if ghosts.counters:
        past += [state.counters.plies, state.counters.turns]
    return (*position_parts(deck, state), *past)


def position_parts(deck: Deck, state: State) -> tuple[t.Term, ...]:
    return (
        *(part for _, zone in sorted(state.zones.items()) for part in _zone_parts(deck, zone)),
        *(part for _, held in sorted(state.variables.items()) for part in (held.is_set, held.value)),
        state.phase,
        state.mover,
        state.over,
        state.ending,
        *state.winners,
        *state.losers,
    )


def _zone_parts(deck: Deck, zone: Zone) -> Iterator[t.Term]:
    assert zone.size is not None
    yield zone.size
    for c in deck.cards:
        yield zone.has(c)
        if isinstance(zone, StackTerm):
            yield zone.place(c)


def tidied(deck: Deck, state: State) -> State:
    """The same state with nothing remembered in parts that mean nothing: equal states are equal in all
    parts.
    """
    for (name, i), zone in state.zones.items():
        if isinstance(zone, StackTerm):
            state = state.with_zone((name, i), replace(zone, place=_tidied_place(zone)))
    for key, held in state.variables.items():
        state = state.with_variable(key, replace(held, value=_tidied_value(deck, held)))
    return state


def _tidied_place(zone: StackTerm) -> t.Function:
    return lambda c: t.choose(zone.has(c), zone.place(c), t.number(0))


def _tidied_value(deck: Deck, held: Held) -> t.Term:
    if held.value.sort is t.BOOL:
        return t.both(held.is_set, held.value)
    return t.choose(held.is_set, held.value, t.number(0) if held.value.sort is t.INT else deck.cards[0])


def filled(deck: Deck, name: str, ghosts: Ghosts, known: Mapping[t.Term, t.Term]) -> State:
    """An unknown state of which some parts are known."""
    state = unknown_state(deck, name, ghosts)
    if not known:
        return state
    names = deck.names
    for table in list(names.tables):
        if table.startswith(f"{name}."):
            names.tables[table] = {c: known.get(v, v) for c, v in names.tables[table].items()}
    for row in list(names.rows):
        if row.startswith(f"{name}."):
            names.rows[row] = (names.tables[f"{row[:-5]}.has"], names.tables[f"{row[:-5]}.place"])
    return _replaced(state, lambda part: known.get(part, part))


def _replaced(state: State, f: t.Function) -> State:
    """The state with each part that is no function of cards replaced."""
    zones: dict[Key, Zone] = {}
    for key, zone in state.zones.items():
        assert zone.size is not None
        zones[key] = replace(zone, size=f(zone.size))
    past = replace(
        state.past, moved=f(state.past.moved), move=f(state.past.move), player=f(state.past.player)
    )
    counters = Counters(f(state.counters.plies), f(state.counters.turns), state.counters.repeats)
    return State(
        zones,
        {key: Held(f(held.value), f(held.is_set)) for key, held in state.variables.items()},
        f(state.phase),
        f(state.mover),
        f(state.over),
        f(state.ending),
        tuple(map(f, state.winners)),
        tuple(map(f, state.losers)),
        past,
        counters,
    )


# one of several -------------------------------------------------------------------------------------------

Cases: TypeAlias = "Sequence[tuple[t.Truth, State]]"


def choose_among(cases: Sequence[tuple[t.Truth, t.Term]]) -> t.Term:
    """The term of the one case that holds; equal terms are told apart by no test."""
    groups: dict[t.Term, list[t.Truth]] = {}
    for test, term in cases:
        groups.setdefault(term, []).append(test)
    result, *others = sorted(groups, key=lambda term: -len(groups[term]))
    for term in others:
        result = t.choose(t.either(*groups[term]), term, result)
    return result


def one_state(cases: Cases) -> State:
    """The state of the one case that holds."""

    def each(part: Callable[[State], t.Term]) -> t.Term:
        return choose_among([(test, part(s)) for test, s in cases])

    first = cases[0][1]
    seats = range(len(first.winners))
    return State(
        {key: _one_zone([(test, s.zones[key]) for test, s in cases]) for key in first.zones},
        {key: _one_held([(test, s.variables[key]) for test, s in cases]) for key in first.variables},
        each(lambda s: s.phase),
        each(lambda s: s.mover),
        each(lambda s: s.over),
        each(lambda s: s.ending),
        tuple(choose_among([(test, s.winners[i]) for test, s in cases]) for i in seats),
        tuple(choose_among([(test, s.losers[i]) for test, s in cases]) for i in seats),
        first.past,
        first.counters,
    )


def _one_held(cases: Sequence[tuple[t.Truth, Held]]) -> Held:
    value = choose_among([(test, held.value) for test, held in cases])
    return Held(value, choose_among([(test, held.is_set) for test, held in cases]))


def _one_zone(cases: Sequence[tuple[t.Truth, Zone]]) -> Zone:
    first = cases[0][1]
    if all(zone is first for _, zone in cases):
        return first
    size = choose_among([(test, zone.size or t.number(0)) for test, zone in cases])
    has = _each(cases, lambda zone, c: zone.has(c))
    if not isinstance(first, StackTerm):
        return SetTerm(first.of, has, size)
    slot = _each(cases, lambda zone, i: zone.slot(i) if isinstance(zone, StackTerm) else i)
    place = _each(cases, lambda zone, c: zone.place(c) if isinstance(zone, StackTerm) else c)
    return StackTerm(has, slot, place, size)


def _each(cases: Sequence[tuple[t.Truth, Zone]], part: Callable[[Zone, t.Term], t.Term]) -> t.Function:
    return remembered(lambda x: choose_among([(test, part(zone, x)) for test, zone in cases]))


def fresh_past(game: ir.Game, state: State) -> State:
    """The state before anybody has moved, with the match going on."""
    nobody = (t.NO,) * game.seats
    past = Past(t.NO, t.number(0), t.number(0), lambda c: t.NO, lambda c: t.number(0))
    counters = Counters(t.number(0), t.number(0), t.number(0))
    going = replace(state, over=t.NO, ending=t.number(0), winners=nobody, losers=nobody)
    return replace(going, past=past, counters=counters)
