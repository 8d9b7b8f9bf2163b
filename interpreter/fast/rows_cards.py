"""Rows of the operators on cards, sets and stacks; see `operators.py`."""

from __future__ import annotations

from functools import reduce

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.maker import Maker
from interpreter.fast.questions import is_stack
from interpreter.fast.rows import Row, any_faults, args
from interpreter.ir import nodes as ir
from interpreter.ir.types import IntType, SetType


def table(name: str) -> Row:
    """What a constant tuple of the source has for the argument."""

    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        (a,) = args(e, scope, maker)
        return Code(f"{name}[{inner(a.text)}]", a.faults)

    return row


def size(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (many,) = args(e, scope, maker)
    if is_stack(e.args[0]):
        return Code(maker.ground.size(many.text), many.faults)
    if many.number is not None:
        return Code(str(many.number.bit_count()))
    return Code(maker.ground.ones(many.text), many.faults)


def empty(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (many,) = args(e, scope, maker)
    return Code(f"(not {maker.ground.some(many.text) if is_stack(e.args[0]) else many.text})", many.faults)


def within(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    member, many = args(e, scope, maker)
    faults = member.faults or many.faults
    if is_stack(e.args[1]):
        return Code(maker.ground.holds(many.text, member.text), faults)
    bit = maker.shifted(member, -maker.layout.bit(e.args[0].type))
    if isinstance(e.args[0].type, IntType) and not (bit.number is not None and bit.number >= 0):
        return Code(f"has({inner(many.text)}, {inner(bit.text)})", faults)
    if many.number is not None and many.number >= 0 and bit.number is not None:
        return Code(str(many.number >> bit.number & 1 == 1))
    return Code(f"({many.text} >> {bit.text} & 1)", faults)


def end_of_stack(word: str) -> Row:
    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        (stack,) = args(e, scope, maker)
        return maker.ground.end(word, stack, scope)

    return row


def at(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    stack, place = args(e, scope, maker)
    return Code(f"at({inner(stack.text)}, {inner(place.text)})", True)


def indices(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (stack,) = args(e, scope, maker)
    low = maker.layout.low
    size = maker.ground.size(stack.text)
    return Code(f"((1 << {size}) - 1{f' << {-low}' if low else ''})", stack.faults)


def cards_of(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return maker.mask(e.args[0], scope)


def set_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    bits = [maker.bit(a, scope) for a in e.args]
    known = reduce(int.__or__, (1 << b.number for b in bits if b.number is not None), 0)
    parts = [f"1 << {b.text}" for b in bits if b.number is None]
    if known or not parts:
        parts.insert(0, str(known))
    return Code(parts[0] if parts == [str(known)] else f"({' | '.join(parts)})", any_faults(bits))


def joined(sign: str) -> Row:
    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        a, b = args(e, scope, maker)
        return Code(f"({a.text} {sign}{b.text})", a.faults or b.faults)

    return row


def the(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (many,) = args(e, scope, maker)
    assert isinstance(e.args[0].type, SetType)
    found = Code(maker.ground.asked("the", scope, many.text), True)
    return maker.shifted(found, maker.layout.bit(e.args[0].type.of))


def range_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    low, high = (maker.bit(a, scope) for a in e.args)
    if low.number is not None and high.number is not None:
        every = (1 << high.number + 1) - (1 << low.number) if low.number <= high.number else 0
        return Code(str(every))
    return Code(f"between({inner(low.text)}, {inner(high.text)})", low.faults or high.faults)
