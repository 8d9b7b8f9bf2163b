"""Forms of expressions that are a number, a suit, a rank, a card, a seat, a set or a stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    IntType,
    SequenceType,
    SetType,
    Type,
    join,
)
from tests.agreement.writing.forms_any import ANY, branch, halves, partial_card
from tests.agreement.writing.forms_truth import TRUTHS, member_test
from tests.agreement.writing.trees import Nothing, Tree, boxed, joined, tree
from tests.agreement.writing.world import CHECKING, COUNTING, Moment, Scope
from tests.agreement.writing.writer import NUMBER, WIDEST, Form, Writer


def _range(t: Tree) -> IntType:
    assert isinstance(t.kind, IntType)
    return t.kind


def _number(lo: int, hi: int, *parts: str | Tree) -> Tree:
    if max(-lo, hi) > WIDEST**2:
        raise Nothing
    return Tree(IntType(lo, hi), parts)


# numbers ----------------------------------------------------------------------------------------------------


def sum_(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    a, b = (w.say(NUMBER, scope, s) for s in halves(size))
    x, y = _range(a), _range(b)
    if w.dice.chance(2):
        return _number(x.lo + y.lo, x.hi + y.hi, "(", a, " + ", b, ")")
    return _number(x.lo - y.hi, x.hi - y.lo, "(", a, " - ", b, ")")


def product(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    a, b = w.say(NUMBER, scope, min(2, size)), w.say(NUMBER, scope, min(2, size))
    ends = [p * q for p in (_range(a).lo, _range(a).hi) for q in (_range(b).lo, _range(b).hi)]
    return _number(min(ends), max(ends), "(", a, " * ", b, ")")


def negative(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    a = w.say(NUMBER, scope, size)
    return _number(-_range(a).hi, -_range(a).lo, "(-", a, ")")


def extreme_of(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    count = 2 + w.dice.below(2)
    args = tuple(w.say(NUMBER, scope, max(1, size // count)) for _ in range(count))
    lows, highs = [_range(a).lo for a in args], [_range(a).hi for a in args]
    if w.dice.chance(2):
        return joined(IntType(min(lows), min(highs)), "min(", args, ")")
    return joined(IntType(max(lows), max(highs)), "max(", args, ")")


def size_of(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    domain, _ = w.domain(scope, size)
    return _number(0, scope.world.cards, "size(", domain, ")")


def index_of(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    of = w.one((SUIT, RANK, CARD, SEAT, *(o.type for o in scope.world.options)))
    if of == BOOL or isinstance(of, IntType):
        raise Nothing
    return _number(0, max(scope.world.cards, 12), "index(", w.say(of, scope, size), ")")


def counted(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    domain, of = w.domain(scope, min(3, size))
    name = w.fresh()
    body = member_test(w, w.bound(domain, of, name, scope), size)
    return _number(0, scope.world.cards, "count(", f"{name} in ", domain, " where ", body, ")")


def summed(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    domain, of = w.domain(scope, min(3, size))
    name, most = w.fresh(), max(1, scope.world.cards)
    inner = w.bound(domain, of, name, scope)
    body = w.about(tree(of, name), inner, size) if w.dice.chance(2) else w.say(NUMBER, inner, size)
    x = _range(body)
    return _number(min(0, x.lo) * most, max(0, x.hi) * most, "total(", body, f" over {name} in ", domain, ")")


def extreme_over(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """Over a set that is never empty."""
    sets = (tree(SetType(SUIT), "suits"), tree(SetType(RANK), "ranks"), tree(SEATS, "seats"))
    domain, name = w.one(sets), w.fresh()
    assert isinstance(domain.kind, SetType)
    of = domain.kind.of
    body = w.about(tree(of, name), w.bound(domain, of, name, scope), size)
    return tree(body.kind, w.one(("lowest(", "highest(")), body, f" over {name} in ", domain, ")")


def counter(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if scope.moment not in COUNTING:
        raise Nothing
    return _number(0, WIDEST, w.one(("plies", "turns", "repeats")))


# suits, ranks, cards and seats ------------------------------------------------------------------------------


def attribute(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    return tree(kind, w.say(CARD, scope, size), ".suit" if kind == SUIT else ".rank")


def of_a_card(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """The suit, the rank or the place of a card, where there is one."""
    guard, card = partial_card(w, scope, size)
    other = w.leaf(kind, scope)
    if kind in (SUIT, RANK):
        asked = tree(kind, card, ".suit" if kind == SUIT else ".rank")
        return boxed(kind, "if ", guard, " then ", asked, " else ", other)
    asked = tree(IntType(0, scope.world.cards), "index(", card, w.one(("", ".suit", ".rank")), ")")
    low, high = min(0, _range(other).lo), max(scope.world.cards, _range(other).hi)
    return _number(low, high, "(if ", guard, " then ", asked, " else ", other, ")")


def variable(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """One that always has a value."""
    if not scope.position:
        raise Nothing
    return w.variable(w.one([v for v in scope.world.variables if v.sure and v.type == kind]), scope, size)


def following(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if not (scope.position and scope.turn):
        raise Nothing
    return tree(SEAT, "next(", w.say(SEAT, scope, size, bare=True), ")")


def following_among(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """Among some that hold a seat for certain."""
    seat = w.say(SEAT, scope, 2)
    others = w.one(
        (tree(SEATS, "seats"), joined(SEATS, "union(", (_only(seat), w.say(SEATS, scope, size)), ")"))
    )
    return joined(SEAT, "next(", (w.say(SEAT, scope, 2, bare=True), others), ")")


def the_one(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """The member of a set of one."""
    return tree(kind, "the(", _only(w.say(kind, scope, size)), ")")


def _only(member: Tree) -> Tree:
    assert not isinstance(member.kind, str)
    return tree(SetType(member.kind), "only(", member, ")")  # type: ignore[arg-type]


def last_player(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if scope.moment not in CHECKING or (scope.moment is Moment.POSITION and not w.dice.chance(6)):
        raise Nothing
    return tree(SEAT, "last_player")


def laid_by(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if scope.moment is not Moment.STEP:
        raise Nothing
    return tree(SEAT, "laid_by(", w.say(CARD, scope, size), ")")


# sets and stacks --------------------------------------------------------------------------------------------


def those(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    assert isinstance(kind, SetType)
    domain = w.say(kind if kind != CARDS or not w.dice.chance(3) else STACK, scope, min(3, size))
    assert isinstance(domain.kind, SetType | SequenceType)
    name = w.fresh()
    body = member_test(w, w.bound(domain, domain.kind.of, name, scope), size)
    return tree(SetType(domain.kind.of), f"those({name} in ", domain, " where ", body, ")")


def combined(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    a, b = (w.say(kind, scope, s) for s in halves(size))
    assert not isinstance(a.kind, str) and not isinstance(b.kind, str)
    return joined(join(a.kind, b.kind), w.one(("union(", "common(", "less(")), (a, b), ")")


def listed(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    assert isinstance(kind, SetType)
    members = tuple(w.say(kind.of, scope, min(2, size)) for _ in range(w.dice.size(3)))
    result: Type = SetType(kind.of)
    for m in members:
        assert not isinstance(m.kind, str)
        result = join(SetType(m.kind), result) if m is not members[0] else SetType(m.kind)  # type: ignore[arg-type]
    return joined(result, "only(", members, ")")


def cards_of(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if kind != CARDS:
        raise Nothing
    return tree(CARDS, "cards(", w.say(STACK, scope, size), ")")


def all_cards(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if kind != CARDS or not scope.cards:
        raise Nothing
    return tree(CARDS, "cards")


def places(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if not (isinstance(kind, SetType) and isinstance(kind.of, IntType)):
        raise Nothing
    stack = w.say(STACK, scope, min(2, size))
    return tree(SetType(IntType(0, max(0, scope.world.cards - 1))), "indices(", stack, ")")


def everyone(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if kind != SEATS:
        raise Nothing
    return tree(SEATS, w.one(("everyone", "nobody")))


def zone(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    return w.zone(w.one([z for z in scope.world.zones if z.type == kind]), scope, size)


def own_zone(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """A zone of the player who acts."""
    if not scope.me:
        raise Nothing
    found = w.one([z for z in scope.world.owned if z.type == kind])
    return tree(kind, found.name, "[", tree(SEAT, "me"), "]")


NUMBERS: tuple[Form, ...] = (
    *(sum_,) * 3,
    *(product,) * 2,
    *(negative,) * 2,
    *(of_a_card,) * 2,
    extreme_of,
    size_of,
    size_of,
    index_of,
    counted,
    summed,
    extreme_over,
    counter,
    *ANY,
)
SETS: tuple[Form, ...] = (
    those,
    combined,
    combined,
    combined,
    listed,
    *(cards_of,) * 3,
    all_cards,
    places,
    places,
    everyone,
    zone,
    zone,
    own_zone,
    *ANY,
)
FORMS: Mapping[str, Sequence[Form]] = {
    "BoolType": (*TRUTHS, *ANY),
    "IntType": NUMBERS,
    "SuitType": (attribute, *(of_a_card,) * 4, variable, the_one, *ANY),
    "RankType": (attribute, *(of_a_card,) * 4, variable, the_one, *ANY),
    "CardType": (the_one, *ANY),
    "SeatType": (following, following, following_among, variable, the_one, last_player, laid_by, *ANY),
    "EnumType": (variable, *ANY),
    "SetType": SETS,
    "SequenceType": (zone, zone, zone, own_zone, branch),
}
