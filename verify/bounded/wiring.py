"""Terms as circuits: every term over unknowns whose range is known becomes wires or a numeral."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from verify import terms as t
from verify.bits import NO, YES, Circuit, Wire
from verify.numerals import Choice, Numeral, Numerals
from verify.terms import Kind, Term

Wired: TypeAlias = "Wire | Numeral | Choice"


@dataclass(frozen=True)
class Span:
    """The range of an unknown number; `binary` if it is one of many alike that are compared bit by bit."""

    lo: int
    hi: int
    binary: bool = False


@dataclass
class Names:
    """What the unknowns and functions of a question stand for.

    `tables` give a function of a card by its value for every card; `rows` a function from places to cards by
    the cards' being there and their places.
    """

    cards: tuple[int, ...]
    spans: dict[Term, Span] = field(default_factory=dict)
    tables: dict[str, Mapping[int, Term]] = field(default_factory=dict)
    rows: dict[str, tuple[Mapping[int, Term], Mapping[int, Term]]] = field(default_factory=dict)

    def number(self, name: str, lo: int, hi: int, binary: bool = False) -> t.Number:
        """An unknown number from `lo` to `hi`; one of a single value is that value."""
        if lo == hi:
            return t.number(lo)
        made = t.unknown(name, t.INT)
        self.spans[made] = Span(lo, hi, binary)
        return made

    def table(self, name: str, values: Mapping[int, Term]) -> t.Function:
        """The function of a card with these values."""
        self.tables[name] = values
        sort = next(iter(values.values())).sort

        def looked_up(c: Term) -> Term:
            known = t.known_card(c)
            return t.make(Kind.APPLY, sort, name, c) if known is None else self.tables[name][known]

        return looked_up

    def row(self, name: str, has: Mapping[int, Term], place: Mapping[int, Term]) -> t.Function:
        """The function from a place to the card that lies there; of other places it means nothing."""
        self.rows[name] = (has, place)
        return lambda i: t.make(Kind.APPLY, t.CARD, name, i)


class Wiring:
    """The terms of one circuit."""

    def __init__(self, circuit: Circuit, names: Names) -> None:
        self.circuit = circuit
        self.numerals = Numerals(circuit)
        self._names = names
        self._known: dict[Term, Wired] = {}
        self._uses: Counter[Term] = Counter()
        self._sums: dict[tuple[tuple[Term, int], ...], Numeral] = {}

    # entry points

    def give(self, term: Term, wired: Wired) -> None:
        """An unknown is these wires."""
        self._known[term] = wired

    def known(self, term: Term) -> Wired:
        return self._known[term]

    def expect(self, terms: Iterable[Term]) -> None:
        """Look ahead at terms that will be wired: what many sums share is added first."""
        seen: set[Term] = set()
        todo = list(terms)
        while todo:
            now = todo.pop()
            if now in seen:
                continue
            seen.add(now)
            if now.kind is Kind.SUM or now.kind is Kind.POSITIVE:
                self._uses.update(now.args if now.kind is Kind.SUM else now.args[0].args)
            todo += self._parts(now)

    def truth(self, term: t.Truth) -> Wire:
        found = self.wired(term)
        assert isinstance(found, int)
        return found

    def number(self, term: t.Number) -> Numeral:
        found = self.wired(term)
        assert not isinstance(found, int | Mapping)
        return found

    def choice(self, term: Term) -> Choice:
        found = self.wired(term)
        assert isinstance(found, Mapping)
        return found

    def say(self, *terms: t.Truth) -> None:
        """These hold."""
        for term in terms:
            parts = term.args if term.kind is Kind.AND else (term,)
            for part in parts:
                if part.kind is Kind.OR:
                    self.circuit.say(*(self.truth(a) for a in part.args))
                else:
                    self.circuit.say(self.truth(part))

    def wired(self, term: Term) -> Wired:
        """The wires of a term; its parts are made first, without recursion."""
        known = self._known
        todo = [term]
        while todo:
            now = todo[-1]
            if now in known:
                todo.pop()
                continue
            missing = [a for a in self._parts(now) if a not in known]
            if missing:
                todo += missing
                continue
            known[now] = self._make(now)
            todo.pop()
        return known[term]

    def _parts(self, term: Term) -> Iterable[Term]:
        if term.kind is Kind.POSITIVE and term.args[0].kind is Kind.SUM:
            return term.args[0].args  # the sum itself is not made, see `_positive`
        if term.kind is Kind.EQ:
            lying = self._lying_card(*term.args)
            if lying is not None:
                return lying[1:]
        if term.kind is not Kind.APPLY:
            return term.args
        assert isinstance(term.label, str)
        if term.label in self._names.rows:
            has, place = self._names.rows[term.label]
            return (*term.args, *has.values(), *place.values())
        return (*term.args, *self._names.tables[term.label].values())

    # one term ---------------------------------------------------------------------------------------------

    def _make(self, term: Term) -> Wired:
        c = self.circuit
        match term.kind:
            case Kind.VALUE:
                return self._value(term)
            case Kind.CONST:
                return self._const(term)
            case Kind.APPLY:
                return self._applied(term)
            case Kind.NOT:
                return -self.truth(term.args[0])
            case Kind.AND:
                return c.both(*(self.truth(a) for a in term.args))
            case Kind.OR:
                return c.either(*(self.truth(a) for a in term.args))
            case Kind.EQ:
                return self._equal(*term.args)
            case Kind.ITE:
                return self._chosen(*term.args)
            case Kind.POSITIVE:
                return self._positive(term.args[0])
            case Kind.SUM:
                return self._sum(term)
            case Kind.MUL:
                return self.numerals.multiply(*(self.number(a) for a in term.args))
        assert_never(term.kind)

    def _value(self, term: Term) -> Wired:
        if term.sort is t.BOOL:
            return YES if term is t.YES else NO
        assert isinstance(term.label, int)
        return {term.label: YES} if term.sort is t.CARD else self.numerals.known(term.label)

    def _const(self, term: Term) -> Wired:
        if term.sort is t.BOOL:
            return self.circuit.fresh()
        if term.sort is t.CARD:
            return self._some_card()
        span = self._names.spans[term]
        made = self.numerals.fresh(span.lo, span.hi, span.binary)
        if made.hi > span.hi:
            self.circuit.say(-self.numerals.at_least(made, span.hi + 1))
        return made

    def _some_card(self) -> Choice:
        """Which card it is, by its place in the deck: exactly one."""
        cards = self._names.cards
        place = self.numerals.fresh(0, len(cards) - 1)
        return {card: self.numerals.is_value(place, i) for i, card in enumerate(cards)}

    def _applied(self, term: Term) -> Wired:
        assert isinstance(term.label, str)
        if term.label in self._names.rows:
            return self._lying(term.label, self.number(term.args[0]))
        which = self.choice(term.args[0])
        values = self._names.tables[term.label]
        if term.sort is t.BOOL:
            return self.circuit.either(
                *(self.circuit.both(test, self.truth(values[card])) for card, test in which.items())
            )
        if term.sort is t.INT:
            cases = [(test, self.number(values[card])) for card, test in which.items()]
            return self.numerals.select(cases)
        raise AssertionError(term)

    def _lying(self, name: str, place: Numeral) -> Choice:
        has, places = self._names.rows[name]
        found = {}
        for card, there in has.items():
            test = self.truth(there)
            if test != NO:
                here = self.numerals.equal(self.number(places[card]), place)
                found[card] = self.circuit.both(test, here)
        return {card: test for card, test in found.items() if test != NO} or {self._names.cards[0]: NO}

    def _lying_card(self, a: Term, b: Term) -> tuple[int, Term, Term, Term] | None:
        """If a certain card is compared with what lies at a place: the card, the place asked about, whether
        the card is there at all, and its place.
        """
        for one, other in ((a, b), (b, a)):
            card = t.known_card(one)
            if card is not None and other.kind is Kind.APPLY and other.label in self._names.rows:
                has, place = self._names.rows[str(other.label)]
                return card, other.args[0], has[card], place[card]
        return None

    def _equal(self, a: Term, b: Term) -> Wire:
        lying = self._lying_card(a, b)
        if lying is not None:
            _, asked, has, place = lying
            return self.circuit.both(
                self.truth(has), self.numerals.equal(self.number(place), self.number(asked))
            )
        if a.sort is t.BOOL:
            return self.circuit.same(self.truth(a), self.truth(b))
        if a.sort is t.CARD:
            one, other = self.choice(a), self.choice(b)
            shared = (card for card in one if card in other)
            return self.circuit.either(*(self.circuit.both(one[c], other[c]) for c in shared))
        return self.numerals.equal(self.number(a), self.number(b))

    def _chosen(self, test: Term, then: Term, otherwise: Term) -> Wired:
        wire = self.truth(test)
        if then.sort is t.BOOL:
            return self.circuit.choose(wire, self.truth(then), self.truth(otherwise))
        if then.sort is t.INT:
            return self.numerals.choose(wire, self.number(then), self.number(otherwise))
        a, b = self.choice(then), self.choice(otherwise)
        cards = dict.fromkeys((*a, *b))
        return {card: self.circuit.choose(wire, a.get(card, NO), b.get(card, NO)) for card in cards}

    # sums -------------------------------------------------------------------------------------------------

    def _sum(self, term: Term) -> Numeral:
        constant, parts = self._in_order(term)
        return self.numerals.shifted(self._added(tuple(parts)), constant)

    def _in_order(self, term: Term) -> tuple[int, list[tuple[Term, int]]]:
        """A sum's constant and parts, those that most sums have first."""
        if term.kind is not Kind.SUM:
            return 0, [(term, 1)]
        assert isinstance(term.label, tuple)
        constant, *factors = term.label
        parts = sorted(zip(term.args, factors, strict=True), key=lambda p: -self._uses[p[0]])
        return constant, parts

    def _added(self, parts: tuple[tuple[Term, int], ...]) -> Numeral:
        if parts not in self._sums:
            term, factor = parts[-1]
            last = self.numerals.times(self.number(term), factor)
            self._sums[parts] = self.numerals.add(self._added(parts[:-1]), last) if parts[:-1] else last
        return self._sums[parts]

    def _positive(self, term: Term) -> Wire:
        """Whether a sum is above 0: its last part is compared with the rest, not added to it."""
        if term.kind is not Kind.SUM:
            return self.numerals.positive(self.number(term))
        constant, parts = self._in_order(term)
        if len(parts) == 1:
            return self.numerals.positive(self._sum(term))
        last, factor = parts[-1]
        rest = self.numerals.shifted(self._added(tuple(parts[:-1])), constant)
        return self.numerals.less(self.numerals.times(self.number(last), -factor), rest)


Holds: TypeAlias = Callable[[Wire], bool]
