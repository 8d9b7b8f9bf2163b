"""Which part of a check fails at the end of a match, with the values that its own parts have there.

A check is taken apart as far as it says several things: of `a and b` the one that fails, of `a implies b` the
second, of `every x in …` a member for which it fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.walk import children
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.record import member_type
from interpreter.run.state import State

MOST = 8
"""Values that are told of one part."""


def failing(check: ir.Check, match: Match[State]) -> tuple[str, ...]:
    """What fails of a claim on positions or steps after the match's last action, in the words of the file."""
    claim = check.claim
    if not isinstance(claim, ir.Invariant | ir.StepCheck):
        return ()
    env = _last(match)
    if isinstance(claim, ir.Invariant):
        env = Env(env.state, env.state.mover, {}, env.history)
    engine = match.engine
    assert isinstance(engine, Evaluator)
    return tuple(_Parts(engine).told(claim.body, env))


def _last(match: Match[State]) -> Env:
    """Where checks on the last step are evaluated."""
    assert isinstance(match.engine, Evaluator) and match.start is not None
    checker = Checker(match.engine)
    checker.begin(match.start)
    for step in match.steps:
        checker.observe(step)
    assert checker.at is not None
    return checker.at


@dataclass(frozen=True)
class _Parts:
    engine: Evaluator

    def value(self, e: ir.Expr, env: Env) -> Any:
        """None where it cannot be evaluated."""
        try:
            return self.engine.context.meaning(e)(env.copy())
        except Fault:
            return None

    def told(self, e: ir.Expr, env: Env, bound: str = "") -> Iterator[str]:
        """The parts of `e`, which does not hold, that make it so."""
        match e:
            case ir.Apply(op=Op.AND):
                failed = [a for a in e.args if self.value(a, env) is not True]
                yield from (line for a in failed[:1] for line in self.told(a, env, bound))
            case ir.Apply(op=Op.IMPLIES):
                yield from self.told(e.args[1], env, bound)
            case ir.Bind(op=Binder.EVERY):
                yield from self._for_one(e, env, bound)
            case _:
                yield f"{_text(e)}{bound}{self._values(e, env)}"

    def _for_one(self, e: ir.Bind, env: Env, bound: str) -> Iterator[str]:
        kind = member_type(e.domain.type)
        for member in self.value(e.domain, env) or ():
            inner = Env(env.state, env.me, {**env.locals, e.var: member}, env.history)
            if self.value(e.body, inner) is not True:
                named = f"{e.var.partition('#')[0]} = {self.engine.context.spelling.text(member, kind)}"
                yield from self.told(e.body, inner, f"{bound or ', with'} {named}")
                return

    def _values(self, e: ir.Expr, env: Env) -> str:
        """What the parts of `e` are, without those that say what they are."""
        known: dict[str, str] = {}
        spell = self.engine.context.spelling.text
        for part in _within(e):
            value = self.value(part, env)
            known.setdefault(_text(part), "not known" if value is None else spell(value, part.type))
        told = [f"{text} = {value}" for text, value in known.items() if text != value][:MOST]
        return f" ({', '.join(told)})" if told else ""


def _within(e: ir.Expr) -> Iterator[ir.Expr]:
    """The largest parts of a leaf whose values say why it is as it is: sides of comparisons, arguments."""
    for part in children(e):
        if isinstance(part, ir.Literal):
            continue
        if isinstance(part, ir.Apply) and part.op in (Op.NOT, Op.OR, Op.AND, Op.IMPLIES):
            yield from _within(part)
        elif not isinstance(part, ir.Local):
            yield part
        if isinstance(e, ir.Bind):
            return


def _text(e: ir.Expr) -> str:
    """The words of the file, in one line."""
    return " ".join(e.span.text.split()) or "…"
