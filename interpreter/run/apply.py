"""What an effect does: a function that replaces the state of its environment. States never change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from interpreter.ir.nodes import (
    Assign,
    Branch,
    Effect,
    ForEach,
    GoTo,
    MoveCard,
    MoveMany,
    SetMover,
    ZoneRef,
)
from interpreter.ir.ops import End
from interpreter.ir.types import Card, IntType, Seat, SetType, Type, Value
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.evaluate import members
from interpreter.run.fault import Fault
from interpreter.run.protocol import Cards
from interpreter.run.state import State
from interpreter.text.codes import Code
from interpreter.text.source import Span

Deed: TypeAlias = Callable[[Env], None]


def deed(effect: Effect, context: Context) -> Deed:
    """The effect as a function; it raises `Fault` where the effect is impossible."""
    match effect:
        case MoveCard():
            return _move_card(effect, context)
        case MoveMany():
            return _move_many(effect, context)
        case Assign():
            return _assign(effect, context)
        case SetMover(seat):
            return _set_mover(context.meaning(seat))
        case GoTo(phase):
            return _go_to(phase)
        case Branch(condition, then, otherwise):
            return _branch(context.meaning(condition), deeds(then, context), deeds(otherwise, context))
        case ForEach():
            return _for_each(effect, context)
        case _:
            assert_never(effect)


def deeds(effects: tuple[Effect, ...], context: Context) -> Deed:
    """The effects one after another."""
    each = tuple(deed(e, context) for e in effects)

    def run(env: Env) -> None:
        for do in each:
            do(env)

    return run


# cards ----------------------------------------------------------------------------------------------------


class Place:
    """A zone of a rule: which content it is, and how cards enter it."""

    def __init__(self, ref: ZoneRef, context: Context) -> None:
        self.name = ref.name
        self.number = context.zone(ref)
        self.ordered = context.game.zones[self.number].ordered
        self._index = context.index(ref)

    def index(self, env: Env) -> int:
        return int(self._index(env))

    def cards(self, state: State, index: int) -> Cards:
        content = state.zones[self.number][index]
        assert isinstance(content, tuple), "effects run on whole states"
        return content

    def add(self, state: State, index: int, cards: Cards, onto: End) -> State:
        """The cards come in the order given; a set keeps itself in deck order."""
        held = self.cards(state, index)
        if not self.ordered:
            held = tuple(sorted(held + cards))
        else:
            held = held + cards if onto is End.TOP else cards + held
        return state.with_cards(self.number, index, held)


def remove(place: Place, state: State, index: int, card: Card, span: Span, context: Context) -> State:
    """The state without one card that must be in the zone."""
    held = place.cards(state, index)
    if card not in held:
        shown = context.spelling.text(card, context.card_type)
        raise Fault(Code.F805, span, f"{shown} is not in `{place.name}`")
    return state.with_cards(place.number, index, tuple(c for c in held if c != card))


def _move_card(effect: MoveCard, context: Context) -> Deed:
    which = context.meaning(effect.card)
    source, target = Place(effect.source, context), Place(effect.target, context)

    def run(env: Env) -> None:
        card, origin, goal = Card(which(env)), source.index(env), target.index(env)
        state = remove(source, env.state, origin, card, effect.span, context)
        env.state = target.add(state, goal, (card,), effect.onto)

    return run


def _move_many(effect: MoveMany, context: Context) -> Deed:
    wanted = context.meaning(effect.count) if effect.count is not None else None
    source, target = Place(effect.source, context), Place(effect.target, context)

    def run(env: Env) -> None:
        origin, goal = source.index(env), target.index(env)
        held = source.cards(env.state, origin)
        count = len(held) if wanted is None else int(wanted(env))
        _check_count(count, len(held), source.name, effect.span)
        at = len(held) - count if effect.end is End.TOP else count
        low, high = held[:at], held[at:]
        moved, left = (high, low) if effect.end is End.TOP else (low, high)
        state = env.state.with_cards(source.number, origin, left)
        env.state = target.add(state, goal, moved, effect.onto)

    return run


def _check_count(count: int, held: int, name: str, span: Span) -> None:
    if count < 0:
        raise Fault(Code.F804, span, f"{count} cards cannot be moved")
    if count > held:
        raise Fault(Code.F806, span, f"`{name}` holds {held} of the {count} cards to be moved")


# the rest -------------------------------------------------------------------------------------------------


def _assign(effect: Assign, context: Context) -> Deed:
    number, index = context.variable(effect.variable), context.index(effect.variable)
    value = context.meaning(effect.value) if effect.value is not None else None
    name, type_ = effect.variable.name, effect.variable.type

    def run(env: Env) -> None:
        new = None if value is None else value(env)
        if new is not None and not in_range(new, type_):
            raise Fault(Code.F804, effect.span, f"`{name}` cannot become {context.spelling.text(new, type_)}")
        env.state = env.state.with_value(number, index(env), new)

    return run


def in_range(value: Value, type_: Type) -> bool:
    """Whether a value of the type's family is in the type's range."""
    if isinstance(value, tuple):
        return not isinstance(type_, SetType) or all(in_range(v, type_.of) for v in value)
    return not isinstance(type_, IntType) or type_.lo <= value <= type_.hi


def _set_mover(seat: Meaning) -> Deed:
    def run(env: Env) -> None:
        env.state = env.state.with_mover(Seat(seat(env)))

    return run


def _go_to(phase: str) -> Deed:
    def run(env: Env) -> None:
        env.state = env.state.with_phase(phase)

    return run


def _branch(condition: Meaning, then: Deed, otherwise: Deed) -> Deed:
    def run(env: Env) -> None:
        (then if condition(env) else otherwise)(env)

    return run


def _for_each(effect: ForEach, context: Context) -> Deed:
    domain, body, var = members(effect.domain, context), deeds(effect.body, context), effect.var
    start = context.meaning(effect.start) if effect.start is not None else None

    def run(env: Env) -> None:
        fixed = tuple(domain(env))
        if start is not None:
            first = start(env)
            fixed = tuple(sorted(fixed, key=lambda seat: (seat - first) % context.seats))
        inner = env.copy()
        for member in fixed:
            inner.locals[var] = member
            body(inner)
        env.state = inner.state

    return run
