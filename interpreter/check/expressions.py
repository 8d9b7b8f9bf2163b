"""Checking expressions: from the syntax tree to typed IR. Every method returns None once it has
reported an error.

`expected` is the type that the place asks for, where it asks for one: it gives bare words and numbers their
meaning (`6` is a rank where a rank is expected). `want` insists on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.check import ranges
from interpreter.check.functions import FUNCTIONS, call_function
from interpreter.check.hints import (
    for_attribute,
    for_call,
    for_kind,
    for_order,
    for_truth,
    wanted,
)
from interpreter.check.names import Names
from interpreter.check.scope import Bound, Moment, Scope, Symbols
from interpreter.front import syntax as s
from interpreter.front.misfit import SEVERAL
from interpreter.front.parser import parse_expression
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    IntType,
    SequenceType,
    SetType,
    Type,
    describe,
    join,
    same_family,
)
from interpreter.text.codes import Code
from interpreter.text.source import Span

MAX_DEPTH = 60

_LOGIC = {"and": Op.AND, "or": Op.OR, "implies": Op.IMPLIES}
_COMPARE = {"==": Op.EQ, "!=": Op.NE, "<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE}
_ARITHMETIC = {"+": Op.ADD, "-": Op.SUB, "*": Op.MUL}
_BINDERS = {b.value: b for b in Binder}
_NUMBER = IntType(0, 0)
_NUMERIC = (Binder.LOWEST, Binder.HIGHEST, Binder.TOTAL)


@dataclass
class Expressions:
    """The checker of expressions over one set of declarations."""

    symbols: Symbols

    def __post_init__(self) -> None:
        self.report = self.symbols.report
        self.names = Names(self)

    # entry points

    def scalar(self, text: Scalar | None, scope: Scope, expected: Type | None) -> ir.Expr | None:
        """Parse and check a scalar; with `expected`, its type is of that family."""
        if text is None:
            return None
        tree = parse_expression(text, self.report)
        if tree is None:
            return None
        return self.check(tree, scope, None) if expected is None else self.want(tree, scope, expected)

    def want(self, node: s.Expr, scope: Scope, expected: Type) -> ir.Expr | None:
        """Check `node` and insist that its type is of the family of `expected`."""
        found = self.check(node, scope, expected)
        if found is None or same_family(found.type, expected):
            return found
        code = Code.E504 if expected == BOOL else Code.E501
        message = f"{wanted(expected)} is expected here, this is {describe(found.type)}"
        text = node.span.text
        help = for_truth(text, found.type) if expected == BOOL else for_kind(text, found.type, expected)
        self.report.add(code, node.span, message, help)
        return None

    def check(self, node: s.Expr, scope: Scope, expected: Type | None = None) -> ir.Expr | None:
        if scope.depth > MAX_DEPTH:
            self.report.add(Code.E307, node.span, "this is nested too deeply", "split it with definitions")
            return None
        found = self._form(node, scope.deeper(), expected)
        if found is not None and found.type == SEAT and expected == SEATS:
            return ir.Apply(Op.SET, (found,), SEATS, found.span)  # one seat, where a set of them is expected
        return found

    def _form(self, node: s.Expr, scope: Scope, expected: Type | None) -> ir.Expr | None:
        match node:
            case s.Name():
                return self.names.resolve(node, scope, expected)
            case s.Number():
                return self.names.number(node, expected)
            case s.CallOf():
                return self._call(node, scope)
            case s.Attribute():
                return self._attribute(node, scope)
            case s.Item():
                return self.names.item(node, scope)
            case s.Unary():
                return self._unary(node, scope)
            case s.Binary():
                return self._binary(node, scope)
            case s.IfElse():
                return self._if(node, scope, expected)
            case s.Quantified():
                return self._quantified(node, scope)
            case s.StateTest():
                return self._state(node, scope)
            case s.Rebound():
                return self._rebound(node, scope)

    # forms

    def _call(self, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        name = node.function.text
        if name in self.symbols.signatures:
            return self.names.call(node, scope)
        if name in FUNCTIONS:
            return call_function(self, node, scope)
        known = [*FUNCTIONS, *self.symbols.signatures]
        help = for_call(name, self.names.owned())
        self.names.unknown(node.function, Code.E407, known, "function", help)
        return None

    def _attribute(self, node: s.Attribute, scope: Scope) -> ir.Expr | None:
        of = self._owner(node, scope)
        if of is None:
            return None
        match node.name.text:
            case "suit":
                return ir.Apply(Op.SUIT, (of,), SUIT, node.span)
            case "rank":
                return ir.Apply(Op.RANK, (of,), RANK, node.span)
        message = f"a card has no `{node.name.text}`"
        self.report.add(Code.E406, node.name.span, message, "it has a `suit` and a `rank`")
        return None

    def _owner(self, node: s.Attribute, scope: Scope) -> ir.Expr | None:
        """What an attribute is asked of, which must be a card."""
        if isinstance(node.of, s.Name) and node.of.text in self.names.owned() and node.name.text == "me":
            message = f"every player has a `{node.of.text}` of his own"
            self.report.add(Code.E414, node.of.span, message, f"write `{node.of.text}[me]`")
            return None
        of = self.check(node.of, scope, CARD)
        if of is None or of.type == CARD:
            return of
        help = for_attribute(node.of.span.text, node.name.text, self.names.owned())
        help = help or for_kind(node.of.span.text, of.type, CARD)
        message = f"a card is expected here, this is {describe(of.type)}"
        self.report.add(Code.E501, node.of.span, message, help)
        return None

    def _unary(self, node: s.Unary, scope: Scope) -> ir.Expr | None:
        if node.op == "not":
            arg = self.want(node.arg, scope, BOOL)
            return None if arg is None else ir.Apply(Op.NOT, (arg,), BOOL, node.span)
        arg = self._number(node.arg, scope)
        if arg is None or node.op == "+":
            return arg
        assert isinstance(arg.type, IntType)
        if isinstance(arg, ir.Literal) and isinstance(arg.value, int):
            return ir.Literal(-arg.value, IntType(-arg.value, -arg.value), node.span)
        return ir.Apply(Op.NEG, (arg,), IntType(-arg.type.hi, -arg.type.lo), node.span)

    def _number(self, node: s.Expr, scope: Scope) -> ir.Expr | None:
        found = self.check(node, scope, None)
        if found is None or isinstance(found.type, IntType):
            return found
        help = for_kind(node.span.text, found.type, _NUMBER)
        if found.type in (SUIT, RANK):
            help = f"`index({node.span.text})` is its place in the deck, counted from 0"
        message = f"only numbers can be calculated with, this is {describe(found.type)}"
        self.report.add(Code.E503, node.span, message, help)
        return None

    def _binary(self, node: s.Binary, scope: Scope) -> ir.Expr | None:
        if node.op == "and" and isinstance(node.right, s.Name) and self._is_effect(node.right, scope):
            return None
        if node.op in _LOGIC:
            left, right = self.want(node.left, scope, BOOL), self.want(node.right, scope, BOOL)
            if left is None or right is None:
                return None
            return ir.Apply(_LOGIC[node.op], (left, right), BOOL, node.span)
        if node.op in _COMPARE:
            return self._compare(node, scope)
        if node.op in _ARITHMETIC:
            return self._arithmetic(node, scope)
        return self._within(node, scope)

    def _is_effect(self, word: s.Name, scope: Scope) -> bool:
        """Whether `word`, behind an `and`, is the one effect that looks like a name; reports it."""
        if word.text != "pass" or word.text in scope.names:
            return False
        self.report.add(Code.E301, word.span, "`pass` does not fit here", SEVERAL)
        return True

    def _arithmetic(self, node: s.Binary, scope: Scope) -> ir.Expr | None:
        left, right = self._number(node.left, scope), self._number(node.right, scope)
        if left is None or right is None:
            return None
        op = _ARITHMETIC[node.op]
        return ir.Apply(op, (left, right), ranges.arithmetic(op, left.type, right.type), node.span)

    def _compare(self, node: s.Binary, scope: Scope) -> ir.Expr | None:
        left, right = self._sides(node, scope)
        if left is None or right is None:
            return None
        op = _COMPARE[node.op]
        if not same_family(left.type, right.type):
            help = for_kind(node.left.span.text, left.type, right.type)
            help = help or for_kind(node.right.span.text, right.type, left.type)
            message = f"{describe(left.type)} is compared with {describe(right.type)}"
            self.report.add(Code.E502, node.span, message, help)
            return None
        if op not in (Op.EQ, Op.NE) and not (left.type == RANK or isinstance(left.type, IntType)):
            message = f"`{node.op}` compares numbers or ranks, not {describe(left.type)}"
            help = for_order(node.left.span.text, node.op, node.right.span.text, left.type)
            self.report.add(Code.E511, node.span, message, help)
            return None
        return ir.Apply(op, (left, right), BOOL, node.span)

    def _sides(self, node: s.Binary, scope: Scope) -> tuple[ir.Expr | None, ir.Expr | None]:
        """Both sides of a comparison; a bare word or number takes its meaning from the other side."""
        if self.names.is_bare(node.left, scope) and not self.names.is_bare(node.right, scope):
            right = self.check(node.right, scope)
            left = self.check(node.left, scope, right.type) if right is not None else None
            return left, right
        left = self.check(node.left, scope)
        return left, self.check(node.right, scope, left.type) if left is not None else None

    def _within(self, node: s.Binary, scope: Scope) -> ir.Expr | None:
        domain = self.domain(node.right, scope)
        if domain is None:
            return None
        assert isinstance(domain.type, SetType | SequenceType)
        member = self.want(node.left, scope, domain.type.of)
        if member is None:
            return None
        test = ir.Apply(Op.IN, (member, domain), BOOL, node.span)
        return test if node.op == "in" else ir.Apply(Op.NOT, (test,), BOOL, node.span)

    def domain(self, node: s.Expr, scope: Scope) -> ir.Expr | None:
        """An expression that must be a set or a stack."""
        found = self.check(node, scope)
        if found is None or isinstance(found.type, SetType | SequenceType):
            return found
        self.report.add(
            Code.E506, node.span, f"a set or a stack is expected here, this is {describe(found.type)}"
        )
        return None

    def _if(self, node: s.IfElse, scope: Scope, expected: Type | None) -> ir.Expr | None:
        condition = self.want(node.condition, scope, BOOL)
        then = self.check(node.then, scope, expected)
        hint = expected if expected is not None or then is None else then.type
        otherwise = self.check(node.otherwise, scope, hint)
        if condition is None or then is None or otherwise is None:
            return None
        if not same_family(then.type, otherwise.type):
            message = f"the branches give {describe(then.type)} and {describe(otherwise.type)}"
            self.report.add(Code.E509, node.span, message)
            return None
        return ir.Apply(Op.IF, (condition, then, otherwise), join(then.type, otherwise.type), node.span)

    def _quantified(self, node: s.Quantified, scope: Scope) -> ir.Expr | None:
        domain = self.domain(node.domain, scope)
        if domain is None or not self.free(node.var, scope):
            return None
        assert isinstance(domain.type, SetType | SequenceType)
        inner = scope.bind(node.var.text, Bound(domain.type.of))
        op = _BINDERS[node.op]
        body = self._number(node.body, inner) if op in _NUMERIC else self.want(node.body, inner, BOOL)
        if body is None:
            return None
        result = ranges.quantified(op, self.symbols.count(domain.type.of), domain.type.of, body.type)
        return ir.Bind(op, node.var.text, domain, body, result, node.span)

    def free(self, name: s.Name, scope: Scope) -> bool:
        """Whether a new local may have this name; reports it otherwise."""
        if not self.names.in_use(name.text, scope):
            return True
        self.report.add(
            Code.E411, name.span, f"`{name.text}` has a meaning already", "choose another name for it"
        )
        return False

    def _state(self, node: s.StateTest, scope: Scope) -> ir.Expr | None:
        if node.state == "empty":
            of = self.domain(node.of, scope)
            test = None if of is None else ir.Apply(Op.EMPTY, (of,), BOOL, node.span)
            negated = node.negated
        else:
            of = self.check(node.of, scope)
            if of is not None and not isinstance(of, ir.VariableRef):
                help = f"write `{node.of.span.text}` alone" if of.type == BOOL else None
                self.report.add(Code.E501, node.of.span, "only a variable is set or unset", help)
                return None
            test = None if of is None else ir.Apply(Op.IS_SET, (of,), BOOL, node.span)
            negated = node.negated != (node.state == "unset")
        if test is None or not negated:
            return test
        return ir.Apply(Op.NOT, (test,), BOOL, node.span)

    def _rebound(self, node: s.Rebound, scope: Scope) -> ir.Expr | None:
        seat = self.want(node.seat, scope, SEAT)
        body = self.check(node.body, scope.acting())
        if seat is None or body is None:
            return None
        return ir.For(seat, body, body.type, node.span)

    def fits(self, value: ir.Expr, name: str, kind: Type, span: Span) -> bool:
        """Whether a number can ever fit the range of the variable `name`; reports it otherwise."""
        return self._can_fit(value.type, name, kind, span)

    def _can_fit(self, found: Type, name: str, kind: Type, span: Span) -> bool:
        if ranges.overlap(found, kind):
            return True
        message = f"`{name}` holds {describe(kind)}, this is {describe(found)}"
        self.report.add(Code.E508, span, message)
        return False

    def always_fits(self, found: Type, name: str, kind: Type, span: Span) -> bool:
        """Whether all values of a type are in the range of a variable or parameter; reports it otherwise."""
        if not self._can_fit(found, name, kind, span):
            return False
        if ranges.within(found, kind):
            return True
        message = f"`{name}` is {describe(kind)}, this may be {describe(found)}"
        help = f"give `{name}` a wider range, or this bounds with `min(…)` and `max(…)`"
        self.report.add(Code.E513, span, message, help)
        return False

    # moments

    def needs_me(self, span: Span, scope: Scope) -> bool:
        if scope.me:
            return True
        self.report.add(
            Code.E412, span, "nobody acts here, so there is no `me`", "say whose it is, or `… for seat`"
        )
        return False

    def needs_a_match(self, word: str, span: Span, scope: Scope) -> bool:
        if scope.moment is not Moment.STILL:
            return True
        self.report.add(Code.E412, span, f"`{word}` has no meaning before a match")
        return False

    def only_in(self, moments: tuple[Moment, ...], word: str, span: Span, scope: Scope) -> bool:
        if scope.moment in moments:
            return True
        if word == "old":
            message, help = "`old` has no meaning here", "it belongs into a check with `after`"
            self.report.add(Code.E902, span, message, help)
        else:
            where = "endings and checks" if Moment.ENDING in moments else "checks"
            self.report.add(Code.E413, span, f"`{word}` may be asked only in {where}")
        return False

    def respan(self, expr: ir.Expr, span: Span) -> ir.Expr:
        return replace(expr, span=span)
