"""Numbers that a set of cards or places has, where its members cannot be listed: how many, the best, the sum.

Each is a new number, of which those laws are said that hold of every finite set.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.types import LIMIT, IntType, Type
from verify import terms as t
from verify.encode import Place, every, open_kind
from verify.facts import Body
from verify.law import COUNTING, Law
from verify.symbolic import SetTerm, sort_of

MOST_COMPARED = 6
"""With how many numbers of other sets a number is compared."""


def counted(p: Place, whole: SetTerm, has: Body) -> t.Number:
    """How many members of a set satisfy a condition; `has` is only true of members."""
    facts, kind = p.terms.facts, open_kind(whole, p.terms)
    assert kind is not None
    if facts.shaping:
        return facts.fresh("count", t.INT)
    key = ("count", kind, facts.shape(kind, has))
    if key not in facts.memo:
        facts.memo[key] = _number(Law(facts, facts.group(COUNTING), t.YES), kind, has)
    number = facts.memo[key]
    assert isinstance(number, t.Term)
    if whole.size is not None and (number, p.path) not in facts.memo:
        facts.memo[number, p.path] = True
        if whole.places:
            p.law(COUNTING).places(facts.once(has), number, whole.size)
        else:
            p.law(COUNTING).part(kind, has, number, whole.has, whole.size)
    return number


def _number(law: Law, kind: str, has: Body) -> t.Number:
    """A number that, whatever was done before, is how many satisfy the condition."""
    number = law.facts.fresh("count", t.INT)
    if kind == "card":
        law.counts(kind, has, number)
        compare(law, kind, has, number)
        law.facts.memo[f"counted {kind}", number] = (has, number)
    return number


def compare(law: Law, kind: str, has: Body, number: t.Number) -> None:
    """A part of a set that was counted has at most as many members, and is the whole if it has as many."""
    facts = law.facts
    others = [(k, v) for k, v in facts.memo.items() if isinstance(k, tuple) and k[0] == f"counted {kind}"]
    for _, known in others[-MOST_COMPARED:]:
        assert isinstance(known, tuple)
        other, theirs = known
        inside, around = _inside(law, kind, has, other), _inside(law, kind, other, has)
        law.say(t.implies(inside, t.at_most(number, theirs)))
        law.say(t.implies(around, t.at_most(theirs, number)))
        law.say(t.implies(t.both(inside, t.equal(number, theirs)), around))
        law.say(t.implies(t.both(around, t.equal(number, theirs)), inside))


def _inside(law: Law, kind: str, part: Body, whole: Body) -> t.Truth:
    return law.facts.every(law.about, kind, lambda c: t.implies(part(c), whole(c)))


def outermost(p: Place, s: SetTerm, value: Body, make: Callable[[t.Term, t.Term], t.Term]) -> t.Number:
    """The smallest or largest value of the members of a set, as `make` says; anything if it has none."""
    facts = p.terms.facts
    best, at = facts.fresh("best", t.INT), _some_member(p, s)
    empty = every(p, s, lambda x: t.NO, "an empty set")
    facts.say(COUNTING, t.either(empty, t.both(s.has(at), t.equal(value(at), best))))
    all_within = every(p, s, lambda x: t.equal(make(best, value(x)), best), "the values of a set")
    facts.say(COUNTING, all_within)
    return best


def summed(p: Place, s: SetTerm, value: Body, kind: Type) -> t.Number:
    """The sum of the values of the members of a set: 0 of none, and of each no less than its kind has."""
    number = p.terms.facts.fresh("sum", t.INT)
    many = s.size if s.size is not None else counted(p, s, s.has)
    # Where an effect was asked for what it cannot do, a size or a value may be out of its range.
    law = p.law(COUNTING)
    law.say(t.implies(t.equal(many, t.number(0)), t.equal(number, t.number(0))))
    if isinstance(kind, IntType) and kind.lo > -LIMIT:
        law.say(t.at_most(t.multiply(many, t.number(kind.lo)), number))
    if isinstance(kind, IntType) and kind.hi < LIMIT:
        law.say(t.at_most(number, t.multiply(many, t.number(kind.hi))))
    at = _some_member(p, s)
    one = t.both(t.equal(many, t.number(1)), s.has(at))
    law.say(t.implies(one, t.equal(number, value(at))))
    return number


def _some_member(p: Place, s: SetTerm) -> t.Term:
    facts = p.terms.facts
    member = facts.fresh("one of them", sort_of(s.of))
    return facts.card(member) if member.sort is t.CARD else facts.place(member)
