"""What an expression means as solver terms; one row an operator in `operators.py`, the other nodes here.

An expression over a state becomes a term, a set or a stack. Where it applies an operation outside its
domain, the
condition under which that cannot happen is noted in `needs`, with the line: it is proved like
everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, RANK, SEAT, SUIT, EnumType, IntType, SetType, Type
from interpreter.ir.types import CARD as CARD_TYPE
from interpreter.text.source import Span
from verify import terms as t
from verify.facts import Facts
from verify.law import Law
from verify.symbolic import SetTerm, StackTerm, State, choose_zone, copies, sort_of

Meant: TypeAlias = "t.Term | SetTerm | StackTerm"
MOST_MEMBERS = 64
"""Up to so many values, a quantifier over a kind is written out."""


class Unsupported(Exception):
    """A construct that this proof engine cannot take, with its line."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold for an operation to be within its domain, where it is applied at all."""

    what: str
    span: Span
    path: t.Truth
    holds: t.Truth
    groups: int = 0
    """How many groups of facts had been said before: the later ones take for granted that it holds."""


@dataclass
class Terms:
    """What all expressions of one question share: the game, its facts, the options, the cards' attributes."""

    game: ir.Game
    facts: Facts
    needs: list[Need] = field(default_factory=list)

    def __post_init__(self) -> None:
        from verify.binders import BINDERS
        from verify.operators import OPS

        self.operators, self.binders = OPS, BINDERS
        self._suit = t.function("suit", (t.CARD,), t.INT)
        self._rank = t.function("rank", (t.CARD,), t.INT)
        self.deck_size = t.unknown("cards", t.INT)
        self.options = {o.name: t.unknown(f"option.{o.name}", sort_of(o.type)) for o in self.game.options}

    def suit(self, card: t.Term) -> t.Number:
        known = t.known_card(card)
        return self._suit(card) if known is None else t.number(known // len(self.game.deck.ranks))

    def rank(self, card: t.Term) -> t.Number:
        known = t.known_card(card)
        return self._rank(card) if known is None else t.number(known % len(self.game.deck.ranks))

    def count(self, kind: Type) -> int | None:
        """How many values a kind has, None for cards."""
        if kind == SEAT:
            return self.game.seats
        if kind == SUIT:
            return len(self.game.deck.suits)
        if kind == RANK:
            return len(self.game.deck.ranks)
        if isinstance(kind, IntType):
            return kind.hi - kind.lo + 1
        return len(kind.members) if isinstance(kind, EnumType) else None

    def members(self, kind: Type) -> tuple[t.Term, ...] | None:
        """All values of a kind, if they are few."""
        count = self.count(kind)
        if count is None or count > MOST_MEMBERS:
            return None
        low = kind.lo if isinstance(kind, IntType) else 0
        return tuple(t.number(low + i) for i in range(count))


@dataclass(frozen=True)
class Place:
    """Where an expression is read: a state, who `me` is, the names in scope, and the state before the
    step.
    """

    terms: Terms
    state: State
    me: t.Term
    names: Mapping[str, Meant] = field(default_factory=dict)
    before: Place | None = None
    path: t.Truth = t.YES
    watched: bool = True
    """Whether what operations need is noted: in rules it is, in checks it is not."""

    def named(self, name: str, value: Meant) -> Place:
        names = {**self.names, name: value}
        return Place(self.terms, self.state, self.me, names, self.before, self.path, self.watched)

    def under(self, condition: t.Truth) -> Place:
        """The same place, where the condition is known to hold."""
        if condition is t.YES:
            return self
        path = t.both(self.path, condition)
        return Place(self.terms, self.state, self.me, self.names, self.before, path, self.watched)

    def need(self, what: str, span: Span, holds: t.Truth) -> None:
        if self.watched:
            groups = len(self.terms.facts.groups)
            self.terms.needs.append(Need(what, span, self.path, holds, groups))

    def law(self, about: str) -> Law:
        """To say facts with that hold where this place is reached and all that was needed before holds."""
        return Law(self.terms.facts, self.terms.facts.group(about), self.path)

    # reading

    def truth(self, e: ir.Expr) -> t.Truth:
        found = self.term(e)
        if found.sort is not t.BOOL:
            raise t.SortMismatch("a truth is expected")
        return found

    def term(self, e: ir.Expr) -> t.Term:
        found = self.read(e)
        assert isinstance(found, t.Term), "a set is no term"
        return found

    def set(self, e: ir.Expr) -> SetTerm:
        return as_set(self.read(e))

    def stack(self, e: ir.Expr) -> StackTerm:
        found = self.read(e)
        assert isinstance(found, StackTerm)
        return found

    def read(self, e: ir.Expr) -> Meant:
        match e:
            case ir.Apply():
                return self.terms.operators[e.op](self, e)
            case ir.Local():
                return self.names[e.name]
            case ir.Literal():
                return self._literal(e)
            case ir.VariableRef():
                return self._variable(e)
            case ir.ZoneRef():
                return self._zone(e)
            case ir.Bind():
                return self.terms.binders[e.op](self, e)
            case ir.OptionRef():
                return self.terms.options[e.name]
            case ir.Let():
                return self.named(e.name, self.read(e.value)).read(e.body)
            case ir.For():
                return replace(self, me=self.term(e.seat)).read(e.body)
            case ir.Old():
                if self.before is None:
                    raise Unsupported("a position further back than the one before the step", e.span)
                return replace(self.before, names=self.names, path=self.path, watched=self.watched).read(
                    e.body
                )
            case ir.Call() | ir.Can():
                raise Unsupported("a question about a move of the set-up", e.span)
        assert_never(e)

    def _literal(self, e: ir.Literal) -> Meant:
        if isinstance(e.value, tuple):
            assert isinstance(e.type, SetType)
            values = tuple(t.number(v) for v in e.value)
            return finite(e.type.of, values)
        if e.type == BOOL:
            return t.truth(bool(e.value))
        if e.type == CARD_TYPE:
            raise Unsupported("a certain card", e.span)
        return t.number(int(e.value))

    def _variable(self, e: ir.VariableRef) -> t.Term:
        ways = [(test, self.state.variables[e.name, i]) for test, i in self.ways(e)]
        self.need(f"`{e.name}` is set", e.span, t.either(*(t.both(test, h.is_set) for test, h in ways)))
        result = ways[-1][1].value
        for test, held in reversed(ways[:-1]):
            result = t.choose(test, held.value, result)
        return result

    def is_set(self, e: ir.VariableRef) -> t.Truth:
        return t.either(*(t.both(test, self.state.variables[e.name, i].is_set) for test, i in self.ways(e)))

    def _zone(self, e: ir.ZoneRef) -> Meant:
        ways = [(test, self.state.zones[e.name, i]) for test, i in self.ways(e)]
        result = ways[-1][1]
        for test, zone in reversed(ways[:-1]):
            result = zone if test is t.YES else choose_zone(test, zone, result)
        return result

    def ways(self, e: ir.ZoneRef | ir.VariableRef) -> list[tuple[t.Truth, int]]:
        """Whose a zone or variable can be: conditions that exclude each other, each with the index."""
        if e.index is None:
            return [(t.YES, 0)]
        per = self._owner(e)
        index = self.term(e.index)
        found = [(t.equal(index, t.number(i)), i) for i in copies(per, self.terms.game)]
        if isinstance(per, ir.Family) and isinstance(per.of, IntType):
            self.need(f"there is such a `{e.name}`", e.span, t.either(*(test for test, _ in found)))
        return [(test, i) for test, i in found if test is not t.NO] or found[:1]

    def _owner(self, e: ir.ZoneRef | ir.VariableRef) -> ir.Owner:
        game = self.terms.game
        declared = game.zones if isinstance(e, ir.ZoneRef) else game.variables
        return next(d.per for d in declared if d.name == e.name)


def as_set(found: Meant) -> SetTerm:
    """A set, or a stack as one."""
    if isinstance(found, StackTerm):
        return found.as_set()
    assert isinstance(found, SetTerm), "a set is expected"
    return found


def finite(of: Type, values: tuple[t.Term, ...]) -> SetTerm:
    """The set of these values."""
    return SetTerm(of, lambda x: t.either(*(t.equal(x, v) for v in values)), None, values)


def every(place: Place, s: SetTerm | StackTerm, body: Callable[[t.Term], t.Truth], about: str) -> t.Truth:
    """Whether `body` (a function of a member) holds for every member."""
    whole = as_set(s)
    kind = open_kind(whole, place.terms)
    if kind is not None:
        return place.terms.facts.every(about, kind, lambda x: t.implies(whole.has(x), body(x)))
    values = listed(whole, place.terms)
    assert values is not None
    inside = ((x, whole.has(x)) for x in values)
    return t.both(*(t.implies(has, body(x)) for x, has in inside if has is not t.NO))


def open_kind(s: SetTerm, terms: Terms) -> str | None:
    """What the members of a set are called among the facts if they cannot be listed, else None."""
    if listed(s, terms) is not None:
        return None
    return "card" if s.of == CARD_TYPE else "place"


def listed(s: SetTerm, terms: Terms) -> tuple[t.Term, ...] | None:
    """All that a set can have, in any order and some perhaps twice; None where that cannot be listed."""
    if s.candidates is not None:
        return s.candidates
    open_ended = s.places and terms.members(CARD_TYPE) is None
    return None if open_ended else terms.members(s.of)
