"""A state as functions: which cards a zone has, which card lies where, what a variable is. Effects
compose them.

Nothing says that a card is in one zone only; that is a fact to be proved of every effect. Sizes are
counters that
effects change, never counted from the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, IntType, RankType, SetType, SuitType, Type
from interpreter.ir.types import CARD as CARD_TYPE
from verify import terms as t
from verify.facts import Made

Key: TypeAlias = tuple[str, int]
"""A zone or variable with the seat it belongs to (0 for the table's)."""


def remembered(f: t.Function) -> t.Function:
    """The same function of one term, worked out once for each; it must say and name nothing.

    Zones are made of zones, each asking those before it, some of them twice.
    """
    known: dict[t.Term, t.Term] = {}

    def once(x: t.Term) -> t.Term:
        found = known.get(x)
        if found is None:
            found = known[x] = f(x)
        return found

    return once


@dataclass(frozen=True, slots=True)
class SetTerm:
    """A set: what it has, how many where a counter knows, and all that it can have where they are few."""

    of: Type
    has: Callable[[t.Term], t.Truth]
    size: t.Number | None = None
    candidates: tuple[t.Term, ...] | None = None
    places: bool = False  # whether it is of places in a stack, of which there may be any number
    part_of: SetTerm | None = None  # a set that has all of its members


@dataclass(frozen=True, slots=True)
class StackTerm:
    """An ordered zone: `slot` and `place` are inverse to each other on what it has; place 0 is the bottom."""

    has: Callable[[t.Term], t.Truth]
    slot: Callable[[t.Number], t.Term]
    place: Callable[[t.Term], t.Number]
    size: t.Number

    def as_set(self) -> SetTerm:
        return SetTerm(CARD_TYPE, self.has, self.size)


Zone: TypeAlias = "SetTerm | StackTerm"


@dataclass(frozen=True, slots=True)
class Held:
    """A variable: its value, which means something only where it is set."""

    value: t.Term
    is_set: t.Truth


@dataclass(frozen=True, slots=True)
class Past:
    """What checks may ask of the step that led here."""

    moved: t.Truth  # whether there was one
    move: t.Number
    player: t.Number
    laid: Callable[[t.Term], t.Truth]
    laid_by: Callable[[t.Term], t.Number]


@dataclass(frozen=True, slots=True)
class Counters:
    """What the engine counts since the end of the set-up; no part of a position."""

    plies: t.Number
    turns: t.Number
    repeats: t.Number


@dataclass(frozen=True, slots=True)
class State:
    """`winners` and `losers` are by seat; they and `ending` mean something only where the match is `over`."""

    zones: Mapping[Key, Zone]
    variables: Mapping[Key, Held]
    phase: t.Number
    mover: t.Number
    over: t.Truth
    ending: t.Number
    winners: tuple[t.Truth, ...]
    losers: tuple[t.Truth, ...]
    past: Past
    counters: Counters

    def with_zone(self, key: Key, zone: Zone) -> State:
        return replace(self, zones={**self.zones, key: zone})

    def with_variable(self, key: Key, held: Held) -> State:
        return replace(self, variables={**self.variables, key: held})


def sort_of(kind: Type) -> t.Sort:
    if kind == BOOL:
        return t.BOOL
    return t.CARD if kind == CARD_TYPE else t.INT


def copies(owner: ir.Owner, game: ir.Game) -> range:
    """The values of the index of a zone or variable; 0 for what the table has."""
    if owner is ir.Per.TABLE:
        return range(1)
    if owner is ir.Per.PLAYER:
        return range(game.seats)
    assert isinstance(owner, ir.Family)
    match owner.of:
        case IntType(lo, hi):
            return range(lo, hi + 1)
        case SuitType():
            return range(len(game.deck.suits))
        case RankType():
            return range(len(game.deck.ranks))


def fresh_zone(name: str, ordered: bool) -> Zone:
    """A zone about which nothing is known."""
    has = t.function(f"{name}.has", (t.CARD,), t.BOOL)
    size = t.unknown(f"{name}.size", t.INT)
    if not ordered:
        return SetTerm(CARD_TYPE, has, size)
    slot = Made(f"{name}.slot", (t.INT,), t.CARD)
    place = t.function(f"{name}.place", (t.CARD,), t.INT)
    return StackTerm(has, slot, place, size)


def fresh_held(name: str, kind: Type) -> Held:
    if isinstance(kind, SetType):
        raise NotImplementedError(name)
    return Held(t.unknown(name, sort_of(kind)), t.unknown(f"{name}.set", t.BOOL))


def fresh_state(game: ir.Game, name: str) -> State:
    """A state about which nothing is known; `name` keeps it apart from others."""
    seats = range(game.seats)
    laid = t.function(f"{name}.laid", (t.CARD,), t.BOOL)
    laid_by = t.function(f"{name}.laid_by", (t.CARD,), t.INT)
    past = Past(
        t.unknown(f"{name}.moved", t.BOOL),
        t.unknown(f"{name}.last_move", t.INT),
        t.unknown(f"{name}.last_player", t.INT),
        laid,
        laid_by,
    )
    return State(
        {
            (z.name, i): fresh_zone(f"{name}.{z.name}.{i}", z.ordered)
            for z in game.zones
            for i in copies(z.per, game)
        },
        {
            (v.name, i): fresh_held(f"{name}.{v.name}.{i}", v.type)
            for v in game.variables
            for i in copies(v.per, game)
        },
        t.unknown(f"{name}.phase", t.INT),
        t.unknown(f"{name}.mover", t.INT),
        t.unknown(f"{name}.over", t.BOOL),
        t.unknown(f"{name}.ending", t.INT),
        tuple(t.unknown(f"{name}.wins.{s}", t.BOOL) for s in seats),
        tuple(t.unknown(f"{name}.loses.{s}", t.BOOL) for s in seats),
        past,
        Counters(*(t.unknown(f"{name}.{c}", t.INT) for c in ("plies", "turns", "repeats"))),
    )


def choose_zone(test: t.Truth, a: Zone, b: Zone) -> Zone:
    """`a` where the test holds, else `b`."""
    if a is b:
        return a
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        return StackTerm(
            chosen(test, a.has, b.has),
            chosen(test, a.slot, b.slot),
            chosen(test, a.place, b.place),
            t.choose(test, a.size, b.size),
        )
    assert isinstance(a, SetTerm) and isinstance(b, SetTerm) and a.size is not None and b.size is not None
    return SetTerm(a.of, chosen(test, a.has, b.has), t.choose(test, a.size, b.size))


def chosen(test: t.Truth, a: t.Function, b: t.Function) -> t.Function:
    """The function `a` where the test holds, else `b`."""
    return a if a is b else remembered(lambda x: t.choose(test, a(x), b(x)))


def choose_state(test: t.Truth, a: State, b: State) -> State:
    """The state `a` where the test holds, else `b`; both come from the same state."""
    known = t.known_truth(test)
    if known is not None:
        return a if known else b
    past = Past(
        t.choose(test, a.past.moved, b.past.moved),
        t.choose(test, a.past.move, b.past.move),
        t.choose(test, a.past.player, b.past.player),
        chosen(test, a.past.laid, b.past.laid),
        chosen(test, a.past.laid_by, b.past.laid_by),
    )
    return State(
        {k: choose_zone(test, z, b.zones[k]) for k, z in a.zones.items()},
        {
            k: Held(
                t.choose(test, v.value, b.variables[k].value), t.choose(test, v.is_set, b.variables[k].is_set)
            )
            for k, v in a.variables.items()
        },
        t.choose(test, a.phase, b.phase),
        t.choose(test, a.mover, b.mover),
        t.choose(test, a.over, b.over),
        t.choose(test, a.ending, b.ending),
        tuple(t.choose(test, x, y) for x, y in zip(a.winners, b.winners, strict=True)),
        tuple(t.choose(test, x, y) for x, y in zip(a.losers, b.losers, strict=True)),
        past,
        a.counters,
    )
