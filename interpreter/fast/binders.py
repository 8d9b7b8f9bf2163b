"""The table of binders: what becomes of the operators that run through a set.

Over seats or suits short bodies are written out one after another. Conditions become masks where they can,
and numbers are found in loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from interpreter.fast.code import Code, Scope, inner, test
from interpreter.fast.ground import Loop, Round
from interpreter.fast.maker import Maker
from interpreter.fast.masks import mask
from interpreter.fast.rows import all_of, any_faults, one_of
from interpreter.fast.subsets import subset
from interpreter.fast.tables import tabulated
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SequenceType, SetType

Row: TypeAlias = Callable[[ir.Bind, Scope, Maker], Code]


def _written(e: ir.Bind, scope: Scope, maker: Maker) -> list[Code] | None:
    """The body for each member, if that is short."""
    rounds = maker.rounds(e)
    if rounds is None:
        return None
    return [maker.lazily(e.body, scope.bind(e.var, str(n))) for n in rounds]


def _some(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return one_of(written, maker)
    if mask(e.body, e.var, scope, maker) is None:
        return _search(e, scope, maker, True)
    found = subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)
    return Code(f"({found.text} != 0)", found.faults)


def _every(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        return all_of(written, maker)
    failing = ir.Apply(Op.NOT, (e.body,), BOOL, e.body.span)
    compared = _same_start(e, scope, maker)
    if compared is not None:
        return compared
    if mask(e.body, e.var, scope, maker) is None:
        return _search(e, scope, maker, False)
    found = subset(maker.mask(e.domain, scope), e.var, failing, scope, maker)
    return Code(f"({found.text} == 0)", found.faults)


def _same_start(e: ir.Bind, scope: Scope, maker: Maker) -> Code | None:
    """Whether two stacks are alike at all places of one of them, compared at once."""
    (domain, _), body = _unwrapped(e.domain), e.body
    if not (isinstance(domain, ir.Apply) and domain.op is Op.INDICES and isinstance(body, ir.Apply)):
        return None
    stacks = [_read_at(side, e.var, maker) for side in body.args] if body.op is Op.EQ else []
    if len(stacks) != 2 or None in stacks:
        return None
    number = ir.Apply(Op.SIZE, domain.args, e.domain.type, e.span)
    many = maker.code(replace(e.domain, body=number) if isinstance(e.domain, ir.Old) else number, scope)
    texts = [inner(maker.code(stack, scope).text) for stack in stacks if stack is not None]
    return Code(f"same_start({', '.join(texts)}, {inner(many.text)})", True)


def _unwrapped(e: ir.Expr) -> tuple[ir.Expr, bool]:
    """What stands in `old`, and whether it does."""
    return (e.body, True) if isinstance(e, ir.Old) else (e, False)


def _read_at(e: ir.Expr, var: str, maker: Maker) -> ir.Expr | None:
    """The stack of which `e` is the card at the place `var`."""
    plain, was = _unwrapped(e)
    if not (isinstance(plain, ir.Apply) and plain.op is Op.AT):
        return None
    stack, place = plain.args
    if not isinstance(place, ir.Local) or place.name != var or var in maker.free(stack):
        return None
    return ir.Old(stack, stack.type, e.span) if was else stack


def _search(e: ir.Bind, scope: Scope, maker: Maker, wanted: bool) -> Code:
    """One member after another, up to the first that decides."""

    first, rest = _narrowed(_parts(e.body, wanted), e.var, scope, maker)

    def build(inside: Scope, result: str, _: str) -> Round:
        domain = maker.mask(e.domain, inside)
        for part in first:
            domain = subset(domain, e.var, part, inside, maker)

        def body(name: str) -> list[str]:
            there = inside.bind(e.var, name)
            found = all_of([maker.lazily(part, there) for part in rest], maker)
            return [f"if {test(found.text)}:", f"    {result} = {wanted}", "    break"]

        return Round(
            (f"{result} = {not wanted}",),
            domain,
            _low(e, maker),
            lambda n: maker.lines(lambda: body(n)),
            result,
        )

    return maker.loop(Loop(e.op.value, e.var, maker.free(e), e.span, build), scope)


def _parts(e: ir.Expr, wanted: bool) -> list[ir.Expr]:
    """The conditions that together say that `e` is as wanted, in the order in which they are looked at."""
    match e:
        case ir.Apply(Op.NOT, (a,)):
            return _parts(a, not wanted)
        case ir.Apply(Op.AND, args) if wanted:
            return [part for a in args for part in _parts(a, True)]
        case ir.Apply(Op.OR, args) if not wanted:
            return [part for a in args for part in _parts(a, False)]
        case ir.Apply(Op.IMPLIES, (a, b)) if not wanted:
            return [*_parts(a, True), *_parts(b, False)]
    return [e if wanted else ir.Apply(Op.NOT, (e,), BOOL, e.span)]


def _narrowed(
    parts: list[ir.Expr], var: str, scope: Scope, maker: Maker
) -> tuple[list[ir.Expr], list[ir.Expr]]:
    """The first conditions, which can be asked of all members at once, and the others."""
    count = 0
    while count < len(parts) - 1 and mask(parts[count], var, scope, maker) is not None:
        count += 1
    return parts[:count], parts[count:]


def _low(e: ir.Bind, maker: Maker) -> int:
    """What is to be added to a bit to get the member."""
    assert isinstance(e.domain.type, SetType | SequenceType)
    return maker.layout.bit(e.domain.type.of)


def _through(
    e: ir.Bind, before: tuple[str, ...], use: Callable[[str, str], list[str]], value: str | None = None
) -> Callable[[Scope, Maker], Code]:
    """A loop in which `use` says what to do with the result and the value for a member."""

    def made(scope: Scope, maker: Maker) -> Code:
        def build(inside: Scope, result: str, _: str) -> Round:
            def body(name: str) -> list[str]:
                return use(result, inner(maker.code(e.body, inside.bind(e.var, name)).text))

            start = tuple(line.format(result) for line in before)
            last = result if value is None else value.format(result, maker.ground.undefined(inside))
            domain = maker.mask(e.domain, inside)
            return Round(start, domain, _low(e, maker), lambda n: maker.lines(lambda: body(n)), last)

        return maker.loop(Loop(e.op.value, e.var, maker.free(e), e.span, build), scope)

    return made


def _count(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        spilt = [maker.spill(c) for c in written]
        return Code(f"({' + '.join(f'bool({test(c.text)})' for c in spilt)})", any_faults(spilt))
    found = subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)
    if found.number is not None:
        return Code(str(found.number.bit_count()))
    return Code(maker.ground.ones(found.text), found.faults)


def _those(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    return subset(maker.mask(e.domain, scope), e.var, e.body, scope, maker)


def _total(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
    written = _written(e, scope, maker)
    if written is not None:
        spilt = [maker.spill(c) for c in written]
        return Code(f"({' + '.join(c.text for c in spilt)})", any_faults(spilt))
    return _through(e, ("{} = 0",), lambda result, text: [f"{result} += {text}"])(scope, maker)


def _extreme(better: str) -> Row:
    def row(e: ir.Bind, scope: Scope, maker: Maker) -> Code:
        value = maker.fresh("value")
        there = maker.fresh("any")

        def use(best: str, text: str) -> list[str]:
            return [
                f"{value} = {text}",
                f"if not {there} or {value} {better} {best}:",
                f"    {best} = {value}",
                f"    {there} = True",
            ]

        before = ("{} = 0", f"{there} = False")
        return _through(e, before, use, f"({{}} if {there} else {{}})")(scope, maker)

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
    names = maker.free(e)
    if e.op in (Binder.SOME, Binder.EVERY) and len(names) == 1 and names <= scope.names.keys():
        (name,) = names
        table = tabulated(e, name, scope, maker)
        if table is not None:
            return Code(f"({table.text} >> {scope.names[name]} & 1)")
    return BINDERS[e.op](e, scope, maker)
