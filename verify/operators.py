"""The table of operators for the solver, keyed like the evaluator's; binders stand in `binders.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import CARD, IntType, SetType, Type
from verify import terms as t
from verify.encode import Meant, Place, as_set, every, finite, listed, open_kind
from verify.measures import counted
from verify.symbolic import SetTerm, StackTerm, choose_zone

Row: TypeAlias = Callable[[Place, ir.Apply], Meant]
ONLY = "the only one"


def _terms(p: Place, e: ir.Apply) -> list[t.Term]:
    return [p.term(a) for a in e.args]


def _plain(make: Callable[..., t.Term]) -> Row:
    """A row whose arguments are terms, all of them looked at."""
    return lambda p, e: make(*_terms(p, e))


def _and(p: Place, e: ir.Apply) -> t.Term:
    left = p.truth(e.args[0])
    return left if left is t.NO else t.both(left, p.under(left).truth(e.args[1]))


def _or(p: Place, e: ir.Apply) -> t.Term:
    left = p.truth(e.args[0])
    return left if left is t.YES else t.either(left, p.under(t.negate(left)).truth(e.args[1]))


def _implies(p: Place, e: ir.Apply) -> t.Term:
    left = p.truth(e.args[0])
    return t.YES if left is t.NO else t.implies(left, p.under(left).truth(e.args[1]))


def _if(p: Place, e: ir.Apply) -> Meant:
    test = p.truth(e.args[0])
    known = t.known_truth(test)
    if known is not None:
        return p.read(e.args[1] if known else e.args[2])
    then, otherwise = p.under(test).read(e.args[1]), p.under(t.negate(test)).read(e.args[2])
    if isinstance(then, t.Term) and isinstance(otherwise, t.Term):
        return t.choose(test, then, otherwise)
    if isinstance(then, StackTerm) and isinstance(otherwise, StackTerm):
        return choose_zone(test, then, otherwise)
    return _one_set(test, as_set(then), as_set(otherwise))


def _one_set(test: t.Truth, a: SetTerm, b: SetTerm) -> SetTerm:
    known = t.known_truth(test)
    if known is not None:
        return a if known else b
    candidates = None
    if a.candidates is not None and b.candidates is not None:
        candidates = (*a.candidates, *b.candidates)
    size = None if a.size is None or b.size is None else t.choose(test, a.size, b.size)
    kind, places = _either(a.of, b.of), a.places or b.places
    return SetTerm(kind, lambda x: t.choose(test, a.has(x), b.has(x)), size, candidates, places)


def _either(a: Type, b: Type) -> Type:
    """The kind of which a value of one of two kinds is: of numbers, all from the least to the greatest."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return IntType(min(a.lo, b.lo), max(a.hi, b.hi))
    return a


def _equal(p: Place, e: ir.Apply) -> t.Truth:
    a, b = (p.read(x) for x in e.args)
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        x, y = a, b
        places = _places(p, x)
        same = every(p, places, lambda i: t.equal(x.slot(i), y.slot(i)), "the same stack")
        return t.both(t.equal(x.size, y.size), same)
    if isinstance(a, SetTerm | StackTerm):
        one, other = p.set(e.args[0]), p.set(e.args[1])
        whole = _either_may_have(p, one, other)
        return every(p, whole, lambda x: t.equal(one.has(x), other.has(x)), "the same set")
    assert not isinstance(b, SetTerm | StackTerm)
    return t.equal(a, b)


def _either_may_have(p: Place, one: SetTerm, other: SetTerm) -> SetTerm:
    """All that one of two sets can have."""
    a, b = listed(one, p.terms), listed(other, p.terms)
    values = None if a is None or b is None else tuple(dict.fromkeys((*a, *b)))
    kind = _either(one.of, other.of)
    return SetTerm(kind, lambda x: t.YES, None, values, one.places or other.places)


def _size(p: Place, e: ir.Apply) -> t.Term:
    s = p.read(e.args[0])
    if isinstance(s, StackTerm):
        return s.size
    assert isinstance(s, SetTerm)
    if s.size is not None:
        return s.size
    values = listed(s, p.terms)
    if values is None:
        return counted(p, s if s.part_of is None else s.part_of, s.has)
    return t.total(_distinct(s, values))


def _distinct(s: SetTerm, candidates: tuple[t.Term, ...]) -> list[t.Term]:
    """One for each member, those that are listed twice counted once."""
    found = []
    for i, x in enumerate(candidates):
        new = t.both(*(t.negate(t.equal(x, y)) for y in candidates[:i]))
        found.append(t.choose(t.both(s.has(x), new), t.number(1), t.number(0)))
    return found


def _empty(p: Place, e: ir.Apply) -> t.Truth:
    s = p.read(e.args[0])
    if isinstance(s, StackTerm) or (isinstance(s, SetTerm) and s.size is not None):
        assert s.size is not None
        return t.equal(s.size, t.number(0))
    assert isinstance(s, SetTerm)
    return every(p, s, lambda x: t.NO, "an empty set")


def _in(p: Place, e: ir.Apply) -> t.Truth:
    x = p.term(e.args[0])
    return p.set(e.args[1]).has(x)


def _top(p: Place, e: ir.Apply) -> t.Term:
    stack = p.stack(e.args[0])
    p.need("the stack is not empty", e.span, t.less(t.number(0), stack.size))
    last = t.subtract(stack.size, t.number(1))
    p.terms.facts.place(last)
    return _card(p, stack.slot(last))


def _bottom(p: Place, e: ir.Apply) -> t.Term:
    stack = p.stack(e.args[0])
    p.need("the stack is not empty", e.span, t.less(t.number(0), stack.size))
    p.terms.facts.place(t.number(0))
    return _card(p, stack.slot(t.number(0)))


def _at(p: Place, e: ir.Apply) -> t.Term:
    stack, i = p.stack(e.args[0]), p.term(e.args[1])
    p.need("there is such a place in the stack", e.span, _inside(i, stack))
    p.terms.facts.place(i)
    return _card(p, stack.slot(i))


def _card(p: Place, term: t.Term) -> t.Term:
    p.terms.facts.card(term)
    return term


def _indices(p: Place, e: ir.Apply) -> SetTerm:
    return _places(p, p.stack(e.args[0]))


def _places(p: Place, stack: StackTerm) -> SetTerm:
    deck = p.terms.game.deck
    of = IntType(0, max(0, len(deck.suits) * len(deck.ranks) - 1))
    return SetTerm(of, lambda i: _inside(i, stack), stack.size, places=True)


def _inside(i: t.Term, stack: StackTerm) -> t.Truth:
    return t.both(t.at_most(t.number(0), i), t.less(i, stack.size))


def _set(p: Place, e: ir.Apply) -> SetTerm:
    assert isinstance(e.type, SetType)
    return finite(e.type.of, tuple(_terms(p, e)))


def _combined(make: Callable[[t.Truth, t.Truth], t.Truth]) -> Row:
    def row(p: Place, e: ir.Apply) -> SetTerm:
        a, b = p.set(e.args[0]), p.set(e.args[1])
        candidates = None
        if a.candidates is not None and b.candidates is not None:
            candidates = (*a.candidates, *b.candidates)
        kind, places = _either(a.of, b.of), a.places or b.places
        return SetTerm(kind, lambda x: make(a.has(x), b.has(x)), None, candidates, places)

    return row


def _the(p: Place, e: ir.Apply) -> t.Term:
    s = p.set(e.args[0])
    values = listed(s, p.terms)
    member = _one_of(p, s) if values is None else _first(p, s, values)
    if s.of == CARD:
        _card(p, member)
    only = every(p, s, lambda x: t.equal(x, member), ONLY)
    p.need("the set has exactly one member", e.span, t.both(s.has(member), only))
    return member


def _one_of(p: Place, s: SetTerm) -> t.Term:
    """A member, if the set has any: where there is no other, it is the one."""
    facts, kind = p.terms.facts, open_kind(s, p.terms)
    assert kind is not None
    member = facts.fresh("the", t.CARD if s.of == CARD else t.INT)
    facts.always(ONLY, kind, lambda x: t.implies(s.has(x), s.has(member)))
    return member


def _first(p: Place, s: SetTerm, values: tuple[t.Term, ...]) -> t.Term:
    """The first of the values that the set has."""
    if not values:
        return p.terms.facts.fresh("the", t.CARD if s.of == CARD else t.INT)
    found = values[-1]
    for x in reversed(values[:-1]):
        found = t.choose(s.has(x), x, found)
    return found


def _range(p: Place, e: ir.Apply) -> SetTerm:
    assert isinstance(e.type, SetType)
    lo, hi = (t.known_number(x) for x in _terms(p, e))
    assert lo is not None and hi is not None
    return finite(e.type.of, tuple(t.number(i) for i in range(lo, hi + 1)))


def _all_of(p: Place, e: ir.Apply) -> SetTerm:
    assert isinstance(e.type, SetType)
    if e.type.of == CARD:
        return SetTerm(CARD, lambda x: t.YES, p.terms.deck_size)
    members = p.terms.members(e.type.of)
    assert members is not None
    return finite(e.type.of, members)


def _next(p: Place, e: ir.Apply) -> t.Term:
    seat, n = p.term(e.args[0]), p.terms.game.seats
    among = [has_part(p, s) for s in range(n)]
    p.need("somebody is left in the order of turns", e.span, t.either(*among))
    return _clockwise(seat, among)


def _next_among(p: Place, e: ir.Apply) -> t.Term:
    seat, among, n = p.term(e.args[0]), p.set(e.args[1]), p.terms.game.seats
    has = [among.has(t.number(s)) for s in range(n)]
    p.need("the set is not empty", e.span, t.either(*has))
    return _clockwise(seat, has)


def _clockwise(seat: t.Term, among: list[t.Truth]) -> t.Term:
    """The first seat after `seat`, itself the last, for which the condition holds."""
    n, result = len(among), seat
    for now in range(n):
        after: t.Term = t.number(now)
        for step in range(n, 0, -1):
            other = (now + step) % n
            after = t.choose(among[other], t.number(other), after)
        result = t.choose(t.equal(seat, t.number(now)), after, result)
    return result


def has_part(p: Place, seat: int) -> t.Truth:
    among = p.terms.game.turn.among
    return t.YES if among is None else replace(p, names={"seat": t.number(seat)}).truth(among)


def _by_seat(p: Place, e: ir.Apply, flags: tuple[t.Truth, ...]) -> t.Truth:
    seat = p.term(e.args[0])
    here = (t.both(t.equal(seat, t.number(i)), flag) for i, flag in enumerate(flags))
    return t.both(p.state.over, t.either(*here))


def _is_set(p: Place, e: ir.Apply) -> t.Truth:
    (variable,) = e.args
    assert isinstance(variable, ir.VariableRef)
    return p.is_set(variable)


def _last(read: Callable[[Place], t.Term]) -> Row:
    def row(p: Place, e: ir.Apply) -> t.Term:
        p.need("somebody has moved", e.span, p.state.past.moved)
        return read(p)

    return row


def _laid_by(p: Place, e: ir.Apply) -> t.Term:
    card = p.term(e.args[0])
    p.need("somebody has moved the card", e.span, p.state.past.laid(card))
    return p.state.past.laid_by(card)


def _index(p: Place, e: ir.Apply) -> t.Term:
    term = p.term(e.args[0])
    if e.args[0].type == CARD:
        ranks = t.number(len(p.terms.game.deck.ranks))
        return t.add(t.multiply(p.terms.suit(term), ranks), p.terms.rank(term))
    return term


def _extreme(make: Callable[[t.Term, t.Term], t.Term]) -> Row:
    def row(p: Place, e: ir.Apply) -> t.Term:
        first, *rest = _terms(p, e)
        for other in rest:
            first = make(first, other)
        return first

    return row


OPS: Mapping[Op, Row] = {
    Op.NOT: _plain(t.negate),
    Op.AND: _and,
    Op.OR: _or,
    Op.IMPLIES: _implies,
    Op.IF: _if,
    Op.EQ: _equal,
    Op.NE: lambda p, e: t.negate(_equal(p, e)),
    Op.LT: _plain(t.less),
    Op.LE: _plain(t.at_most),
    Op.GT: _plain(lambda a, b: t.less(b, a)),
    Op.GE: _plain(lambda a, b: t.at_most(b, a)),
    Op.ADD: _plain(t.add),
    Op.SUB: _plain(t.subtract),
    Op.MUL: _plain(t.multiply),
    Op.NEG: _plain(lambda a: t.subtract(t.number(0), a)),
    Op.MIN: _extreme(t.smaller),
    Op.MAX: _extreme(t.larger),
    Op.INDEX: _index,
    Op.SUIT: lambda p, e: p.terms.suit(p.term(e.args[0])),
    Op.RANK: lambda p, e: p.terms.rank(p.term(e.args[0])),
    Op.SIZE: _size,
    Op.EMPTY: _empty,
    Op.IN: _in,
    Op.TOP: _top,
    Op.BOTTOM: _bottom,
    Op.AT: _at,
    Op.INDICES: _indices,
    Op.CARDS_OF: lambda p, e: p.stack(e.args[0]).as_set(),
    Op.SET: _set,
    Op.UNION: _combined(t.either),
    Op.COMMON: _combined(t.both),
    Op.LESS: _combined(lambda a, b: t.both(a, t.negate(b))),
    Op.THE: _the,
    Op.RANGE: _range,
    Op.SUITS: _all_of,
    Op.RANKS: _all_of,
    Op.CARDS: _all_of,
    Op.SEATS: _all_of,
    Op.ME: lambda p, e: p.me,
    Op.MOVER: lambda p, e: p.state.mover,
    Op.NEXT: _next,
    Op.NEXT_AMONG: _next_among,
    Op.PHASE: lambda p, e: p.state.phase,
    Op.IS_SET: _is_set,
    Op.OVER: lambda p, e: p.state.over,
    Op.PLIES: lambda p, e: p.state.counters.plies,
    Op.TURNS: lambda p, e: p.state.counters.turns,
    Op.REPEATS: lambda p, e: p.state.counters.repeats,
    Op.ENDED: lambda p, e: t.both(p.state.over, t.equal(p.state.ending, p.term(e.args[0]))),
    Op.WINS: lambda p, e: _by_seat(p, e, p.state.winners),
    Op.LOSES: lambda p, e: _by_seat(p, e, p.state.losers),
    Op.LAST_MOVE: _last(lambda p: p.state.past.move),
    Op.LAST_PLAYER: _last(lambda p: p.state.past.player),
    Op.LAID_BY: _laid_by,
}
