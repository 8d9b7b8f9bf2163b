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


@dataclass
class Terms:
    """What all expressions of one question share: the game, its facts, the options, the cards' attributes."""

    game: ir.Game
    facts: Facts
    needs: list[Need] = field(default_factory=list)

    def __post_init__(self) -> None:
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
        return replace(self, names={**self.names, name: value})

    def under(self, condition: t.Truth) -> Place:
        """The same place, where the condition is known to hold."""
        return replace(self, path=t.both(self.path, condition))

    def need(self, what: str, span: Span, holds: t.Truth) -> None:
        if self.watched:
            self.terms.needs.append(Need(what, span, self.path, holds))

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
        found = self.read(e)
        if isinstance(found, StackTerm):
            return found.as_set()
        assert isinstance(found, SetTerm)
        return found

    def stack(self, e: ir.Expr) -> StackTerm:
        found = self.read(e)
        assert isinstance(found, StackTerm)
        return found

    def read(self, e: ir.Expr) -> Meant:
        from verify.binders import BINDERS
        from verify.operators import OPS

        match e:
            case ir.Literal():
                return self._literal(e)
            case ir.OptionRef():
                return self.terms.options[e.name]
            case ir.Local():
                return self.names[e.name]
            case ir.VariableRef():
                return self._variable(e)
            case ir.ZoneRef():
                return self._zone(e)
            case ir.Apply():
                return OPS[e.op](self, e)
            case ir.Bind():
                return BINDERS[e.op](self, e)
            case ir.Let():
                return self.named(e.name, self.read(e.value)).read(e.body)
            case ir.For():
                return replace(self, me=self.term(e.seat)).read(e.body)
            case ir.Old():
                assert self.before is not None, "the checker lets `old` stand in steps only"
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
        held = [(i, self.state.variables[e.name, i]) for i in self._indices(e)]
        whose = self._whose(e)
        self.need(
            f"`{e.name}` is set",
            e.span,
            t.either(*(t.both(t.equal(whose, t.number(i)), h.is_set) for i, h in held)),
        )
        return _by_index(whose, [(i, h.value) for i, h in held])

    def is_set(self, e: ir.VariableRef) -> t.Truth:
        whose = self._whose(e)
        held = ((i, self.state.variables[e.name, i].is_set) for i in self._indices(e))
        return t.either(*(t.both(t.equal(whose, t.number(i)), known) for i, known in held))

    def _zone(self, e: ir.ZoneRef) -> Meant:
        whose = self._whose(e)
        found = [(i, self.state.zones[e.name, i]) for i in self._indices(e)]
        result = found[-1][1]
        for i, zone in reversed(found[:-1]):
            test = t.equal(whose, t.number(i))
            known = t.known_truth(test)
            result = result if known is False else zone if known else choose_zone(test, zone, result)
        return result

    def _whose(self, e: ir.ZoneRef | ir.VariableRef) -> t.Term:
        return t.number(0) if e.index is None else self.term(e.index)

    def _indices(self, e: ir.ZoneRef | ir.VariableRef) -> range:
        game = self.terms.game
        declared = game.zones if isinstance(e, ir.ZoneRef) else game.variables
        return copies(next(d.per for d in declared if d.name == e.name), game)


def _by_index(whose: t.Term, values: list[tuple[int, t.Term]]) -> t.Term:
    result = values[-1][1]
    for i, value in reversed(values[:-1]):
        result = t.choose(t.equal(whose, t.number(i)), value, result)
    return result


def finite(of: Type, values: tuple[t.Term, ...]) -> SetTerm:
    """The set of these values."""
    return SetTerm(of, lambda x: t.either(*(t.equal(x, v) for v in values)), None, values)


def every(place: Place, s: SetTerm | StackTerm, body: Callable[[t.Term], t.Truth], about: str) -> t.Truth:
    """Whether `body` (a function of a member) holds for every member."""
    of = CARD_TYPE if isinstance(s, StackTerm) else s.of
    candidates = None if isinstance(s, StackTerm) else s.candidates
    open_ended = of == CARD_TYPE or (isinstance(s, SetTerm) and s.places)
    if candidates is None and not open_ended:
        candidates = place.terms.members(of)
    if candidates is not None:
        return t.both(*(t.implies(s.has(x), body(x)) for x in candidates))
    kind = "card" if of == CARD_TYPE else "place"
    return place.terms.facts.every(about, kind, lambda x: t.implies(s.has(x), body(x)))
