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


def all_of(codes: list[Code]) -> Code:
    """Whether all hold; it stops at the first that does not."""
    return _chain(codes, "and", "True", "False")


def one_of(codes: list[Code]) -> Code:
    """Whether one holds; it stops at the first that does."""
    return _chain(codes, "or", "False", "True")


def _chain(codes: list[Code], word: str, neutral: str, decided: str) -> Code:
    left: list[Code] = []
    for code in codes:
        if code.text != neutral:
            left.append(code)
        if code.text == decided:
            break
    if len(left) <= 1:
        return left[0] if left else Code(neutral)
    return Code(f"({f' {word} '.join(c.text for c in left)})", any_faults(left))


def negated(a: Code) -> Code:
    if a.text in ("True", "False"):
        return Code(str(a.text == "False"))
    return Code(f"(not {a.text})", a.faults)


def chosen(condition: Code, then: Code, otherwise: Code) -> Code:
    if condition.text in ("True", "False"):
        return then if condition.text == "True" else otherwise
    text = f"({then.text} if {condition.text} else {otherwise.text})"
    return Code(text, any_faults([condition, then, otherwise]))


def and_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return all_of(args(e, scope, maker))


def or_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return one_of(args(e, scope, maker))


def not_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (a,) = args(e, scope, maker)
    return negated(a)


def implies(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    a, b = args(e, scope, maker)
    return one_of([negated(a), b])


def if_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    condition, then, otherwise = args(e, scope, maker)
    return chosen(condition, then, otherwise)


def joined(word: str, known: Callable[[int, int], bool | int]) -> Row:
    """The two arguments with a sign of Python between them; numbers are calculated at once."""

    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        a, b = args(e, scope, maker)
        if a.number is not None and b.number is not None:
            return Code(str(known(a.number, b.number)))
        return Code(f"({a.text} {word} {b.text})", a.faults or b.faults)

    return row


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
