"""The table of binders for the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder
from interpreter.ir.types import CARD
from verify import terms as t
from verify.encode import Meant, Place, Unsupported, every
from verify.symbolic import SetTerm

Row: TypeAlias = Callable[[Place, ir.Bind], Meant]


def _member(p: Place, e: ir.Bind, x: t.Term, s: SetTerm) -> Place:
    if s.of == CARD:
        p.terms.facts.card(x)
    return p.named(e.var, x).under(s.has(x))


def _every(p: Place, e: ir.Bind) -> t.Truth:
    s = p.set(e.domain)
    return every(p, s, lambda x: _member(p, e, x, s).truth(e.body), _about(e))


def _some(p: Place, e: ir.Bind) -> t.Truth:
    s = p.set(e.domain)
    return t.negate(every(p, s, lambda x: t.negate(_member(p, e, x, s).truth(e.body)), _about(e)))


def _about(e: ir.Bind) -> str:
    return f"{e.op.value} {e.var} (line {e.span.line})"


def _listed(p: Place, e: ir.Bind, s: SetTerm) -> tuple[t.Term, ...]:
    candidates = s.candidates if s.candidates is not None else p.terms.members(s.of)
    if candidates is None:
        raise Unsupported(f"`{e.op.value}` over cards", e.span)
    return candidates


def _holding(p: Place, e: ir.Bind) -> list[tuple[t.Term, t.Truth]]:
    """The values that the set can have, each with whether it has it; none twice."""
    s = p.set(e.domain)
    found: list[tuple[t.Term, t.Truth]] = []
    for x in _listed(p, e, s):
        new = t.both(*(t.negate(t.equal(x, y)) for y, _ in found))
        found.append((x, t.both(s.has(x), new)))
    return found


def _count(p: Place, e: ir.Bind) -> t.Term:
    holding = _holding(p, e)
    tests = (t.both(has, p.named(e.var, x).under(has).truth(e.body)) for x, has in holding)
    return t.total(t.choose(test, t.number(1), t.number(0)) for test in tests)


def _those(p: Place, e: ir.Bind) -> SetTerm:
    s = p.set(e.domain)
    return SetTerm(s.of, lambda x: t.both(s.has(x), _member(p, e, x, s).truth(e.body)), None, s.candidates)


def _total(p: Place, e: ir.Bind) -> t.Term:
    values = ((has, p.named(e.var, x).under(has).term(e.body)) for x, has in _holding(p, e))
    return t.total(t.choose(has, value, t.number(0)) for has, value in values)


def _extreme(make: Callable[[t.Term, t.Term], t.Term]) -> Row:
    def row(p: Place, e: ir.Bind) -> t.Term:
        holding = _holding(p, e)
        p.need("the set is not empty", e.span, t.either(*(has for _, has in holding)))
        found: t.Truth = t.NO
        best: t.Term = t.number(0)
        for x, has in holding:
            value = p.named(e.var, x).under(has).term(e.body)
            best = t.choose(has, t.choose(found, make(best, value), value), best)
            found = t.either(found, has)
        return best

    return row


BINDERS: Mapping[Binder, Row] = {
    Binder.SOME: _some,
    Binder.EVERY: _every,
    Binder.COUNT: _count,
    Binder.THOSE: _those,
    Binder.LOWEST: _extreme(t.smaller),
    Binder.HIGHEST: _extreme(t.larger),
    Binder.TOTAL: _total,
}
