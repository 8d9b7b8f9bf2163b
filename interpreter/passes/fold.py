"""Constants, calculated: what is the same in every position is replaced by its value.

Nothing that could be a fault is dropped: a part that is not looked at in one branch stays where it is unless
the branch itself can never be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.ops import Op
from interpreter.ir.types import Value
from interpreter.ir.walk import rebuild

CALCULATED: Mapping[Op, Callable[..., Any]] = {
    Op.NOT: lambda a: not a,
    Op.EQ: lambda a, b: a == b,
    Op.NE: lambda a, b: a != b,
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b,
    Op.GE: lambda a, b: a >= b,
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.MIN: min,
    Op.MAX: max,
    Op.INDEX: lambda a: a,
    Op.SIZE: len,
    Op.EMPTY: lambda a: not a,
    Op.IN: lambda a, b: a in b,
    Op.SET: lambda *a: tuple(sorted(set(a))),
    Op.UNION: lambda a, b: tuple(sorted({*a, *b})),
    Op.COMMON: lambda a, b: tuple(x for x in a if x in b),
    Op.LESS: lambda a, b: tuple(x for x in a if x not in b),
    Op.RANGE: lambda a, b: tuple(range(a, b + 1)),
}
"""Operators without faults whose value depends on that of their arguments alone."""

NO_SIZES: Mapping[Op, int] = MappingProxyType({})


def fold(game: ir.Game) -> ir.Game:
    """`game` with constants calculated and branches that cannot be taken removed."""
    deck = game.deck
    sizes = {Op.SEATS: game.seats, Op.SUITS: len(deck.suits), Op.RANKS: len(deck.ranks)}
    return rewrite.game(game, lambda e: folded(e, sizes))


def folded(e: ir.Expr, sizes: Mapping[Op, int] = NO_SIZES) -> ir.Expr:
    """One expression, folded from the inside out; `sizes` are those of sets that never change."""
    e = rebuild(e, lambda part: folded(part, sizes))
    if not isinstance(e, ir.Apply):
        return e
    if e.op is Op.SIZE and isinstance(e.args[0], ir.Apply) and e.args[0].op in sizes:
        return ir.Literal(sizes[e.args[0].op], e.type, e.span)
    lazy = _LAZY.get(e.op)
    if lazy is not None:
        return lazy(e)
    if e.op in CALCULATED and all(isinstance(a, ir.Literal) for a in e.args):
        value: Value = CALCULATED[e.op](*(a.value for a in e.args if isinstance(a, ir.Literal)))
        return ir.Literal(value, e.type, e.span)
    return e


def _known(e: ir.Expr) -> bool | None:
    return e.value if isinstance(e, ir.Literal) and isinstance(e.value, bool) else None


def _and(e: ir.Apply) -> ir.Expr:
    left, right = e.args
    if _known(left) is None:
        return left if _known(right) is True else e
    return right if _known(left) else left


def _or(e: ir.Apply) -> ir.Expr:
    left, right = e.args
    if _known(left) is None:
        return left if _known(right) is False else e
    return left if _known(left) else right


def _implies(e: ir.Apply) -> ir.Expr:
    left, right = e.args
    if _known(left) is None:
        return e
    return right if _known(left) else ir.Literal(True, e.type, e.span)


def _if(e: ir.Apply) -> ir.Expr:
    condition, then, otherwise = e.args
    if _known(condition) is None:
        return e
    return then if _known(condition) else otherwise


_LAZY: Mapping[Op, Callable[[ir.Apply], ir.Expr]] = {
    Op.AND: _and,
    Op.OR: _or,
    Op.IMPLIES: _implies,
    Op.IF: _if,
}
