"""The table of binders: what becomes of the operators that run through a set.

Over seats or suits short bodies are written out one after another. Conditions become masks where they can,
and numbers are found in loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.maker import Maker
from interpreter.fast.rows import all_of, any_faults, one_of
from interpreter.fast.subsets import mask, subset
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SequenceType, SetType

Row: TypeAlias = Callable[[ir.Bind, Scope, Maker], Code]


def _written(e: ir.Bind, scope: Scope, maker: Maker) -> list[Code] | None:
    """The body for each member, if that is short."""
    rounds = maker.rounds(e)
    if rounds is None:
        return None
    return [maker.code(e.body, scope.bind(e.var, str(n))) for n in rounds]


def _some(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return one_of(written)
    if mask(e.body, e.var, scope, maker) is None:
        return _search(e, scope, maker, True)
    found = subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)
    return Code(f"({found.text} != 0)", found.faults)


def _every(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return all_of(written)
    failing = ir.Apply(Op.NOT, (e.body,), BOOL, e.body.span)
    if mask(e.body, e.var, scope, maker) is None:
        return _search(e, scope, maker, False)
    found = subset(maker.mask(e.domain, scope), e.var, failing, scope, maker)
    return Code(f"({found.text} == 0)", found.faults)


def _search(e: ir.Bind, scope: Scope, maker: Maker, wanted: bool) -> Code:
    """One member after another, up to the first that decides."""

    def lines(inside: Scope) -> list[str]:
        head, body = _round(e, inside, maker)
        test = inner(body.text) if wanted else f"not {body.text}"
        return [*head, f"    if {test}:", f"        return {wanted}", f"return {not wanted}"]

    return maker.loop(e.op.value, maker.free(e), e.span, scope, lines)


def _round(e: ir.Bind, scope: Scope, maker: Maker) -> tuple[list[str], Code]:
    """The head of a loop and the body for a member."""
    name = maker.fresh(e.var)
    domain = maker.mask(e.domain, scope)
    head = [f"for {name} in members({inner(domain.text)}):"]
    assert isinstance(e.domain.type, SetType | SequenceType)
    low = maker.layout.bit(e.domain.type.of)
    if low:
        head.append(f"    {name} = {name} + {low}")
    return head, maker.code(e.body, scope.bind(e.var, name))


def _count(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return Code(f"({' + '.join(f'bool({inner(c.text)})' for c in written)})", any_faults(written))
    found = subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)
    return Code(f"{found.text}.bit_count()", found.faults)


def _those(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    return subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)


def _total(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return Code(f"({' + '.join(c.text for c in written)})", any_faults(written))

    def lines(inside: Scope) -> list[str]:
        head, body = _round(e, inside, maker)
        return ["total = 0", *head, f"    total += {inner(body.text)}", "return total"]

    return maker.loop("total", maker.free(e), e.span, scope, lines)


def _extreme(better: str) -> Row:
    def row(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
        def lines(inside: Scope) -> list[str]:
            head, body = _round(e, inside, maker)
            value = maker.fresh("value")
            return [
                "best = None",
                *head,
                f"    {value} = {inner(body.text)}",
                f"    if best is None or {value} {better} best:",
                f"        best = {value}",
                "return best if best is not None else undefined()",
            ]

        return maker.loop(e.op.value, maker.free(e), e.span, scope, lines)

    return row


BINDERS: Mapping[Binder, Row] = {
    Binder.SOME: _some,
    Binder.EVERY: _every,
    Binder.COUNT: _count,
    Binder.THOSE: _those,
    Binder.LOWEST: _extreme("<"),
    Binder.HIGHEST: _extreme(">"),
    Binder.TOTAL: _total,
}


def bind(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    return BINDERS[e.op](e, scope, maker)
