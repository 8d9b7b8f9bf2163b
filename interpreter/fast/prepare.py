"""What a game goes through before Python is made of it: options and short definitions in place, constants
found.

Names that definitions brought with them are made alike, so that what means the same looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.types import IntType, SequenceType, SetType, Value
from interpreter.ir.walk import children, inside, rebuild
from interpreter.passes.bind import bind
from interpreter.passes.fold import fold
from interpreter.passes.inline import inline

SMALL = 60
"""Nodes of a definition that is put in place of its calls; larger ones become functions."""


def prepared(game: ir.Game, options: Mapping[str, Value], stacks: bool = False) -> ir.Game:
    """`game` without options and short definitions; `options` names every option.

    With `stacks` definitions that are given a stack, or give one, are put in place whatever their length.
    """
    bound = bind(game, options)
    short = _small(bound) | (_of_stacks(bound) if stacks else frozenset())
    return rewrite.game(fold(inline(bound, short)), lambda e: _alike(e, {}, 0))


def _of_stacks(game: ir.Game) -> frozenset[str]:
    kinds = {d.name: (d.type, *(p.type for p in d.params)) for d in game.definitions}
    return frozenset(n for n, types in kinds.items() if any(isinstance(t, SequenceType) for t in types))


def _small(game: ir.Game) -> frozenset[str]:
    """The definitions that are short with all short ones in place."""
    sizes: dict[str, int] = {}

    def size(e: ir.Expr) -> int:
        more = sizes.get(e.name, 1) if isinstance(e, ir.Call) else 0
        return 1 + more + sum(map(size, children(e)))

    for definition in game.definitions:
        number = size(definition.body)
        if number <= SMALL:
            sizes[definition.name] = number
    return frozenset(sizes)


def _alike(e: ir.Expr, names: Mapping[str, str], depth: int) -> ir.Expr:
    """`e` with names that passes made called after how deep they stand."""
    match e:
        case ir.Local(name):
            return replace(e, name=names.get(name, name))
        case ir.Bind(_, var, domain, body) if "#" in var:
            new = _named(var, depth)
            inner = _alike(body, {**names, var: new}, depth + 1)
            return replace(e, var=new, domain=_alike(domain, names, depth + 1), body=inner)
        case ir.Let(name, value, body):
            new = _named(name, depth)
            inner = _alike(body, {**names, name: new}, depth + 1)
            return replace(e, name=new, value=_alike(value, names, depth + 1), body=inner)
    return rebuild(e, lambda child: _alike(child, names, depth))


def _named(name: str, depth: int) -> str:
    return f"{name.partition('#')[0]}#{depth}"


def lows(game: ir.Game) -> Iterator[int]:
    """The least number of each set of numbers."""
    found: list[int] = []

    def look(e: ir.Expr) -> ir.Expr:
        for node in inside(e):
            if isinstance(node.type, SetType) and isinstance(node.type.of, IntType):
                found.append(node.type.of.lo)
                if isinstance(node, ir.Literal) and isinstance(node.value, tuple):
                    found.extend(node.value)
        return e

    rewrite.game(game, look)
    yield from found
    for v in game.variables:
        if isinstance(v.type, SetType) and isinstance(v.type.of, IntType):
            yield v.type.of.lo
