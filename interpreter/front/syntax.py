"""The syntax tree of expressions, effects and set-up steps: what was written, before anything is known
of names or types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class CallOf:
    function: Name
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    of: Expr
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    of: Expr
    index: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`op` is `not` or `-`."""

    op: str
    arg: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """`op` as written: and or implies == != < <= > >= + - * in, `not in`."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`op` is some, every, count, those, lowest, highest or total."""

    op: str
    var: Name
    domain: Expr
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class StateTest:
    """`state` is empty, set or unset."""

    of: Expr
    state: str
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Rebound:
    """`body for seat`."""

    body: Expr
    seat: Expr
    span: Span


Expr: TypeAlias = (
    "Name | Number | CallOf | Attribute | Item | Unary | Binary | IfElse | Quantified | StateTest | Rebound"
)


@dataclass(frozen=True, slots=True)
class Target:
    zone: Expr
    at_bottom: bool
    span: Span


@dataclass(frozen=True, slots=True)
class MoveOne:
    card: Expr
    source: Expr | None
    target: Target
    span: Span


@dataclass(frozen=True, slots=True)
class MoveSome:
    """`count` None is all; `end` is top or bottom."""

    count: Expr | None
    end: str
    source: Expr
    target: Target
    span: Span


@dataclass(frozen=True, slots=True)
class Becomes:
    """`value` None forgets."""

    place: Expr
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    span: Span


@dataclass(frozen=True, slots=True)
class EnterPhase:
    phase: Name
    span: Span


@dataclass(frozen=True, slots=True)
class IfEffect:
    condition: Expr
    then: Effect
    otherwise: Effect | None
    span: Span


@dataclass(frozen=True, slots=True)
class EachOf:
    var: Name
    domain: Expr
    start: Expr | None
    body: Effect
    span: Span


@dataclass(frozen=True, slots=True)
class Perform:
    """`do name`: the effects of a routine."""

    routine: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    effects: tuple[Effect, ...]
    span: Span


Effect: TypeAlias = "MoveOne | MoveSome | Becomes | Pass | EnterPhase | IfEffect | EachOf | Perform | Group"


@dataclass(frozen=True, slots=True)
class LotFor:
    place: Expr
    domain: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class DealOut:
    """`count` None deals everything."""

    count: Expr | None
    source: Expr
    target: Name
    start: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class DrawCards:
    count: Expr
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SeatsDo:
    start: Expr | None
    move: Name
    span: Span


Step: TypeAlias = "LotFor | DealOut | DrawCards | SeatsDo | Effect"


@dataclass(frozen=True, slots=True)
class PickFrom:
    var: Name
    domain: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypeName:
    """A named type, or (name None) the numbers from `lo` to `hi`."""

    name: Name | None
    lo: int
    hi: int
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    type: TypeName
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Signature:
    name: Name
    params: tuple[Parameter, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with expressions in braces."""

    parts: tuple[str | Expr, ...]
    span: Span
