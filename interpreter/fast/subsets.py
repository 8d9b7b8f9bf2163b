"""Which members of a set satisfy a condition: by arithmetic on masks where that can be (`masks.py`), else one
after another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from interpreter.fast.code import Code, Scope, test
from interpreter.fast.ground import Loop, Round
from interpreter.fast.maker import Maker, when
from interpreter.fast.masks import NOTHING, mask
from interpreter.fast.rows import chosen
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import inside


def subset(domain: Code, var: str, body: ir.Expr, scope: Scope, maker: Maker) -> Code:
    """The members of a mask that satisfy `body`, in which they are called `var`."""
    if isinstance(body, ir.Literal):
        return domain if body.value else NOTHING
    if var not in maker.free(body):
        return _cut(domain, lambda d: chosen(maker.code(body, scope), Code(d), NOTHING, maker), maker)
    if isinstance(body, ir.Apply) and body.op is Op.AND:
        return reduce(lambda some, part: subset(some, var, part, scope, maker), body.args, domain)
    if isinstance(body, ir.Let) and var not in maker.free(body.value):
        let = body
        value = maker.code(let.value, scope)
        bound, there = maker.named(let.name, value, scope)
        return _cut(domain, lambda d: when(bound, subset(Code(d), var, let.body, there, maker), "0"), maker)
    found = mask(body, var, scope, maker)
    if found is None:
        return _one_by_one(domain, var, body, scope, maker)
    if not found.faults and not found.lines:
        return Code(f"({domain.text} & {found.text})", domain.faults)
    return _cut(domain, lambda d: Code(f"({d} & {maker.spill(found).text})", found.faults), maker)


def _cut(domain: Code, rest: Callable[[str], Code], maker: Maker) -> Code:
    """What is left of a set after looking at its members, which is not done if there are none."""
    bound, name = (None, domain.text) if domain.short else maker.held("some", domain)
    left = maker.aside(lambda: rest(name))
    if not left.faults and not left.lines and bound is None:
        return left
    if domain.number:
        return maker.spill(left)
    asked = name if bound is None else bound.text
    return chosen(Code(asked, domain.faults), left, NOTHING, maker)


def _one_by_one(domain: Code, var: str, body: ir.Expr, scope: Scope, maker: Maker) -> Code:
    low = _member_low(var, body, maker)

    def build(inside: Scope, result: str, some: str) -> Round:
        def body_of(name: str) -> list[str]:
            found = maker.code(body, inside.bind(var, name))
            place = name if not low else f"{name} - {low}"
            return [f"if {test(found.text)}:", f"    {result} |= 1 << {place}"]

        return Round((f"{result} = 0",), Code(some), low, lambda n: maker.lines(lambda: body_of(n)), result)

    return maker.loop(Loop("those", var, maker.free(body) - {var}, body.span, build, domain), scope)


def _member_low(var: str, body: ir.Expr, maker: Maker) -> int:
    """What is to be added to a bit to get the member."""
    kinds = [e.type for e in inside(body) if isinstance(e, ir.Local) and e.name == var]
    return maker.layout.bit(kinds[0]) if kinds else 0
