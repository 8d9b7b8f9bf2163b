"""The functions of the language: `size(…)`, `top(…)`, `can(…)` and the others, one row each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.check import ranges
from interpreter.check.scope import Moment, Scope
from interpreter.front import syntax as s
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    SEAT,
    SEATS,
    IntType,
    SequenceType,
    SetType,
    Type,
    describe,
    join,
    same_family,
)
from interpreter.ir.walk import children
from interpreter.text.codes import Code

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions

Row: TypeAlias = "Callable[[Expressions, s.CallOf, Scope], ir.Expr | None]"
MOST_NUMBERS = 1_000
"""How many numbers `numbers(…)` may give."""


@dataclass(frozen=True, slots=True)
class Function:
    """How many arguments (at least, at most) and how the call is checked."""

    least: int
    most: int
    check: Row
    usage: str


def call_function(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    """Check a call of one of `FUNCTIONS`."""
    row = FUNCTIONS[node.function.text]
    if not row.least <= len(node.args) <= row.most:
        number = arguments(row.least, row.most)
        message = f"`{node.function.text}` has {number}, {given(len(node.args))}"
        c.report.add(Code.E408, node.span, message, f"write `{row.usage}`")
        return None
    return row.check(c, node, scope)


def arguments(least: int, most: int | None = None) -> str:
    """A number of arguments in words."""
    if most is not None and most > least:
        return f"{least} to {most} arguments"
    return "one argument" if least == 1 else f"{least or 'no'} arguments"


def given(number: int) -> str:
    """How many arguments there are instead, in words."""
    return {0: "none is given", 1: "one is given"}.get(number, f"{number} are given")


def _size(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = c.domain(node.args[0], scope)
    if of is None:
        return None
    assert isinstance(of.type, SetType | SequenceType)
    return ir.Apply(Op.SIZE, (of,), IntType(0, c.symbols.count(of.type.of)), node.span)


def _stack(c: Expressions, node: s.Expr, scope: Scope) -> ir.Expr | None:
    of = c.check(node, scope)
    if of is None or isinstance(of.type, SequenceType):
        return of
    c.report.add(Code.E505, node.span, f"only a stack has an order, this is {describe(of.type)}")
    return None


def _end(op: Op) -> Row:
    def check(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        of = _stack(c, node.args[0], scope)
        return None if of is None else ir.Apply(op, (of,), CARD, node.span)

    return check


def _at(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = _stack(c, node.args[0], scope)
    place = c.want(node.args[1], scope, IntType(0, c.symbols.cards))
    return None if of is None or place is None else ir.Apply(Op.AT, (of, place), CARD, node.span)


def _indices(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = _stack(c, node.args[0], scope)
    if of is None:
        return None
    return ir.Apply(Op.INDICES, (of,), SetType(IntType(0, max(0, c.symbols.cards - 1))), node.span)


def _cards(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = _stack(c, node.args[0], scope)
    return None if of is None else ir.Apply(Op.CARDS_OF, (of,), CARDS, node.span)


def _extreme(op: Op) -> Row:
    def check(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        args = [c.want(a, scope, IntType(0, 0)) for a in node.args]
        known = tuple(a for a in args if a is not None)
        if len(known) < len(args):
            return None
        result: Type = known[0].type
        for arg in known[1:]:
            result = ranges.arithmetic(op, result, arg.type)
        return ir.Apply(op, known, result, node.span)

    return check


def _index(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = c.check(node.args[0], scope)
    if of is None:
        return None
    if of.type == BOOL or isinstance(of.type, IntType | SetType | SequenceType):
        message = f"only one of an ordered kind has a place in it, this is {describe(of.type)}"
        c.report.add(Code.E501, node.args[0].span, message)
        return None
    return ir.Apply(Op.INDEX, (of,), IntType(0, max(0, c.symbols.count(of.type) - 1)), node.span)


def _only(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    first = c.check(node.args[0], scope)
    if first is None:
        return None
    rest = [c.want(a, scope, first.type) for a in node.args[1:]]
    known = (first, *(a for a in rest if a is not None))
    if len(known) < len(node.args):
        return None
    kind = first.type
    if kind == BOOL or isinstance(kind, SetType | SequenceType):
        c.report.add(Code.E501, node.args[0].span, f"a set cannot hold {describe(kind)}")
        return None
    for arg in known[1:]:
        kind = join(kind, arg.type)
    assert not isinstance(kind, SetType | SequenceType) and kind != BOOL
    return ir.Apply(Op.SET, known, SetType(kind), node.span)  # type: ignore[arg-type]


def _sets(op: Op) -> Row:
    def check(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        left, right = (_set(c, a, scope) for a in node.args)
        if left is None or right is None:
            return None
        if not same_family(left.type, right.type):
            message = f"{describe(left.type)} does not go with {describe(right.type)}"
            c.report.add(Code.E502, node.span, message)
            return None
        result = join(left.type, right.type) if op is Op.UNION else left.type
        return ir.Apply(op, (left, right), result, node.span)

    return check


def _set(c: Expressions, node: s.Expr, scope: Scope) -> ir.Expr | None:
    of = c.domain(node, scope)
    if of is None or isinstance(of.type, SetType):
        return of
    c.report.add(
        Code.E501, node.span, "a set is expected here, this is a stack", "`cards(…)` gives its cards as a set"
    )
    return None


def _the(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    of = _set(c, node.args[0], scope)
    if of is None:
        return None
    assert isinstance(of.type, SetType)
    return ir.Apply(Op.THE, (of,), of.type.of, node.span)


def _numbers(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    ends = [c.want(a, scope, IntType(0, 0)) for a in node.args]
    values: list[int] = []
    for end, arg in zip(ends, node.args, strict=True):
        if end is None:
            return None
        if not isinstance(end, ir.Literal) or not isinstance(end.value, int):
            c.report.add(Code.E512, arg.span, "a fixed number is expected here")
            return None
        values.append(end.value)
    lo, hi = values
    if lo > hi or hi - lo >= MOST_NUMBERS:
        message = (
            f"there are no numbers from {lo} to {hi}" if lo > hi else f"more than {MOST_NUMBERS} numbers"
        )
        c.report.add(Code.E507, node.span, message)
        return None
    return ir.Apply(Op.RANGE, tuple(e for e in ends if e), SetType(IntType(lo, hi)), node.span)


def _next(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    if len(node.args) == 1 and not c.needs_a_match("next", node.span, scope):
        return None
    of = c.want(node.args[0], scope, SEAT)
    if len(node.args) == 1:
        return None if of is None else ir.Apply(Op.NEXT, (of,), SEAT, node.span)
    among = c.want(node.args[1], scope, SEATS)
    if of is None or among is None:
        return None
    return ir.Apply(Op.NEXT_AMONG, (of, among), SEAT, node.span)


def _old(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    if not c.only_in((Moment.STEP,), "old", node.span, scope):
        return None
    body = c.check(node.args[0], scope)
    if body is None:
        return None
    if _steps_back(body) >= ir.MOST_OLD:
        message, help = "`old` goes too far back", f"at most {ir.MOST_OLD} of them stand in one another"
        c.report.add(Code.E902, node.span, message, help)
        return None
    return ir.Old(body, body.type, node.span)


def _steps_back(e: ir.Expr) -> int:
    """How many `old` stand in one another in an expression."""
    inner = max(map(_steps_back, children(e)), default=0)
    return inner + isinstance(e, ir.Old)


def _ended(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    if not c.only_in((Moment.POSITION, Moment.STEP), "ended", node.span, scope):
        return None
    ending = node.args[0]
    known = c.symbols.ending_type.members
    if not isinstance(ending, s.Name):
        c.report.add(
            Code.E417, ending.span, "the name of an ending is expected here", "write `ended(ending)`"
        )
        return None
    if ending.text not in known:
        c.names.unknown(ending, Code.E417, known, "ending")
        return None
    literal = ir.Literal(known.index(ending.text), c.symbols.ending_type, ending.span)
    return ir.Apply(Op.ENDED, (literal,), BOOL, node.span)


def _result(op: Op, word: str) -> Row:
    def check(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        if not c.only_in((Moment.POSITION, Moment.STEP), word, node.span, scope):
            return None
        seat = c.want(node.args[0], scope, SEAT)
        return None if seat is None else ir.Apply(op, (seat,), BOOL, node.span)

    return check


def _laid_by(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    if not c.only_in((Moment.POSITION, Moment.STEP), "laid_by", node.span, scope):
        return None
    card = c.want(node.args[0], scope, CARD)
    return None if card is None else ir.Apply(Op.LAID_BY, (card,), SEAT, node.span)


def _can(c: Expressions, node: s.CallOf, scope: Scope) -> ir.Expr | None:
    move = node.args[0]
    if not isinstance(move, s.Name):
        help = "write `can(move)`, or `can(move, card)` for a card of a pick"
        c.report.add(Code.E404, move.span, "the name of a move is expected here", help)
        return None
    info = c.symbols.moves.get(move.text)
    if info is None:
        c.names.unknown(move, Code.E404, c.symbols.moves, "move")
        return None
    if not c.needs_a_match("can", node.span, scope) or not c.needs_me(node.span, scope):
        return None
    args = node.args[1:]
    if info.broken:
        return None
    if len(args) > len(info.picks):
        message = f"`{move.text}` has {len(info.picks) or 'no'} picks, {given(len(args))}"
        c.report.add(Code.E408, node.span, message, f"write `can({move.text})`")
        return None
    picked = [c.want(a, scope, kind) for a, (_, kind) in zip(args, info.picks, strict=False)]
    known = tuple(a for a in picked if a is not None)
    return ir.Can(move.text, known, BOOL, node.span) if len(known) == len(args) else None


FUNCTIONS: dict[str, Function] = {
    "size": Function(1, 1, _size, "size(zone)"),
    "top": Function(1, 1, _end(Op.TOP), "top(stack)"),
    "bottom": Function(1, 1, _end(Op.BOTTOM), "bottom(stack)"),
    "at": Function(2, 2, _at, "at(stack, place)"),
    "indices": Function(1, 1, _indices, "indices(stack)"),
    "cards": Function(1, 1, _cards, "cards(stack)"),
    "min": Function(2, 8, _extreme(Op.MIN), "min(a, b)"),
    "max": Function(2, 8, _extreme(Op.MAX), "max(a, b)"),
    "index": Function(1, 1, _index, "index(rank)"),
    "only": Function(1, 8, _only, "only(seat)"),
    "union": Function(2, 2, _sets(Op.UNION), "union(a, b)"),
    "common": Function(2, 2, _sets(Op.COMMON), "common(a, b)"),
    "less": Function(2, 2, _sets(Op.LESS), "less(a, b)"),
    "the": Function(1, 1, _the, "the(set)"),
    "numbers": Function(2, 2, _numbers, "numbers(0, 9)"),
    "next": Function(1, 2, _next, "next(seat)"),
    "can": Function(1, 6, _can, "can(move)"),
    "old": Function(1, 1, _old, "old(expression)"),
    "ended": Function(1, 1, _ended, "ended(ending)"),
    "wins": Function(1, 1, _result(Op.WINS, "wins"), "wins(seat)"),
    "loses": Function(1, 1, _result(Op.LOSES, "loses"), "loses(seat)"),
    "laid_by": Function(1, 1, _laid_by, "laid_by(card)"),
}
