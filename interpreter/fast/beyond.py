"""Numbers after the last one that fails: `every k in … satisfies k < i or …`, asked of all `i` at once.

The numbers are looked at from the highest on, up to the first that fails; all above it satisfy the condition.
What is lower is not looked at, so this is done only where nothing there can leave an operation's domain.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.fast.code import Code, Scope, indented, parted, test
from interpreter.fast.maker import Maker
from interpreter.fast.slots import Slots
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import CARD, IntType
from interpreter.ir.walk import children, rebuild

_SAFE = frozenset(
    (Op.NOT, Op.AND, Op.OR, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.SUIT, Op.RANK, Op.INDEX)
)
"""Operators that have a result wherever their arguments have one."""


def beyond(e: ir.Bind, var: str, scope: Scope, maker: Maker) -> Code | None:
    """The condition `e` on the number `var` as a mask; None if it is not of this kind."""
    parts = _parts(e, var)
    if parts is None or not isinstance(maker.ground, Slots):
        return None
    stack, rest = parts
    if var in maker.free(rest) or var in maker.free(stack) or not _safe(rest, e.var, stack):
        return None
    last, left, member = maker.fresh("last"), maker.fresh("rest"), maker.fresh(e.var)
    state, slot = parted(maker.code(stack, scope).text)
    ends = {"#top": f"{state}[{slot} + {state}[{slot}]]", "#bottom": f"{state}[{slot} + 1]"}
    inside = replace(scope, shares=False, looped=True).bind(e.var, member)
    inside = inside.bind(CARD_THERE, f"{state}[{slot} + 1 + {member}]")
    for name, text in ends.items():
        inside = inside.bind(name, maker.held(name[1:], Code(text))[1])
    known = _known(rest, stack)
    fails = maker.lines(lambda: [f"if {test(f'not {maker.code(known, inside).text}')}:"])
    low = maker.layout.low
    lines = [f"{member} = high({left}){f' + {low}' if low else ''}", *fails]
    lines += [f"    {last} = high({left})", "    break", f"{left} ^= 1 << high({left})"]
    maker.sink += [f"{last} = -1", f"{left} = {maker.code(e.domain, scope).text}"]
    maker.sink += [f"while {left}:", *indented(lines)]
    return Code(f"upwards({last} + 1)")


CARD_THERE = "#card"


def _known(e: ir.Expr, stack: ir.Expr) -> ir.Expr:
    """What has been shown to have a result is read without asking again."""
    match e:
        case ir.Apply(Op.AT, (other, _)) if other == stack:
            return ir.Local(CARD_THERE, CARD, e.span)
        case ir.Apply(Op.TOP | Op.BOTTOM as op, (other,)) if other == stack:
            return ir.Local(f"#{op.value}", CARD, e.span)
    return rebuild(e, lambda child: _known(child, stack))


def _parts(e: ir.Bind, var: str) -> tuple[ir.Expr, ir.Expr] | None:
    """The stack through whose places it runs, and what has to hold from `var` on."""
    match e:
        case ir.Bind(
            domain=ir.Apply(Op.INDICES, (stack,)),
            body=ir.Apply(Op.OR, (ir.Apply(Op.LT, (ir.Local(k), ir.Local(i))), rest)),
        ) if k == e.var and i == var:
            return stack, rest
    return None


def _safe(e: ir.Expr, place: str, stack: ir.Expr) -> bool:
    """Whether nothing in it can have no result, `place` being one of the stack."""
    match e:
        case ir.Literal() | ir.Local():
            return True
        case ir.Apply(Op.TOP | Op.BOTTOM, (other,)):
            return other == stack
        case ir.Apply(Op.AT, (other, ir.Local(name, IntType()))):
            return other == stack and name == place
        case ir.Apply(op) if op in _SAFE:
            return all(_safe(child, place, stack) for child in children(e))
    return False
