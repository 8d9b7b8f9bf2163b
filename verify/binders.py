"""The table of binders for the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder
from interpreter.ir.types import CARD
from verify import terms as t
from verify.encode import Meant, Place, every, listed, open_kind
from verify.measures import counted, outermost, summed
from verify.symbolic import SetTerm, sort_of

Row: TypeAlias = Callable[[Place, ir.Bind], Meant]


def _member(p: Place, e: ir.Bind, x: t.Term, s: SetTerm) -> Place:
    if s.of == CARD:
        p.terms.facts.card(x)
    return p.named(e.var, x).under(s.has(x))


def _domain(p: Place, e: ir.Bind) -> tuple[Place, SetTerm]:
    """The set, and the place in which the body is read for its members: what it needs there is noted for some
    member, which stands for all.
    """
    s = p.set(e.domain)
    if not p.watched or open_kind(s, p.terms) is None:
        return p, s
    some = p.terms.facts.fresh(e.var, sort_of(s.of))
    p.named(e.var, some).under(s.has(some)).read(e.body)
    return replace(p, watched=False), s


def _every(p: Place, e: ir.Bind) -> t.Truth:
    p, s = _domain(p, e)
    return every(p, s, lambda x: _member(p, e, x, s).truth(e.body), _about(e))


def _some(p: Place, e: ir.Bind) -> t.Truth:
    p, s = _domain(p, e)
    return t.negate(every(p, s, lambda x: t.negate(_member(p, e, x, s).truth(e.body)), _about(e)))


def _about(e: ir.Bind) -> str:
    return f"{e.op.value} {e.var} (line {e.span.line})"


def _holding(p: Place, e: ir.Bind, s: SetTerm) -> list[tuple[t.Term, t.Truth]] | None:
    """The values that the set can have, each with whether it has it, none twice; None where they are many."""
    values = listed(s, p.terms)
    if values is None:
        return None
    found: list[tuple[t.Term, t.Truth]] = []
    for x in values:
        has = s.has(x)
        if has is not t.NO:
            found.append((x, t.both(has, *(t.negate(t.equal(x, y)) for y, _ in found))))
    return found


def _count(p: Place, e: ir.Bind) -> t.Term:
    p, s = _domain(p, e)
    holding = _holding(p, e, s)
    if holding is None:
        return counted(p, s, lambda x: t.both(s.has(x), _member(p, e, x, s).truth(e.body)))
    tests = (t.both(has, p.named(e.var, x).under(has).truth(e.body)) for x, has in holding)
    return t.total(t.choose(test, t.number(1), t.number(0)) for test in tests)


def _those(p: Place, e: ir.Bind) -> SetTerm:
    p, s = _domain(p, e)

    def has(x: t.Term) -> t.Truth:
        return t.both(s.has(x), _member(p, e, x, s).truth(e.body))

    return SetTerm(s.of, has, None, s.candidates, s.places, s)


def _total(p: Place, e: ir.Bind) -> t.Term:
    p, s = _domain(p, e)
    holding = _holding(p, e, s)
    if holding is None:
        return summed(p, s, lambda x: _member(p, e, x, s).term(e.body), e.body.type)
    values = ((has, p.named(e.var, x).under(has).term(e.body)) for x, has in holding)
    return t.total(t.choose(has, value, t.number(0)) for has, value in values)


def _extreme(make: Callable[[t.Term, t.Term], t.Term]) -> Row:
    def row(p: Place, e: ir.Bind) -> t.Term:
        watcher = p
        p, s = _domain(p, e)
        holding = _holding(p, e, s)
        if holding is None:
            watcher.need("the set is not empty", e.span, t.negate(every(p, s, lambda x: t.NO, _about(e))))
            return outermost(p, s, lambda x: _member(p, e, x, s).term(e.body), make)
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
