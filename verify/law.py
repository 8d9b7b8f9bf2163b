"""Laws of finite sets, said of a set of cards (or places) where a step or an expression needs them.

A size is a counter that effects change. Where it is right, what is said here is true of every finite set: it
is 0 exactly if there is no member, 1 only if there is no second one, its cards can lie in a row. It is right
where no effect before was asked for what it cannot do, so these facts are kept apart from others (`group`):
that an operation is within its domain is shown without those that were said after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from verify import terms as t
from verify.facts import Body, Facts

COUNTING = "how counting works"
ORDER = "finitely many cards can lie in a row"
ZERO, ONE = t.number(0), t.number(1)


def within(place: t.Number, size: t.Number) -> t.Truth:
    """That it is a place from 0 to `size` - 1."""
    return t.both(t.at_most(ZERO, place), t.less(place, size))


@dataclass(frozen=True)
class Law:
    """Facts of one group, that hold where `path` does. `kind` is "card" or "place" in all calls."""

    facts: Facts
    about: str
    path: t.Truth

    def say(self, fact: t.Truth) -> None:
        self.facts.say(self.about, t.implies(self.path, fact))

    def always(self, kind: str, fact: Body) -> None:
        self.facts.always(self.about, kind, lambda x: t.implies(self.path, fact(x)))

    def name(self, kind: str, what: str) -> t.Term:
        """Something of the kind, of which nothing is known yet."""
        if kind == "card":
            return self.facts.card(self.facts.fresh(what, t.CARD))
        return self.facts.place(self.facts.fresh(what, t.INT))

    def counts(self, kind: str, has: Body, number: t.Number, witnesses: int = 2) -> None:
        """`number` is how many satisfy the condition; so many `witnesses`, up to 2, are named."""
        self.say(t.at_most(ZERO, number))
        self.always(kind, lambda c: t.implies(has(c), t.less(ZERO, number)))
        if witnesses == 0:
            return
        one, alone = self.name(kind, "member"), t.equal(number, ONE)
        self.say(t.implies(t.less(ZERO, number), has(one)))
        self.always(kind, lambda c: t.implies(t.both(alone, has(c)), t.equal(c, one)))
        if witnesses > 1:
            other = self.name(kind, "second")
            self.say(t.implies(t.less(ONE, number), t.both(has(other), t.negate(t.equal(one, other)))))

    def part(self, kind: str, has: Body, number: t.Number, whole: Body, size: t.Number) -> None:
        """Of a set of `size`, so many satisfy it: at most all, and all only if each of them does."""
        each = self.facts.every(self.about, kind, lambda c: t.implies(whole(c), has(c)))
        self.say(t.at_most(number, size))
        self.say(t.equal(each, t.equal(number, size)))

    def places(self, has: Body, number: t.Number, size: t.Number) -> None:
        """So many of the places 0 to `size` - 1, no others, satisfy the condition.

        If with a place all above it do, they are those from some place on; if with a place all below it do,
        they are those below some place. Nothing more is said of them.
        """
        self.say(within(number, t.add(size, ONE)))
        top = t.subtract(size, ONE)
        some = self.name("place", "member")
        self.say(t.implies(t.less(ZERO, number), has(some)))
        for end in (ZERO, top):
            self.say(t.implies(t.both(t.less(ZERO, size), has(end)), t.less(ZERO, number)))
        first = t.subtract(size, number)
        self._closed(has, size, t.less, first, t.subtract(first, ONE))
        self._closed(has, size, lambda i, j: t.less(j, i), t.subtract(number, ONE), number)

    def _closed(
        self, has: Body, size: t.Number, before: t.Function, inner: t.Number, outer: t.Number
    ) -> None:
        """If no place that satisfies the condition comes before one that does not, they begin at `inner`."""
        i, j = self.name("place", "gap"), self.name("place", "gap")
        gap = t.both(within(i, size), within(j, size), before(i, j), has(i), t.negate(has(j)))
        begins = t.implies(within(inner, size), has(inner))
        ends = t.implies(within(outer, size), t.negate(has(outer)))
        self.facts.place(inner)
        self.facts.place(outer)
        self.say(t.either(gap, t.both(begins, ends)))

    def row(self, has: Body, size: t.Number) -> tuple[t.Function, t.Function]:
        """Slot and place of these cards, `size` of them, in an order of which nothing is known."""
        facts = self.facts
        slot, place = facts.function("slot", (t.INT,), t.CARD), facts.function("place", (t.CARD,), t.INT)

        def of_card(c: t.Term) -> t.Truth:
            there = t.both(within(place(c), size), t.equal(slot(place(c)), c))
            return t.YES if slot.made(c) else t.implies(t.both(self.path, has(c)), there)

        def of_place(i: t.Number) -> t.Truth:
            there = t.both(has(slot(i)), t.equal(place(slot(i)), i))
            return t.YES if place.made(i) else t.implies(t.both(self.path, within(i, size)), there)

        facts.defines(place, self.about, of_card)
        facts.defines(slot, self.about, of_place)
        return slot, place
