"""What all parts of the rules have in common where they are changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from interpreter.ir import nodes as ir
from interpreter.text.source import Span
from verify.mutants.expressions import condition
from verify.mutants.spots import Change, Changed, Kind, Scope
from verify.mutants.wording import expression

NOTHING = "nothing"


@dataclass(frozen=True)
class Mutation:
    """A small step in an item of the rules (in words), and the rules after it."""

    item: str
    change: Change
    game: ir.Game


T = TypeVar("T")
Found = Iterator[Changed[T]]


def of(item: str, found: Found[ir.Game]) -> Iterator[Mutation]:
    return (Mutation(item, one.change, one.into) for one in found)


def instead(items: Sequence[T], n: int, *new: T) -> tuple[T, ...]:
    """The items with others in the place of one of them."""
    return (*items[:n], *new, *items[n + 1 :])


def optional(
    span: Span, e: ir.Expr | None, scope: Scope, put: Callable[[ir.Expr | None], ir.Game]
) -> Found[ir.Game]:
    """A condition that may be left out."""
    if e is not None:
        yield Changed(Change(Kind.DROPPED, e.span, expression(scope.game, e), NOTHING), put(None))
        yield from (one.within(put) for one in condition(e, scope))


def listed_conditions(
    scope: Scope, conditions: tuple[ir.Condition, ...], n: int, one: ir.Condition
) -> Found[tuple[ir.Condition, ...]]:
    text = expression(scope.game, one.that)
    yield Changed(Change(Kind.DROPPED, one.that.span, text, NOTHING), instead(conditions, n))
    for found in condition(one.that, scope):
        yield Changed(found.change, instead(conditions, n, replace(one, that=found.into)))
