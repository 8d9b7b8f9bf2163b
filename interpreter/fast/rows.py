"""What a row of the operator table is, and the rows of truth values, comparisons and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner, test
from interpreter.fast.maker import Maker
from interpreter.fast.questions import is_stack
from interpreter.ir import nodes as ir

Row: TypeAlias = Callable[[ir.Apply, Scope, Maker], Code]
"""From the node, the scope that it stands in and the maker: the Python expression."""


def args(e: ir.Apply, scope: Scope, maker: Maker) -> list[Code]:
    return [maker.code(a, scope) for a in e.args]


def any_faults(codes: list[Code]) -> bool:
    return any(c.faults for c in codes)


def all_of(codes: list[Code], maker: Maker) -> Code:
    """Whether all hold; it stops at the first that does not."""
    return _chain(codes, "and", maker)


def one_of(codes: list[Code], maker: Maker) -> Code:
    """Whether one holds; it stops at the first that does."""
    return _chain(codes, "or", maker)


def _chain(codes: list[Code], word: str, maker: Maker) -> Code:
    neutral, decided = ("True", "False") if word == "and" else ("False", "True")
    left: list[Code] = []
    for code in codes:
        if code.text != neutral:
            left.append(code)
        if code.text == decided:
            break
    if len(left) <= 1:
        return maker.spill(left[0]) if left else Code(neutral)
    left[0] = maker.spill(left[0])
    groups: list[list[Code]] = []
    for code in left:
        if code.lines or not groups:
            groups.append([])
        groups[-1].append(code)
    faults = any_faults(left)
    if len(groups) == 1:
        return Code(_joined(groups[0], word), faults)
    name = maker.fresh("both" if word == "and" else "any")
    maker.sink.append(f"{name} = {inner(_joined(groups[0], word))}")
    for group in groups[1:]:
        head = f"if {name}:" if word == "and" else f"if not {name}:"
        maker.sink += [head, *indented([*group[0].lines, f"{name} = {inner(_joined(group, word))}"])]
    return Code(name, faults)


def _joined(codes: list[Code], word: str) -> str:
    return codes[0].text if len(codes) == 1 else f"({f' {word} '.join(c.text for c in codes)})"


def negated(a: Code) -> Code:
    if a.text in ("True", "False"):
        return Code(str(a.text == "False"))
    return Code(f"(not {a.text})", a.faults, a.lines)


def chosen(condition: Code, then: Code, otherwise: Code, maker: Maker) -> Code:
    """One of two values, of which the other is not looked at."""
    condition = maker.spill(condition)
    if condition.text in ("True", "False"):
        return maker.spill(then if condition.text == "True" else otherwise)
    faults = any_faults([condition, then, otherwise])
    if not then.lines and not otherwise.lines:
        asked = test(condition.text)
        asked = asked if Code(asked).short else condition.text
        return Code(f"({then.text} if {asked} else {otherwise.text})", faults)
    name = maker.fresh("either")
    if not otherwise.lines and otherwise.number is not None:
        maker.sink.append(f"{name} = {otherwise.text}")
        maker.sink += _branch(f"if {test(condition.text)}:", name, then)
    else:
        maker.sink += _branch(f"if {test(condition.text)}:", name, then)
        maker.sink += _branch("else:", name, otherwise)
    return Code(name, faults)


def _branch(head: str, name: str, value: Code) -> list[str]:
    return [head, *indented([*value.lines, f"{name} = {inner(value.text)}"])]


def _one_by_one(e: ir.Apply, scope: Scope, maker: Maker) -> list[Code]:
    """The arguments, of which only the first is looked at in any case."""
    first = maker.code(e.args[0], scope)
    return [first, *(maker.lazily(a, scope) for a in e.args[1:])]


def and_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return all_of(_one_by_one(e, scope, maker), maker)


def or_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return one_of(_one_by_one(e, scope, maker), maker)


def not_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (a,) = args(e, scope, maker)
    return negated(a)


def implies(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    a, b = _one_by_one(e, scope, maker)
    return one_of([negated(a), b], maker)


def if_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    condition = maker.code(e.args[0], scope)
    then, otherwise = (maker.lazily(a, scope) for a in e.args[1:])
    if is_stack(e):
        return maker.ground.either(condition, then, otherwise, maker)
    return chosen(condition, then, otherwise, maker)


def joined(word: str, known: Callable[[int, int], bool | int]) -> Row:
    """The two arguments with a sign of Python between them; numbers are calculated at once."""

    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        a, b = args(e, scope, maker)
        if a.number is not None and b.number is not None:
            return Code(str(known(a.number, b.number)))
        if is_stack(e.args[0]):
            same = Code(maker.ground.alike(a.text, b.text), a.faults or b.faults)
            return same if word == "==" else negated(same)
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
