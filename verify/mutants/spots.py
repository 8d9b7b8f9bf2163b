"""Where a rule can be changed: every expression inside an expression, with the names that are known there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import Generic, TypeAlias, TypeVar

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.places import members
from interpreter.ir.types import Type
from interpreter.ir.walk import children, rebuild
from interpreter.text.source import Span
from verify.mutants.wording import expression


class Kind(Enum):
    """What sort of small step a change is."""

    NUMBER = "a number"
    VALUE = "another value"
    COMPARISON = "a comparison"
    OPERATOR = "an operator"
    NEGATED = "a negated condition"
    DROPPED = "a dropped condition"
    PLAYER = "another player"
    NAME = "another name"
    ZONE = "another zone"
    END = "the other end of a stack"
    DELETED = "something left out"
    TWICE = "an effect done twice"
    ORDER = "another order"
    PHASE = "another phase"
    SEEN = "who sees it"


@dataclass(frozen=True)
class Scope:
    """What may be named: declarations of the game, local names, and `me` where somebody acts."""

    game: ir.Game
    names: Mapping[str, Type] = field(default_factory=dict)
    acting: bool = True

    def bind(self, name: str, kind: Type) -> Scope:
        return replace(self, names={**self.names, name: kind})

    def inside(self, e: ir.Expr, child: int) -> Scope:
        """The scope of a part of `e`."""
        if isinstance(e, ir.Bind) and child == 1:
            return self.bind(e.var, members(e.domain.type))
        if isinstance(e, ir.For) and child == 1:
            return replace(self, acting=True)
        return self


@dataclass(frozen=True)
class Change:
    """A small step at a place of the file, in its words: what was there, and what stands there instead."""

    kind: Kind
    span: Span
    old: str
    new: str


LONG = 60
"""Characters of what is repeated around a change."""
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Changed(Generic[T]):
    """What a change makes of a part of the rules."""

    change: Change
    into: T

    def within(self, put: Callable[[T], U]) -> Changed[U]:
        """The same change, seen from around the part."""
        return Changed(self.change, put(self.into))


Step: TypeAlias = "tuple[Kind, ir.Expr]"
Steps: TypeAlias = Callable[[ir.Expr, Scope], Iterator[Step]]


def everywhere(e: ir.Expr, scope: Scope, steps: Steps) -> Iterator[Changed[ir.Expr]]:
    """`e` with one step taken in it, for every part and every step that `steps` knows for that part."""
    for kind, new in steps(e, scope):
        yield Changed(told(scope.game, kind, e, new), new)
    for number, child in enumerate(children(e)):
        for found in everywhere(child, scope.inside(e, number), steps):
            if _denied(e) and _denied(found.into) and children(found.into) == (child,):
                continue
            whole = with_child(e, number, found.into)
            # A name or a number alone says little: it is told with what stands around it.
            alone = not children(child) and len(expression(scope.game, e)) <= LONG
            change = told(scope.game, found.change.kind, e, whole) if alone else found.change
            yield Changed(change, whole)


def _denied(e: ir.Expr) -> bool:
    return isinstance(e, ir.Apply) and e.op is Op.NOT


def told(game: ir.Game, kind: Kind, old: ir.Expr, new: ir.Expr) -> Change:
    return Change(kind, old.span, expression(game, old), expression(game, new))


def with_child(e: ir.Expr, number: int, new: ir.Expr) -> ir.Expr:
    """`e` with another part in the place of one of its own."""
    numbers = count()
    return rebuild(e, lambda child: new if next(numbers) == number else child)
