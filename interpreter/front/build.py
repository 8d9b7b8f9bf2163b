"""From the parser's reductions to the syntax tree; one method a rule of grammar.lark, called as the
parser runs.

The parser keeps every token, so that a node's span runs from its first token to its last; the methods get
only the children that carry meaning, and that span.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token

from interpreter.front import syntax as s
from interpreter.text.source import NOWHERE, Source, Span

HUGE = 10**9
"""Larger numbers are read as this one; no range reaches it, so they are refused by type."""


def number(text: str) -> int:
    return int(text) if len(text) < 10 else (-HUGE if text.startswith("-") else HUGE)


_MEANING = frozenset(
    ("NAME", "NUMBER", "SIGNED", "COMPARE", "STATE", "SIGN", "TIMES", "EXTREME", "END", "AT_BOTTOM")
)


def _start(child: Any) -> int:
    return int(child.start_pos or 0) if isinstance(child, Token) else int(child.span.start)


def _end(child: Any) -> int:
    return int(child.end_pos or 0) if isinstance(child, Token) else int(child.span.end)


class Reductions:
    """What the parser calls: gives each method of a `Build` the span and the meaningful children of
    its rule.
    """

    def __init__(self, build: Build) -> None:
        self._build = build

    def __getattr__(self, rule: str) -> Callable[[list[Any]], Any]:
        method = getattr(self._build, rule)

        def reduce(children: list[Any]) -> Any:
            present = [c for c in children if c is not None]
            span = Span(self._build.source, _start(present[0]), _end(present[-1]))
            return method(span, [c for c in present if not isinstance(c, Token) or c.type in _MEANING])

        return reduce


class Build:
    """Builds for one source at a time; set `source` before each parse."""

    source: Source = NOWHERE.source

    def _name(self, token: Token) -> s.Name:
        return s.Name(str(token), Span(self.source, token.start_pos or 0, token.end_pos or 0))

    # expressions

    def name(self, span: Span, c: list[Any]) -> s.Expr:
        return self._name(c[0])

    def number(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Number(number(c[0]), span)

    def call(self, span: Span, c: list[Any]) -> s.Expr:
        return s.CallOf(self._name(c[0]), tuple(c[1:]), span)

    def attribute(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Attribute(c[0], self._name(c[1]), span)

    def item(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Item(c[0], c[1], span)

    def not_(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Unary("not", c[0], span)

    def sign(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Unary(str(c[0]), c[1], span)

    def _binary(self, op: str, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return s.Binary(op, left, right, span)

    def and_(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary("and", span, c[0], c[1])

    def or_(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary("or", span, c[0], c[1])

    def implies(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary("implies", span, c[0], c[1])

    def within(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary("in", span, c[0], c[1])

    def not_within(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary("not in", span, c[0], c[1])

    def binary(self, span: Span, c: list[Any]) -> s.Expr:
        return self._binary(str(c[1]), span, c[0], c[2])

    compare = binary

    def if_(self, span: Span, c: list[Any]) -> s.Expr:
        return s.IfElse(c[0], c[1], c[2], span)

    def _quantified(self, op: str, span: Span, c: list[Any]) -> s.Expr:
        return s.Quantified(op, self._name(c[0]), c[1], c[2], span)

    def some(self, span: Span, c: list[Any]) -> s.Expr:
        return self._quantified("some", span, c)

    def every(self, span: Span, c: list[Any]) -> s.Expr:
        return self._quantified("every", span, c)

    def count(self, span: Span, c: list[Any]) -> s.Expr:
        return self._quantified("count", span, c)

    def those(self, span: Span, c: list[Any]) -> s.Expr:
        return self._quantified("those", span, c)

    def extreme(self, span: Span, c: list[Any]) -> s.Expr:
        return self._quantified(str(c[0]), span, [c[2], c[3], c[1]])

    def is_state(self, span: Span, c: list[Any]) -> s.Expr:
        return s.StateTest(c[0], str(c[1]), False, span)

    def is_not_state(self, span: Span, c: list[Any]) -> s.Expr:
        return s.StateTest(c[0], str(c[1]), True, span)

    def rebind(self, span: Span, c: list[Any]) -> s.Expr:
        return s.Rebound(c[0], c[1], span)

    # effects

    def target(self, span: Span, c: list[Any]) -> s.Target:
        return s.Target(c[-1], len(c) > 1, span)

    def starting(self, span: Span, c: list[Any]) -> s.Expr:
        found: s.Expr = c[0]
        return found

    def paren(self, span: Span, c: list[Any]) -> s.Expr:
        found: s.Expr = replace(c[0], span=span)
        return found

    def move_card(self, span: Span, c: list[Any]) -> s.Effect:
        return s.MoveOne(c[0], None, c[1], span)

    def move_card_from(self, span: Span, c: list[Any]) -> s.Effect:
        return s.MoveOne(c[0], c[1], c[2], span)

    def move_some(self, span: Span, c: list[Any]) -> s.Effect:
        return s.MoveSome(c[0], str(c[1]), c[2], c[3], span)

    def move_all(self, span: Span, c: list[Any]) -> s.Effect:
        return s.MoveSome(None, "top", c[0], c[1], span)

    def becomes(self, span: Span, c: list[Any]) -> s.Effect:
        return s.Becomes(c[0], c[1], span)

    def forget(self, span: Span, c: list[Any]) -> s.Effect:
        return s.Becomes(c[0], None, span)

    def pass_(self, span: Span, c: list[Any]) -> s.Effect:
        return s.Pass(span)

    def goto(self, span: Span, c: list[Any]) -> s.Effect:
        return s.EnterPhase(self._name(c[0]), span)

    def if_effect(self, span: Span, c: list[Any]) -> s.Effect:
        return s.IfEffect(c[0], c[1], c[2] if len(c) > 2 else None, span)

    def for_each(self, span: Span, c: list[Any]) -> s.Effect:
        return s.EachOf(self._name(c[0]), c[1], c[2] if len(c) > 3 else None, c[-1], span)

    def perform(self, span: Span, c: list[Any]) -> s.Effect:
        return s.Perform(self._name(c[0]), span)

    def group(self, span: Span, c: list[Any]) -> s.Effect:
        return s.Group(tuple(c), span)

    # set-up steps

    def lot(self, span: Span, c: list[Any]) -> s.Step:
        return s.LotFor(c[0], c[1], span)

    def deal_all(self, span: Span, c: list[Any]) -> s.Step:
        return s.DealOut(None, c[0], self._name(c[1]), c[2] if len(c) > 2 else None, span)

    def deal(self, span: Span, c: list[Any]) -> s.Step:
        return s.DealOut(c[0], c[1], self._name(c[2]), c[3] if len(c) > 3 else None, span)

    def draw(self, span: Span, c: list[Any]) -> s.Step:
        return s.DrawCards(c[0], c[1], c[2], span)

    def each_seat(self, span: Span, c: list[Any]) -> s.Step:
        return s.SeatsDo(None, self._name(c[0]), span)

    def each_seat_from(self, span: Span, c: list[Any]) -> s.Step:
        return s.SeatsDo(c[0], self._name(c[1]), span)

    # the smaller starts

    def pick(self, span: Span, c: list[Any]) -> s.PickFrom:
        return s.PickFrom(self._name(c[0]), c[1], c[2] if len(c) > 2 else None, span)

    def type(self, span: Span, c: list[Any]) -> s.TypeName:
        if len(c) == 1:
            return s.TypeName(self._name(c[0]), 0, 0, span)
        return s.TypeName(None, number(c[0]), number(c[1]), span)

    def parameter(self, span: Span, c: list[Any]) -> s.Parameter:
        return s.Parameter(c[0], self._name(c[1]), span)

    def signature(self, span: Span, c: list[Any]) -> s.Signature:
        return s.Signature(self._name(c[0]), tuple(c[1:]), span)
