"""The table of binders: operators that name one member of a set after another, in ascending order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from interpreter.ir.nodes import Bind
from interpreter.ir.ops import Binder
from interpreter.run.env import Env, Meaning
from interpreter.run.fault import Fault
from interpreter.text.codes import Code

Values: TypeAlias = Iterator[tuple[Any, Any]]
"""Each member with the value of the body for it, computed when asked for."""

Fold: TypeAlias = Callable[[Bind, Values], Any]


def _some(expr: Bind, values: Values) -> bool:
    return any(holds for _, holds in values)


def _every(expr: Bind, values: Values) -> bool:
    return all(holds for _, holds in values)


def _count(expr: Bind, values: Values) -> int:
    return sum(1 for _, holds in values if holds)


def _those(expr: Bind, values: Values) -> tuple[int, ...]:
    return tuple(member for member, holds in values if holds)


def _extreme(choose: Callable[[list[Any]], Any]) -> Fold:
    def fold(expr: Bind, values: Values) -> Any:
        found = [value for _, value in values]
        if not found:
            raise Fault(Code.F809, expr.span, f"the set that `{expr.var}` runs through is empty")
        return choose(found)

    return fold


def _total(expr: Bind, values: Values) -> int:
    return sum(value for _, value in values)


BINDERS: Mapping[Binder, Fold] = {
    Binder.SOME: _some,
    Binder.EVERY: _every,
    Binder.COUNT: _count,
    Binder.THOSE: _those,
    Binder.LOWEST: _extreme(min),
    Binder.HIGHEST: _extreme(max),
    Binder.TOTAL: _total,
}


def bind(expr: Bind, members: Meaning, body: Meaning) -> Meaning:
    """`members` gives what the name runs through, ascending."""
    fold, var = BINDERS[expr.op], expr.var

    def values(env: Env) -> Values:
        inner = env.copy()
        for member in members(env):
            inner.locals[var] = member
            yield member, body(inner)

    return lambda env: fold(expr, values(env))
