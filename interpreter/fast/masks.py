"""A condition on a member of a set as a mask in which the bit of each member that satisfies it is set.

Bits of other things may be set as well, even all: it is always cut with the set that the name runs through.
A mask asks about all members at once what the rules ask one after another. It raises `Undefined` whenever the
rules would, and in some cases where they would have stopped before; then the evaluator is asked what is so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from typing import TypeAlias

from interpreter.fast.beyond import beyond
from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.maker import Maker, when
from interpreter.fast.rows import chosen
from interpreter.fast.tables import tabulated
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BoolType, IntType, SequenceType, SetType

NOTHING, ALL = Code("0"), Code("-1")

Rule: TypeAlias = Callable[[ir.Apply, str, Scope, Maker], Code | None]


def mask(e: ir.Expr, var: str, scope: Scope, maker: Maker) -> Code | None:
    """A condition on the member `var` as a mask, made aside; None if arithmetic cannot say it."""
    return maker.tried(lambda: _mask(e, var, scope, maker))


def _mask(e: ir.Expr, var: str, scope: Scope, maker: Maker) -> Code | None:
    if var not in maker.free(e):
        return chosen(maker.code(e, scope), ALL, NOTHING, maker)
    table = tabulated(e, var, scope, maker)
    if table is not None:
        return table
    match e:
        case ir.Apply(op) if op in MASKS:
            return MASKS[op](e, var, scope, maker)
        case ir.Let(name, value, body) if var not in maker.free(value):
            bound, there = maker.named(name, maker.code(value, scope), scope)
            found = mask(body, var, there, maker)
            return None if found is None else when(bound, maker.spill(found), "0")
        case ir.For(seat, body) if var not in maker.free(seat):
            bound, me = maker.held("who", maker.code(seat, scope))
            found = mask(body, var, scope.acting(me), maker)
            return None if found is None else when(bound, maker.spill(found), "0")
        case ir.Can(_, args) if args and args[-1] == ir.Local(var, args[-1].type):
            return None if var in _free_of(args[:-1], maker) else maker.tables.choices(e, scope, maker)
        case ir.Bind(Binder.EVERY) if (above := beyond(e, var, scope, maker)) is not None:
            return above
        case ir.Bind(Binder.SOME | Binder.EVERY):
            return _written_out(e, var, scope, maker)
    return None


def _free_of(args: tuple[ir.Expr, ...], maker: Maker) -> frozenset[str]:
    return frozenset[str]().union(*map(maker.free, args))


def _written_out(e: ir.Bind, var: str, scope: Scope, maker: Maker) -> Code | None:
    """A short loop inside a condition: the masks of its rounds together."""
    rounds = maker.rounds(e)
    if rounds is None:
        return None
    found = [mask(e.body, var, scope.bind(e.var, str(n)), maker) for n in rounds]
    known = [m for m in found if m is not None]
    if len(known) < len(found):
        return None
    join = _or if e.op is Binder.SOME else _and
    return reduce(lambda a, b: join(a, b, maker), known)


def _not(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    found = mask(e.args[0], var, scope, maker)
    return None if found is None else _complement(found)


def _complement(found: Code) -> Code:
    if found.text in ("0", "-1"):
        return replace(found, text="-1" if found.text == "0" else "0")
    text = f"~{found.text}" if not found.text.startswith("~") else found.text[1:]
    return Code(text, found.faults, found.lines)


def _both(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    return _pairwise(e.args, var, scope, maker, _and)


def _either(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    return _pairwise(e.args, var, scope, maker, _or)


def _implies(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    first = ir.Apply(Op.NOT, (e.args[0],), e.type, e.span)
    return _pairwise((first, e.args[1]), var, scope, maker, _or)


Join: TypeAlias = Callable[[Code, Code, Maker], Code]


def _pairwise(parts: tuple[ir.Expr, ...], var: str, scope: Scope, maker: Maker, join: Join) -> Code | None:
    found = [mask(part, var, scope, maker) for part in parts]
    known = [m for m in found if m is not None]
    if len(known) < len(found):
        return None
    return reduce(lambda a, b: join(a, b, maker), known)


def _closed(text: str) -> str | None:
    """The condition of a mask of all or nothing."""
    start, end = "(-1 if ", " else 0)"
    whole = text.startswith(start) and text.endswith(end) and inner(text) != text
    return text[len(start) : -len(end)] if whole and " if " not in text[len(start) : -len(end)] else None


def _and(a: Code, b: Code, maker: Maker) -> Code:
    a = maker.spill(a)
    if a.text in ("0", "-1") or b.text == "-1":
        return maker.spill(b) if a.text == "-1" else a
    condition = _closed(a.text)
    if condition is not None:
        return chosen(Code(condition, a.faults), b, NOTHING, maker)
    if not b.faults and not b.lines:
        return Code(f"({a.text} & {b.text})", a.faults)
    bound, name = maker.held("some", a)
    asked = name if bound is None else bound.text
    return chosen(Code(asked, a.faults), replace(b, text=f"{name} & {b.text}"), NOTHING, maker)


def _or(a: Code, b: Code, maker: Maker) -> Code:
    a = maker.spill(a)
    if a.text in ("0", "-1") or b.text == "0":
        return maker.spill(b) if a.text == "0" else a
    condition = _closed(a.text)
    if condition is not None:
        return chosen(Code(condition, a.faults), ALL, b, maker)
    if not b.faults and not b.lines:
        return Code(f"({a.text} | {b.text})", a.faults)
    bound, name = maker.held("some", a)
    asked = name if bound is None else bound.text
    return chosen(Code(f"{asked} == -1", a.faults), ALL, replace(b, text=f"{name} | {b.text}"), maker)


def _if_mask(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    condition, *branches = e.args
    then, otherwise = (mask(b, var, scope, maker) for b in branches)
    if then is None or otherwise is None:
        return None
    if var not in maker.free(condition):
        return chosen(maker.code(condition, scope), then, otherwise, maker)
    where = mask(condition, var, scope, maker)
    if where is None:
        return None
    bound, name = maker.held("some", maker.spill(where))
    then, otherwise = maker.spill(then), maker.spill(otherwise)
    first = name if bound is None else bound.text
    faults = where.faults or then.faults or otherwise.faults
    return Code(f"({first} & {then.text} | ~{name} & {otherwise.text})", faults)


def _in(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
    member, many = e.args
    if var in maker.free(many) or not isinstance(member, ir.Local):
        return None
    return maker.mask(many, scope)


def _equal(same: bool) -> Rule:
    def rule(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
        if isinstance(e.args[0].type, BoolType):
            a, b = (mask(x, var, scope, maker) for x in e.args)
            if a is None or b is None:
                return None
            a, b = maker.spill(a), maker.spill(b)
            unlike = Code(f"({a.text} ^ {b.text})", a.faults or b.faults)
            return _complement(unlike) if same else unlike
        found = _compared(e, var, scope, maker, "IS")
        return found if found is None or same else _complement(found)

    return rule


def _ordered(word: str, flipped: str, complement: bool) -> Rule:
    """`word` is the comparison of a member with what does not depend on it, `flipped` the other way round."""

    def rule(e: ir.Apply, var: str, scope: Scope, maker: Maker) -> Code | None:
        found = _compared(e, var, scope, maker, word if var in maker.free(e.args[0]) else flipped)
        return found if found is None or not complement else _complement(found)

    return rule


def _compared(e: ir.Apply, var: str, scope: Scope, maker: Maker, word: str) -> Code | None:
    """A member, or its suit or rank, compared with something that is the same for all."""
    a, b = e.args if var in maker.free(e.args[0]) else reversed(e.args)
    if var in maker.free(b) or isinstance(a.type, SetType | SequenceType | BoolType):
        return None
    match a:
        case ir.Local():
            value = maker.bit(b, scope)
            number = "bit({})" if isinstance(b.type, IntType) else "(1 << {})"
            return Code(_WHOLE.get(word, number).format(value.text), value.faults)
        case ir.Apply(Op.SUIT | Op.RANK as op, (ir.Local(),)):
            value = maker.code(b, scope)
            return Code(f"{op.name}_{word}[{inner(value.text)}]", value.faults)
    return None


_WHOLE: Mapping[str, str] = {"OVER": "upwards({} + 1)", "UNDER": "~upwards({})"}

MASKS: Mapping[Op, Rule] = {
    Op.NOT: _not,
    Op.AND: _both,
    Op.OR: _either,
    Op.IMPLIES: _implies,
    Op.IF: _if_mask,
    Op.EQ: _equal(True),
    Op.NE: _equal(False),
    Op.LT: _ordered("UNDER", "OVER", False),
    Op.LE: _ordered("OVER", "UNDER", True),
    Op.GT: _ordered("OVER", "UNDER", False),
    Op.GE: _ordered("UNDER", "OVER", True),
    Op.IN: _in,
}
"""The operators that arithmetic on masks can say; the others make a loop."""
