"""Forms that an expression of any type can have, and operations that do not always have a value."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.nodes import MOST_OLD
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    IntType,
    SetType,
    Type,
    same_family,
)
from tests.agreement.writing.trees import Nothing, Tree, boxed, joined, number, tree
from tests.agreement.writing.world import Moment, Scope
from tests.agreement.writing.writer import NUMBER, Form, Writer


def halves(size: int) -> tuple[int, int]:
    return size - size // 2, size // 2


def branch(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    third = max(1, size // 3)
    a, b = w.say(kind, scope, third), w.say(kind, scope, third)
    return boxed(_joint(a, b), "if ", w.say(BOOL, scope, third), " then ", a, " else ", b)


def _joint(a: Tree, b: Tree) -> Type:
    """The type of either of two expressions of one family."""
    assert not isinstance(a.kind, str) and not isinstance(b.kind, str)
    if isinstance(a.kind, IntType) and isinstance(b.kind, IntType):
        return IntType(min(a.kind.lo, b.kind.lo), max(a.kind.hi, b.kind.hi))
    if isinstance(a.kind, SetType) and isinstance(b.kind, SetType):
        if isinstance(a.kind.of, IntType) and isinstance(b.kind.of, IntType):
            return SetType(IntType(min(a.kind.of.lo, b.kind.of.lo), max(a.kind.of.hi, b.kind.of.hi)))
    return a.kind


def sheltered(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """What is worked out only where something has a value."""
    guard, thing = partial(w, scope, size)
    inner = w.say(kind, scope.knowing(thing), max(2, size - 1))
    other = w.say(kind, scope, 1)
    return boxed(_joint(inner, other), "if ", guard, " then ", inner, " else ", other)


def rebound(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """With another seat as `me`."""
    if not scope.position:
        raise Nothing
    inner = w.say(kind, replace(scope, me=True), size)
    seat = w.say(SEAT, scope, min(2, size), bare=True)
    assert not isinstance(inner.kind, str)
    return boxed(inner.kind, boxed(inner.kind, inner), " for ", boxed(SEAT, seat))


def called(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """A definition."""
    definition = w.one([d for d in scope.definitions if same_family(d.type, kind)])
    if not definition.params:
        return tree(definition.type, definition.name)
    args = tuple(w.value_for(p.type, scope, min(3, size)) for p in definition.params)
    return joined(definition.type, f"{definition.name}(", args, ")")


def earlier(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """In the position before the step."""
    if scope.moment is not Moment.STEP:
        raise Nothing
    inner = w.say(kind, scope, size)
    assert not isinstance(inner.kind, str)
    return inner if _steps_back(inner) >= MOST_OLD else tree(inner.kind, "old(", inner, ")")


def _steps_back(t: Tree) -> int:
    return ("old(" in t.parts) + max((_steps_back(p) for p in t.parts if isinstance(p, Tree)), default=0)


ANY: tuple[Form, ...] = (branch, sheltered, sheltered, rebound, called, called, earlier)


# what does not always have a value --------------------------------------------------------------------------


def partial(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    """A condition, and an expression that has a value where it holds."""
    for _ in range(4):
        try:
            return w.one(PARTIAL)(w, scope, min(size, 4))
        except Nothing:
            continue
    raise Nothing


def partial_card(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    """A condition, and a card that there is where it holds."""
    return w.one((_end, _end, _at, _card_of))(w, scope, min(size, 3))


def _end(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    stack = w.zone(w.one(w.stacks(scope)), scope, size)
    guard = w.one((boxed(BOOL, stack, " is not empty"), boxed(BOOL, "size(", stack, ") > 0")))
    return guard, tree(CARD, w.one(("top(", "bottom(")), stack, ")")


def _at(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    stack, place = w.zone(w.one(w.stacks(scope)), scope, size), number(w.dice.below(3))
    return boxed(BOOL, place, " in indices(", stack, ")"), tree(CARD, "at(", stack, ", ", place, ")")


def _variable(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    if not scope.position:
        raise Nothing
    variable = w.variable(w.one([v for v in scope.world.variables if not v.sure]), scope, size)
    return boxed(BOOL, variable, " is set"), variable


def _the(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    kind = w.one((CARDS, SEATS, SetType(SUIT), SetType(RANK), SetType(NUMBER)))
    members = w.say(kind, scope, size)
    assert isinstance(members.kind, SetType)
    return boxed(BOOL, "size(", members, ") == 1"), tree(members.kind.of, "the(", members, ")")


def _extreme(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    domain, of = w.domain(scope, min(2, size))
    name = w.fresh()
    body = w.about(tree(of, name), w.bound(domain, of, name, scope), size)
    assert isinstance(body.kind, IntType)
    found = tree(body.kind, w.one(("lowest(", "highest(")), body, f" over {name} in ", domain, ")")
    return boxed(BOOL, domain, " is not empty"), found


def _next_among(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    seats = w.say(SEATS, scope, size)
    seat = w.say(SEAT, scope, 2, bare=True)
    return boxed(BOOL, seats, " is not empty"), joined(SEAT, "next(", (seat, seats), ")")


def _card_of(w: Writer, scope: Scope, size: int) -> tuple[Tree, Tree]:
    """A card of a set that holds at most one."""
    name, other = w.fresh(), w.fresh()
    domain = w.say(CARDS, scope, 2)
    lower = tree(CARDS, f"those({name} in ", domain, f" where every {other} in ", domain)
    one = tree(CARDS, lower, f" satisfies index({other}) >= index({name}))")
    return boxed(BOOL, domain, " is not empty"), tree(CARD, "the(", one, ")")


PARTIAL = (
    *(_end,) * 4,
    *(_at,) * 2,
    *(_variable,) * 2,
    _the,
    *(_extreme,) * 2,
    _next_among,
    *(_card_of,) * 2,
)
