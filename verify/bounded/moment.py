"""Expressions on a certain deck: the same tables of meanings, with every card and place written out.

What differs from proofs for any deck: the cards are known, so that what runs through cards runs through a
list; and members are looked at in ascending order and no further than the evaluator looks, so that a fault is
one exactly where the evaluator meets it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import CARD, SetType, Type
from interpreter.text.source import Span
from verify import terms as t
from verify.bounded.wiring import Names
from verify.encode import Meant, Place, Terms, Unsupported
from verify.facts import Body, Facts
from verify.operators import OPS
from verify.symbolic import SetTerm, StackTerm


class Listed(Facts):
    """Quantifiers written out."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.names = names

    def card(self, term: t.Term) -> t.Term:
        return term

    def place(self, term: t.Term) -> t.Term:
        return term

    def every(self, about: str, kind: str, body: Body) -> t.Truth:
        cards = self.names.cards
        if kind == "card":
            return t.both(*(body(t.card(c)) for c in cards))
        return t.both(*(body(t.number(i)) for i in range(len(cards))))


class Deck(Terms):
    """What all expressions on one deck share."""

    def __init__(self, game: ir.Game, names: Names) -> None:
        super().__init__(game, Listed(names))
        self.names = names
        self.cards = tuple(t.card(c) for c in names.cards)
        ranks = len(game.deck.ranks)
        self.deck_size = t.number(len(self.cards))
        self._suits = names.table("suit", {c: t.number(c // ranks) for c in names.cards})
        self._ranks = names.table("rank", {c: t.number(c % ranks) for c in names.cards})

    def suit(self, card: t.Term) -> t.Number:
        return self._suits(card)

    def rank(self, card: t.Term) -> t.Number:
        return self._ranks(card)

    def members(self, kind: Type) -> tuple[t.Term, ...] | None:
        if kind == CARD:
            return self.cards
        count = self.count(kind)
        assert count is not None
        low = getattr(kind, "lo", 0)
        return tuple(t.number(low + i) for i in range(count))

    def within(self, x: t.Term, kind: Type) -> t.Truth:
        """That a number is a value of its kind."""
        values = self.members(kind)
        if x.sort is not t.INT or not values:
            return t.YES
        return t.both(t.at_most(values[0], x), t.at_most(x, values[-1]))


class Moment(Place):
    """A place on a certain deck."""

    @property
    def deck(self) -> Deck:
        assert isinstance(self.terms, Deck)
        return self.terms

    def named(self, name: str, value: Meant) -> Moment:
        return replace(self, names={**self.names, name: value})

    def under(self, condition: t.Truth) -> Moment:
        return replace(self, path=t.both(self.path, condition))

    def read(self, e: ir.Expr) -> Meant:
        match e:
            case ir.Literal() if e.type == CARD and not isinstance(e.value, tuple):
                return t.card(int(e.value))
            case ir.Literal() if e.type == SetType(CARD) and isinstance(e.value, tuple):
                values = tuple(t.card(v) for v in e.value)
                return SetTerm(CARD, lambda x: t.either(*(t.equal(x, v) for v in values)), None, values)
            case ir.Apply():
                return self._listed(ROWS.get(e.op, OPS[e.op])(self, e))
            case ir.Bind():
                return self._listed(BINDERS[e.op](self, e))
        return self._listed(super().read(e))

    def _listed(self, found: Meant) -> Meant:
        """A set of cards knows all that it can have."""
        if isinstance(found, SetTerm) and found.of == CARD and found.candidates is None:
            return replace(found, candidates=self.deck.cards)
        return found

    def need(self, what: str, span: Span, holds: t.Truth) -> None:
        if self.watched and t.both(self.path, t.negate(holds)) is not t.NO:
            super().need(what, span, holds)

    def members(self, e: ir.Expr) -> list[tuple[t.Term, t.Truth]]:
        """All that a set can have, ascending and none twice, each with whether it has it."""
        s = self.set(e)
        values = self.deck.members(s.of)
        if s.candidates is None or (s.places and s.of != CARD):
            return [(x, s.has(x)) for x in values or ()]
        if all(x.kind is t.Kind.VALUE for x in s.candidates):
            return [(x, s.has(x)) for x in sorted(set(s.candidates), key=_by_value)]
        return [(x, s.has(x)) for x in values or ()]


def _by_value(x: t.Term) -> int:
    assert isinstance(x.label, int)
    return x.label


Row: TypeAlias = Callable[[Moment, ir.Apply], Meant]
BindRow: TypeAlias = Callable[[Moment, ir.Bind], Meant]


# operators ------------------------------------------------------------------------------------------------


def _equal(p: Moment, e: ir.Apply) -> t.Truth:
    a, b = (p.read(x) for x in e.args)
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        return same_stack(a, b, p.deck.cards)
    found = OPS[Op.EQ](p, e)
    assert isinstance(found, t.Term)
    return found


def same_stack(a: StackTerm, b: StackTerm, cards: tuple[t.Term, ...]) -> t.Truth:
    """Whether two stacks have the same cards in the same places."""
    has = (t.equal(a.has(c), b.has(c)) for c in cards)
    lie = (t.implies(a.has(c), t.equal(a.place(c), b.place(c))) for c in cards)
    return t.both(*has, *lie)


def _empty(p: Moment, e: ir.Apply) -> t.Truth:
    """In the words in which operations ask for a stack with cards: both are then seen to be the same."""
    s = p.read(e.args[0])
    if isinstance(s, SetTerm | StackTerm) and s.size is not None:
        return t.negate(t.less(t.number(0), s.size))
    return t.negate(t.either(*(has for _, has in p.members(e.args[0]))))


def _at(p: Moment, e: ir.Apply) -> t.Term:
    stack, i = p.stack(e.args[0]), p.term(e.args[1])
    for c in p.deck.cards:
        if stack.place(c) is i and i.kind is not t.Kind.VALUE:
            p.need("there is such a place in the stack", e.span, stack.has(c))
            return c
    found = OPS[Op.AT](p, e)
    assert isinstance(found, t.Term)
    return found


def _indices(p: Moment, e: ir.Apply) -> SetTerm:
    stack = p.stack(e.args[0])
    assert isinstance(e.type, SetType)
    places = tuple(t.number(i) for i in range(len(p.deck.cards)))

    def has(i: t.Term) -> t.Truth:
        return t.both(t.at_most(t.number(0), i), t.less(i, stack.size))

    return SetTerm(e.type.of, has, stack.size, places)


def _cards(p: Moment, e: ir.Apply) -> SetTerm:
    return SetTerm(CARD, lambda c: t.YES, p.deck.deck_size, p.deck.cards)


def _the(p: Moment, e: ir.Apply) -> t.Term:
    members = p.members(e.args[0])
    count = t.total(t.choose(has, t.number(1), t.number(0)) for _, has in members)
    p.need("the set has exactly one member", e.span, t.equal(count, t.number(1)))
    result = members[0][0]
    for x, has in members[1:]:
        result = t.choose(has, x, result)
    return result


def _repeats(p: Moment, e: ir.Apply) -> t.Term:
    raise Unsupported("how often a position has stood", e.span)


ROWS: Mapping[Op, Row] = {
    Op.EQ: _equal,
    Op.NE: lambda p, e: t.negate(_equal(p, e)),
    Op.EMPTY: _empty,
    Op.AT: _at,
    Op.INDICES: _indices,
    Op.CARDS: _cards,
    Op.THE: _the,
    Op.REPEATS: _repeats,
}
"""The rows that are others on a certain deck."""


# binders --------------------------------------------------------------------------------------------------


def _bodies(
    p: Moment, e: ir.Bind, stops: Callable[[t.Truth], t.Truth] | None
) -> list[tuple[t.Truth, t.Term]]:
    """For each member whether it is one, and the body. `stops` says of a body when no further member is
    looked at, if ever; that matters only where bodies can be out of their domain.
    """
    noted = len(p.terms.needs)
    lying = _lying(p, e.domain)
    if lying is not None:
        found = [(has, p.named(e.var, x).under(has).term(e.body)) for x, has in lying]
        if len(p.terms.needs) == noted or e.op is Binder.EVERY:
            return found
        del p.terms.needs[noted:]
    members = p.members(e.domain)
    noted = len(p.terms.needs)
    found = [(has, p.named(e.var, x).under(has).term(e.body)) for x, has in members]
    if stops is None or len(p.terms.needs) == noted:
        return found
    del p.terms.needs[noted:]
    found = []
    for x, has in members:
        body = p.named(e.var, x).under(has).term(e.body)
        found.append((has, body))
        p = p.under(t.negate(t.both(has, stops(body))))
    return found


def _lying(p: Moment, domain: ir.Expr) -> list[tuple[t.Term, t.Truth]] | None:
    """The places of a stack as those of its cards, each with whether the card is there; None of other sets.

    What lies at a place is then a certain card. Their order is not that of places, so this is of use only
    where bodies stay in their domain, or where it does not matter which of them fails.
    """
    if isinstance(domain, ir.Old) and p.before is not None:
        before = replace(p.before, names=p.names, path=p.path, watched=p.watched)
        return _lying(before, domain.body) if isinstance(before, Moment) else None
    if not isinstance(domain, ir.Apply) or domain.op is not Op.INDICES:
        return None
    stack = p.stack(domain.args[0])
    return [(stack.place(c), stack.has(c)) for c in p.deck.cards]


def _every(p: Moment, e: ir.Bind) -> t.Truth:
    return t.both(*(t.implies(has, body) for has, body in _bodies(p, e, t.negate)))


def _some(p: Moment, e: ir.Bind) -> t.Truth:
    return t.either(*(t.both(has, body) for has, body in _bodies(p, e, lambda body: body)))


def _count(p: Moment, e: ir.Bind) -> t.Number:
    tests = (t.both(has, body) for has, body in _bodies(p, e, None))
    return t.total(t.choose(test, t.number(1), t.number(0)) for test in tests)


def _total(p: Moment, e: ir.Bind) -> t.Number:
    return t.total(t.choose(has, body, t.number(0)) for has, body in _bodies(p, e, None))


def _extreme(make: Callable[[t.Term, t.Term], t.Term]) -> BindRow:
    def row(p: Moment, e: ir.Bind) -> t.Number:
        found: t.Truth = t.NO
        best: t.Term = t.number(0)
        for has, value in _bodies(p, e, None):
            best = t.choose(has, t.choose(found, make(best, value), value), best)
            found = t.either(found, has)
        p.need("the set is not empty", e.span, found)
        return best

    return row


def _those(p: Moment, e: ir.Bind) -> SetTerm:
    members = p.members(e.domain)
    values = tuple(x for x, _ in members)
    holds = {x: t.both(has, body) for x, (has, body) in zip(values, _bodies(p, e, None), strict=True)}

    def has(x: t.Term) -> t.Truth:
        if x.kind is t.Kind.VALUE:
            return holds.get(x, t.NO)
        return t.either(*(t.both(t.equal(x, v), test) for v, test in holds.items()))

    kind = p.set(e.domain).of
    return SetTerm(kind, has, None, values)


BINDERS: Mapping[Binder, BindRow] = {
    Binder.EVERY: _every,
    Binder.SOME: _some,
    Binder.COUNT: _count,
    Binder.TOTAL: _total,
    Binder.THOSE: _those,
    Binder.LOWEST: _extreme(t.smaller),
    Binder.HIGHEST: _extreme(t.larger),
}
"""All binders: on a certain deck every set is a list."""
