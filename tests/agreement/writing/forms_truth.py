"""Forms of expressions that are a yes or no."""

from __future__ import annotations

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
    SequenceType,
    SetType,
    Type,
)
from tests.agreement.writing.forms_any import halves, partial
from tests.agreement.writing.trees import Nothing, Tree, boxed, joined, tree
from tests.agreement.writing.world import CHECKING, Moment, Scope
from tests.agreement.writing.writer import NUMBER, Form, Writer

ORDERS = ("<", "<=", ">", ">=")
EQUALS = ("==", "!=")


def negation(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    return boxed(BOOL, "not ", w.say(BOOL, scope, size))


def joint(word: str) -> Form:
    def form(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
        a, b = halves(size)
        return boxed(BOOL, w.say(BOOL, scope, a), f" {word} ", w.say(BOOL, scope, b))

    return form


def guarded(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """What is asked only where something has a value, in all ways to leave it out otherwise."""
    guard, thing = partial(w, scope, size)
    there = scope.knowing(thing)
    inner = _about(w, there, thing, size) if w.dice.below(3) else w.say(BOOL, there, max(2, size - 1))
    return w.one(
        (
            boxed(BOOL, guard, " and ", inner),
            boxed(BOOL, guard, " implies ", inner),
            boxed(BOOL, boxed(BOOL, "not ", guard), " or ", inner),
            boxed(BOOL, "if ", guard, " then ", inner, " else ", w.say(BOOL, scope, 1)),
        )
    )


def about_known(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """A question about something that has a value here, the latest most often."""
    return _about(w, scope, scope.known[-1] if scope.known and w.dice.chance(2) else w.one(scope.known), size)


def joined_questions(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """Short questions about the latest thing that has a value, joined in all ways."""
    if not scope.known:
        raise Nothing
    return _joined(w, scope, scope.known[-1], 2)


def member_test(w: Writer, scope: Scope, size: int) -> Tree:
    """A condition on what was bound last, half the time about nothing else."""
    return joined_questions(w, BOOL, scope, size) if w.dice.chance(2) else w.say(BOOL, scope, size)


def _joined(w: Writer, scope: Scope, thing: Tree, deep: int) -> Tree:
    if deep == 0 or w.dice.chance(6):
        return _about(w, scope, thing, 1)
    a, b = (_joined(w, scope, thing, deep - 1) for _ in range(2))
    case = w.dice.below(6)
    if case == 0:
        return boxed(BOOL, "not ", a)
    if case == 1:
        return boxed(BOOL, "if ", a, " then ", b, " else ", _about(w, scope, thing, 1))
    return boxed(BOOL, a, w.one((" and ", " and ", " or ", " or ", " implies ")), b)


def _about(w: Writer, scope: Scope, thing: Tree, size: int) -> Tree:
    kind = thing.kind
    if kind == CARD:
        return _about_card(w, scope, thing, size)
    if kind == BOOL:
        return boxed(BOOL, thing, w.one((" and ", " or ", " implies ")), w.say(BOOL, scope, size))
    assert not isinstance(kind, str)
    if kind == RANK or isinstance(kind, IntType):
        sign = w.one((*ORDERS, *EQUALS))
        return boxed(BOOL, thing, f" {sign} ", w.say(kind, scope, size))
    if isinstance(kind, SetType | SequenceType):
        return boxed(BOOL, w.say(kind.of, scope, min(2, size), bare=True), " in ", thing)
    return boxed(BOOL, thing, f" {w.one(EQUALS)} ", w.say(kind, scope, size, bare=True))


def _about_card(w: Writer, scope: Scope, card: Tree, size: int) -> Tree:
    case = w.dice.below(7)
    if case == 0:
        return boxed(BOOL, card, ".suit", f" {w.one(EQUALS)} ", w.say(SUIT, scope, size))
    if case < 4:
        return boxed(BOOL, card, ".rank", f" {w.one((*ORDERS, *ORDERS, *EQUALS))} ", w.say(RANK, scope, size))
    if case == 4:
        return boxed(BOOL, "index(", card, f") {w.one(ORDERS)} ", w.say(NUMBER, scope, size))
    if case == 5:
        return boxed(BOOL, card, w.one((" in ", " not in ")), w.domain_of_cards(scope, size))
    return boxed(BOOL, card, f" {w.one(EQUALS)} ", w.say(CARD, scope, size))


def order(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    of = w.kind(NUMBER, NUMBER, RANK)
    a, b = halves(size)
    return boxed(BOOL, w.say(of, scope, a), f" {w.one(ORDERS)} ", w.say(of, scope, b))


def _compared(w: Writer, scope: Scope) -> Type:
    found: list[Type] = [SUIT, RANK, NUMBER, CARDS, SetType(SUIT), SetType(RANK), SetType(NUMBER)]
    if scope.position or scope.known:
        found += [SEAT, SEATS, BOOL]
    found += [STACK] * bool(w.stacks(scope))
    found += [t.kind for t in scope.known if not isinstance(t.kind, str)]
    found += [o.type for o in scope.world.options]
    return w.one(found)


def equality(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    of = _compared(w, scope)
    a, b = halves(size)
    return boxed(BOOL, w.say(of, scope, a), f" {w.one(EQUALS)} ", w.say(of, scope, b, bare=True))


def membership(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    a, b = halves(size)
    domain, of = w.domain(scope, b)
    return boxed(BOOL, w.say(of, scope, a, bare=True), w.one((" in ", " not in ")), domain)


def emptiness(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    domain, _ = w.domain(scope, size)
    return boxed(BOOL, domain, w.one((" is empty", " is not empty")))


def being_set(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if not scope.position:
        raise Nothing
    variable = w.variable(w.one(scope.world.variables), scope, size)
    return boxed(BOOL, variable, w.one((" is set", " is unset", " is not set")))


def some(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    return _through(w, scope, size, "some ", " where ")


def every(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    return _through(w, scope, size, "every ", " satisfies ")


def _through(w: Writer, scope: Scope, size: int, word: str, link: str) -> Tree:
    domain, of = w.domain(scope, min(3, size // 2))
    name = w.fresh()
    body = member_test(w, w.bound(domain, of, name, scope), size // 2)
    return boxed(BOOL, f"{word}{name} in ", domain, link, body)


def ability(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """What one can do, with some of the picks given."""
    if not (scope.me and scope.position):
        raise Nothing
    move = w.one(scope.moves)
    given = w.dice.below(len(move.picks) + 1)
    args = tuple(w.value_for(p.type, scope, min(2, size)) for p in move.picks[:given])
    if not args:
        return tree(BOOL, f"can({move.name})")
    return tree(BOOL, joined(BOOL, f"can({move.name}, ", args, ")"))


def the_phase(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    if not scope.position:
        raise Nothing
    name = w.one(("setup", *scope.world.phases, *scope.world.phases))
    return boxed(BOOL, tree(EnumType("phase", ()), "phase"), f" {w.one(EQUALS)} {name}")


# only in checks ---------------------------------------------------------------------------------------------


def _over(w: Writer, scope: Scope, size: int) -> Tree:
    return tree(BOOL, "over")


def _ended(w: Writer, scope: Scope, size: int) -> Tree:
    return tree(BOOL, f"ended({w.one(scope.world.endings)})")


def _result(w: Writer, scope: Scope, size: int) -> Tree:
    return tree(BOOL, w.one(("wins(", "loses(")), w.say(SEAT, scope, size, bare=True), ")")


def _mover_of_a_card(w: Writer, scope: Scope, size: int) -> Tree:
    card = w.one([t for t in scope.known if t.kind == CARD])
    return boxed(BOOL, "laid_by(", card, f") {w.one(EQUALS)} ", w.say(SEAT, scope, size, bare=True))


def of_checks(w: Writer, kind: Type, scope: Scope, size: int) -> Tree:
    """What only checks may ask."""
    if scope.moment not in CHECKING:
        raise Nothing
    return w.one((_over, _ended, _result, _result, _last, _last, _mover_of_a_card))(w, scope, size)


def _last(w: Writer, scope: Scope, size: int) -> Tree:
    if scope.moment is not Moment.STEP:
        raise Nothing
    outside = [m.name for m in scope.world.moves]
    return boxed(BOOL, f"last_move {w.one(EQUALS)} {w.one(outside)}")


TRUTHS: tuple[Form, ...] = (
    negation,
    joint("and"),
    joint("or"),
    joint("implies"),
    *(guarded,) * 3,
    *(about_known,) * 4,
    *(joined_questions,) * 3,
    order,
    order,
    equality,
    equality,
    equality,
    membership,
    membership,
    emptiness,
    being_set,
    some,
    every,
    ability,
    the_phase,
    *(of_checks,) * 8,
)
