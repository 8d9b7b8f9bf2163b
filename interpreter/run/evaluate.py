"""Back end 1: what an expression means. This is the definition that the other back ends are tested against.

`meaning` turns an expression into a function from an environment to a value, once, when an engine is made.
Operators have their rows in `operators.py`, binders in `binders.py`; the other nodes are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from interpreter.ir.nodes import (
    Apply,
    Bind,
    Call,
    Can,
    Expr,
    For,
    Game,
    Let,
    Literal,
    Local,
    Old,
    OptionRef,
    VariableRef,
    ZoneRef,
)
from interpreter.ir.types import Card, Seat, SequenceType, Value
from interpreter.run.binders import bind
from interpreter.run.env import Context, Env, Meaning, Notice
from interpreter.run.fault import Fault
from interpreter.run.operators import OPS
from interpreter.run.state import Hidden, State
from interpreter.run.values import all_cards
from interpreter.text.codes import Code

NO_STATE = State((), (), "", Seat(0), 0, 0)
"""Where expressions over options alone are evaluated."""


def no_env(locals_: dict[str, Value] | None = None) -> Env:
    return Env(NO_STATE, Seat(0), locals_ or {})


def make_context(game: Game, options: Mapping[str, Value], notice: Notice | None = None) -> Context:
    """The context of a game whose options all have a value; moves are added by the engine."""
    context = Context(game, options, meaning)
    context.notice = notice
    context.cards = _cards_in_play(context)
    for definition in game.definitions:
        params = tuple(p.name for p in definition.params)
        context.definitions[definition.name] = (params, meaning(definition.body, context))
    if game.turn.among is not None:
        context.among = meaning(game.turn.among, context)
    return context


def _cards_in_play(context: Context) -> tuple[Card, ...]:
    deck = context.game.deck
    if deck.where is None:
        return all_cards(deck)
    kept = meaning(deck.where, context)
    return tuple(c for c in all_cards(deck) if kept(no_env({"card": c})))


def meaning(expr: Expr, context: Context) -> Meaning:
    """What the expression means; the function raises `Fault` where an operation leaves its domain."""
    match expr:
        case Literal(value):
            return lambda env: value
        case OptionRef(name):
            chosen = context.options[name]
            return lambda env: chosen
        case Local(name):
            return lambda env: env.locals[name]
        case VariableRef():
            return _variable(expr, context)
        case ZoneRef():
            return _zone(expr, context)
        case Apply(op, args):
            return OPS[op](expr, tuple(meaning(a, context) for a in args), context)
        case Bind(_, _, domain, body):
            return bind(expr, members(domain, context), meaning(body, context))
        case Call(name, args):
            return _call(name, tuple(meaning(a, context) for a in args), context)
        case Can(move, args):
            return _can(move, tuple(meaning(a, context) for a in args), context)
        case Let(name, value, body):
            return _let(name, meaning(value, context), meaning(body, context))
        case For(seat, body):
            return _for(meaning(seat, context), meaning(body, context))
        case Old():
            return _old(expr, meaning(expr.body, context))
        case _:
            assert_never(expr)


def members(domain: Expr, context: Context) -> Meaning:
    """The members of a set or stack, ascending."""
    content = meaning(domain, context)
    if isinstance(domain.type, SequenceType):
        return lambda env: sorted(set(content(env)))
    return content


def _variable(expr: VariableRef, context: Context) -> Meaning:
    number, index, name = context.variable(expr), context.index(expr), expr.name

    def read(env: Env) -> Any:
        held = env.state.variables[number][index(env)]
        if held is None:
            raise Fault(Code.F803, expr.span, f"`{name}` is not set")
        if isinstance(held, Hidden):
            raise Fault(Code.F812, expr.span, f"`{name}` is hidden here")
        return held

    return read


def _zone(expr: ZoneRef, context: Context) -> Meaning:
    number, index, name = context.zone(expr), context.index(expr), expr.name

    def read(env: Env) -> Any:
        content = env.state.zones[number][index(env)]
        if isinstance(content, Hidden):
            raise Fault(Code.F812, expr.span, f"the cards in `{name}` are hidden here")
        return content

    return read


def _call(name: str, args: tuple[Meaning, ...], context: Context) -> Meaning:
    params, body = context.definitions[name]
    given = tuple(zip(params, args, strict=True))

    def call(env: Env) -> Any:
        return body(env.fresh({name: arg(env) for name, arg in given}))

    return call


def _let(name: str, value: Meaning, body: Meaning) -> Meaning:
    def let(env: Env) -> Any:
        env.locals[name] = value(env)  # no other name of the rules is this one
        return body(env)

    return let


def _can(move: str, args: tuple[Meaning, ...], context: Context) -> Meaning:
    def can(env: Env) -> bool:
        return context.can(move, env, tuple(a(env) for a in args))

    return can


def _for(seat: Meaning, body: Meaning) -> Meaning:
    return lambda env: body(Env(env.state, Seat(seat(env)), env.locals, env.history))


def _old(expr: Old, body: Meaning) -> Meaning:
    def old(env: Env) -> Any:
        history = env.history
        if history is None:
            raise Fault(Code.F813, expr.span, "there is no position before this one")
        return body(Env(history.before, history.player, env.locals, history.earlier))

    return old
