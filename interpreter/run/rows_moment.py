"""Rows of the operators on the moment, on results and on what happened before; see `operators.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.ir.nodes import Apply, VariableRef
from interpreter.ir.types import Card, EnumType
from interpreter.run.env import Context, Env, History, Meaning
from interpreter.run.fault import Fault
from interpreter.run.rows import Args, Row
from interpreter.run.state import Hidden, Past
from interpreter.text.codes import Code


def next_(expr: Apply, args: Args, context: Context) -> Meaning:
    (seat,) = args

    def following(env: Env) -> Any:
        found = context.next_among(env, seat(env))
        if found is None:
            raise Fault(Code.F807, expr.span, "nobody has part in the order of turns")
        return found

    return following


def next_among(expr: Apply, args: Args, context: Context) -> Meaning:
    seat, seats = args

    def following(env: Env) -> Any:
        start, among = seat(env), seats(env)
        if not among:
            raise Fault(Code.F809, expr.span, "there is no seat among these")
        return min(among, key=lambda other: (other - start - 1) % context.seats)

    return following


def phase(expr: Apply, args: Args, context: Context) -> Meaning:
    number = _numbers(expr)
    return lambda env: number[env.state.phase]


def _numbers(expr: Apply) -> Mapping[str, int]:
    assert isinstance(expr.type, EnumType)
    return {name: i for i, name in enumerate(expr.type.members)}


def is_set(expr: Apply, args: Args, context: Context) -> Meaning:
    """The variable is looked at, not read."""
    (ref,) = expr.args
    assert isinstance(ref, VariableRef)
    variable, index = context.variable(ref), context.index(ref)

    def known(env: Env) -> bool:
        held = env.state.variables[variable][index(env)]
        if isinstance(held, Hidden):
            raise Fault(Code.F812, expr.span, f"`{ref.name}` is hidden here")
        return held is not None

    return known


def counter(read: Callable[[Past], int]) -> Row:
    """A counter of the engine; what stands at the start of a match has stood once."""

    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        context.counts = True

        def count(env: Env) -> int:
            past = env.state.past
            return read(past if past is not None else Past.of(env.state))

        return count

    return row


def over(env: Env) -> bool:
    return env.state.outcome is not None


def ended(expr: Apply, args: Args, context: Context) -> Meaning:
    (ending,) = args
    type_ = expr.args[0].type
    assert isinstance(type_, EnumType)
    names = type_.members

    def is_over_by(env: Env) -> bool:
        outcome = env.state.outcome
        return outcome is not None and outcome.ending == names[ending(env)]

    return is_over_by


def result(side: str) -> Row:
    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        (seat,) = args

        def has(env: Env) -> bool:
            who, outcome = seat(env), env.state.outcome
            return outcome is not None and who in getattr(outcome, side)

        return has

    return row


def _history(expr: Apply, env: Env) -> History:
    if env.history is None:
        raise Fault(Code.F813, expr.span, "nobody has moved yet")
    return env.history


def last_move(expr: Apply, args: Args, context: Context) -> Meaning:
    number = _numbers(expr)
    return lambda env: number[_history(expr, env).move]


def last_player(expr: Apply, args: Args, context: Context) -> Meaning:
    return lambda env: _history(expr, env).player


def laid_by(expr: Apply, args: Args, context: Context) -> Meaning:
    (card,) = args

    def seat(env: Env) -> Any:
        moved = Card(card(env))
        laid = _history(expr, env).laid
        if moved not in laid:
            shown = context.spelling.text(moved, expr.args[0].type)
            raise Fault(Code.F813, expr.span, f"nobody has moved {shown} yet")
        return laid[moved]

    return seat
