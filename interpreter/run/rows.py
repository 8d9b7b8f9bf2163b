"""What a row of the operator table is, the common shapes of rows, and the rows of the truth values."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeAlias

from interpreter.ir.nodes import Apply
from interpreter.run.env import Context, Env, Meaning

Args: TypeAlias = tuple[Meaning, ...]
Row: TypeAlias = Callable[[Apply, Args, Context], Meaning]
"""From the node (for its place in the file and its types), its arguments' meanings and the context."""


def constant(value: Callable[[Context], Any]) -> Row:
    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        known = value(context)
        return lambda env: known

    return row


def moment(value: Callable[[Env], Any]) -> Row:
    return lambda expr, args, context: value


def unary(function: Callable[[Any], Any]) -> Row:
    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        (a,) = args
        return lambda env: function(a(env))

    return row


def binary(function: Callable[[Any, Any], Any]) -> Row:
    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        a, b = args
        return lambda env: function(a(env), b(env))

    return row


def several(function: Callable[[list[Any]], Any]) -> Row:
    return lambda expr, args, context: lambda env: function([a(env) for a in args])


def _both(a: Meaning, b: Meaning) -> Meaning:
    return lambda env: a(env) and b(env)


def _either(a: Meaning, b: Meaning) -> Meaning:
    return lambda env: a(env) or b(env)


def and_(expr: Apply, args: Args, context: Context) -> Meaning:
    return reduce(_both, args)


def or_(expr: Apply, args: Args, context: Context) -> Meaning:
    return reduce(_either, args)


def implies_(expr: Apply, args: Args, context: Context) -> Meaning:
    a, b = args
    return lambda env: not a(env) or b(env)


def if_(expr: Apply, args: Args, context: Context) -> Meaning:
    condition, then, otherwise = args
    notice = context.notice
    if notice is None:
        return lambda env: then(env) if condition(env) else otherwise(env)

    def noticed(env: Env) -> Any:
        holds = bool(condition(env))
        notice(expr, holds)
        return then(env) if holds else otherwise(env)

    return noticed
