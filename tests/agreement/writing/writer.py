"""Random expressions of a wanted type: the choice of a form, and what has a value without any form.

The forms stand in tables by kind of type (`forms_*.py`); a form that is not possible at a place raises
`Nothing`, and another is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar

from interpreter.ir.nodes import Family, Owner, Per
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    EnumType,
    IntType,
    RankType,
    SequenceType,
    SetType,
    SuitType,
    Type,
    same_family,
)
from tests.agreement.writing.trees import NO, YES, Nothing, Tree, joined, number, tree
from tests.agreement.writing.world import Memory, Place, Scope, World
from tests.fuzz.dice import Dice

T = TypeVar("T")
Form: TypeAlias = "Callable[[Writer, Type, Scope, int], Tree]"
TRIES = 6
DEEPEST = 7
"""So many forms may stand in one another."""
NUMBER = IntType(0, 0)
WILD = 60
"""One index of a family in so many may be none of it."""
WIDEST = 40
"""No number that is written goes further from 0."""


def kind_of(kind: Type) -> str:
    """The table that has the forms of a type."""
    return type(kind).__name__


class Writer:
    """Writes for one rule file; `forms` are the tables by kind of type."""

    def __init__(self, dice: Dice, forms: Mapping[str, Sequence[Form]], deepest: int = DEEPEST) -> None:
        self.dice = dice
        self._forms = forms
        self._deepest = deepest
        self._names = 0
        self._depth = 0

    def fresh(self, letter: str = "x") -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{letter}{self._names}"

    def kind(self, *kinds: Type) -> Type:
        """One of the types."""
        return self.dice.one(kinds)

    def one(self, items: Sequence[T]) -> T:
        if not items:
            raise Nothing
        return self.dice.one(items)

    # expressions

    def say(self, kind: Type, scope: Scope, size: int, bare: bool = False) -> Tree:
        """An expression of the type's family with about so many nodes.

        `bare` is whether a name or number alone is understood, since the place asks for the type.
        """
        if size <= 1 or self._depth >= self._deepest:
            return self.leaf(kind, scope, bare)
        forms = self._forms[kind_of(kind)]
        self._depth += 1
        try:
            for _ in range(TRIES):
                with suppress(Nothing):
                    return self.one(forms)(self, kind, scope, size - 1)
            return self.leaf(kind, scope, bare)
        finally:
            self._depth -= 1

    def leaf(self, kind: Type, scope: Scope, bare: bool = False) -> Tree:
        """Something that has a value here as it is."""
        known = [t for t in scope.known if _fits(t, kind)]
        known += self._settings(kind, scope) + self._remembered(kind, scope)
        if known and not self.dice.chance(3):
            return self.dice.one(known)
        try:
            return self._plain(kind, scope, bare)
        except Nothing:
            return self.one(known)

    def _settings(self, kind: Type, scope: Scope) -> list[Tree]:
        return [tree(o.type, o.name) for o in scope.world.options if same_family(o.type, kind)]

    def _remembered(self, kind: Type, scope: Scope) -> list[Tree]:
        if not scope.position:
            return []
        sure = (v for v in scope.world.variables if v.sure and v.per is Per.TABLE)
        return [tree(v.type, v.name) for v in sure if same_family(v.type, kind)]

    def _plain(self, kind: Type, scope: Scope, bare: bool) -> Tree:
        world = scope.world
        match kind:
            case SuitType():
                return tree(SUIT, self.one(world.suits))
            case RankType():
                return tree(RANK, self.one(world.ranks))
            case IntType():
                return number(self.dice.below(6) - self.dice.below(3))
            case EnumType("", members) if bare:
                return tree(kind, self.one(members))
            case EnumType("phase", _) if scope.position:
                return tree(kind, "phase")
            case SetType():
                return self._plain_set(kind, scope)
            case SequenceType():
                return self.zone(self.one(self.stacks(scope)), scope, 1)
        if kind == SEAT:
            return self._seat(scope, bare)
        if kind == BOOL:
            return self._truth(scope)
        raise Nothing

    def _seat(self, scope: Scope, bare: bool) -> Tree:
        choices = [tree(SEAT, "me")] * scope.me + [tree(SEAT, "mover")] * scope.position
        if bare:
            choices.append(tree(SEAT, str(self.dice.below(scope.world.seats))))
        return self.one(choices)

    def _truth(self, scope: Scope) -> Tree:
        if scope.position and scope.world.zones and not self.dice.chance(8):
            zone = self.zone(self.one(scope.world.zones), scope, 1)
            return tree(BOOL, "(", zone, self.one((" is empty", " is not empty")), ")")
        return self.one((YES, NO))

    def _plain_set(self, kind: SetType, scope: Scope) -> Tree:
        word = {"SeatType": "seats", "SuitType": "suits", "RankType": "ranks"}.get(kind_of(kind.of))
        if kind == CARDS:
            sets = [z for z in scope.world.zones if not z.ordered] if scope.position else []
            if not sets and not scope.cards:
                raise Nothing
            return self.zone(self.one(sets), scope, 1) if sets else tree(CARDS, "cards")
        if word is not None:
            return tree(kind, word)
        if isinstance(kind.of, IntType):
            low = self.dice.below(3)
            high = low + self.dice.below(4)
            return tree(SetType(IntType(low, high)), f"numbers({low}, {high})")
        raise Nothing

    # zones and variables

    def stacks(self, scope: Scope) -> list[Place]:
        return [z for z in scope.world.zones if z.ordered] if scope.position else []

    def zone(self, zone: Place, scope: Scope, size: int) -> Tree:
        if not scope.position:
            raise Nothing
        return self._indexed(zone.type, zone.name, zone.per, scope, size)

    def variable(self, variable: Memory, scope: Scope, size: int) -> Tree:
        return self._indexed(variable.type, variable.name, variable.per, scope, size)

    def _indexed(self, kind: Type, name: str, per: Owner, scope: Scope, size: int) -> Tree:
        if per is Per.TABLE:
            return tree(kind, name)
        small = min(size, 2) if self._depth < self._deepest else 0
        if per is Per.PLAYER:
            return tree(kind, name, "[", self.say(SEAT, scope, small, bare=True), "]")
        assert isinstance(per, Family)
        if isinstance(per.of, IntType):
            wild = self.dice.chance(WILD)
            index = self.say(per.of, scope, small) if wild else self.number_in(per.of, scope, small)
            return tree(kind, name, "[", index, "]")
        return tree(kind, name, "[", self.say(per.of, scope, small, bare=True), "]")

    def number_in(self, kind: IntType, scope: Scope, size: int) -> Tree:
        """A number of the range."""
        found = self.say(kind, scope, size)
        assert isinstance(found.kind, IntType)
        if kind.lo <= found.kind.lo and found.kind.hi <= kind.hi:
            return found
        if size <= 1 or found.kind.hi < kind.lo or found.kind.lo > kind.hi or self.dice.chance(3):
            return number(kind.lo + self.dice.below(kind.hi - kind.lo + 1))
        return joined(
            kind, "max(", (number(kind.lo), joined(kind, "min(", (number(kind.hi), found), ")")), ")"
        )

    def value_for(self, kind: Type, scope: Scope, size: int) -> Tree:
        """A value that a variable or parameter of the type can have."""
        if isinstance(kind, IntType):
            return self.number_in(kind, scope, size)
        return self.say(kind, scope, size, bare=True)

    # what runs through a set

    def domain(self, scope: Scope, size: int) -> tuple[Tree, Type]:
        """A set or stack to run through, and the type of its members."""
        if scope.position and self.dice.chance(3):
            return self.cards_somewhere(scope), CARD
        if self.dice.chance(10):
            places = SetType(IntType(0, max(0, scope.world.cards - 1)))
            return tree(places, "indices(", self.zone(self.one(self.stacks(scope)), scope, 2), ")"), places.of
        kind = self.kind(CARDS, CARDS, STACK, SEATS, SetType(SUIT), SetType(RANK), SetType(NUMBER))
        found = self.say(kind, scope, size)
        assert isinstance(found.kind, SetType | SequenceType)
        return found, found.kind.of

    def about(self, member: Tree, scope: Scope, size: int) -> Tree:
        """A number that is another one for most members of a set."""
        if isinstance(member.kind, IntType):
            own = member
        elif member.kind == SEAT and scope.position and not self.dice.chance(3):
            own = tree(IntType(0, scope.world.cards), "size(", scope.world.owned[0].name, "[", member, "])")
        else:
            own = tree(IntType(0, max(12, scope.world.cards)), "index(", member, ")")
        if self.dice.chance(2):
            return own
        other = self.say(NUMBER, scope, size)
        assert isinstance(own.kind, IntType) and isinstance(other.kind, IntType)
        kind = IntType(own.kind.lo - other.kind.hi, own.kind.hi - other.kind.lo)
        return tree(kind, "(", own, " - ", other, ")")

    def domain_of_cards(self, scope: Scope, size: int) -> Tree:
        if scope.position and self.dice.chance(2):
            return self.cards_somewhere(scope)
        return self.say(CARDS, scope, size)

    def cards_somewhere(self, scope: Scope) -> Tree:
        """A zone, most often one where cards are to be expected."""
        own = scope.world.owned[0]
        if scope.me and not self.dice.chance(3):
            return tree(own.type, own.name, "[", tree(SEAT, "me"), "]")
        return self.zone(self.one(scope.world.zones[: 2 + self.dice.below(3)]), scope, 2)

    def bound(self, domain: Tree, of: Type, name: str, scope: Scope) -> Scope:
        """The scope in which the name is a member of the set."""
        member = tree(of, name)
        inner = scope.knowing(member)
        first = domain.parts[0]
        if first == "indices(" and isinstance(domain.parts[1], Tree):
            return inner.knowing(tree(CARD, "at(", domain.parts[1], f", {name})"))
        if of == CARD and is_zone(domain, scope.world):
            return scope.with_card(member, domain)
        return inner


def is_zone(t: Tree, world: World) -> bool:
    """Whether a set or stack is a zone by its name."""
    return t.kind in (CARDS, STACK) and any(t.parts[0] == z.name for z in world.zones)


def _fits(t: Tree, kind: Type) -> bool:
    return not isinstance(t.kind, str) and same_family(t.kind, kind)
