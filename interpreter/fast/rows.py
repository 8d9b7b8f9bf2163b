"""What a row of the operator table is, and the rows of truth values, comparisons and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.maker import Maker
from interpreter.ir import nodes as ir

Row: TypeAlias = Callable[[ir.Apply, Scope, Maker], Code]
"""From the node, the scope that it stands in and the maker: the Python expression."""


def args(e: ir.Apply, scope: Scope, maker: Maker) -> list[Code]:
    return [maker.code(a, scope) for a in e.args]


def any_faults(codes: list[Code]) -> bool:
    return any(c.faults for c in codes)


def joined(word: str) -> Row:
    """The arguments with a word of Python between them; it stops early where the rules do."""

    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        codes = args(e, scope, maker)
        return Code(f"({f' {word} '.join(c.text for c in codes)})", any_faults(codes))

    return row


def not_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (a,) = args(e, scope, maker)
    return Code(f"(not {a.text})", a.faults)


def implies(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    a, b = args(e, scope, maker)
    return Code(f"(not {a.text} or {b.text})", a.faults or b.faults)


def if_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    condition, then, otherwise = args(e, scope, maker)
    text = f"({then.text} if {condition.text} else {otherwise.text})"
    return Code(text, any_faults([condition, then, otherwise]))


def extreme(word: str, better: str) -> Row:
    """The least or the greatest; two that can be written twice are compared in place."""

    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        codes = args(e, scope, maker)
        if len(codes) == 2 and all(c.short for c in codes):
            a, b = codes
            return Code(f"({a.text} if {a.text} {better} {b.text} else {b.text})")
        return Code(f"{word}({', '.join(inner(c.text) for c in codes)})", any_faults(codes))

    return row


def negative(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (a,) = args(e, scope, maker)
    return Code(f"(-{a.text})", a.faults)


def same(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (a,) = args(e, scope, maker)
    return a


def constant(value: Callable[[Maker], int]) -> Row:
    return lambda e, scope, maker: Code(str(value(maker)))
