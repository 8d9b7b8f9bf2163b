"""Solver terms, made only here: each constructor checks sorts and calculates what it can.

On literal arguments a constructor gives a literal, so that an expression over known values becomes
known without a solver. A term's sort is `BOOL`, `INT` (numbers and members of enumerated types, by index) or
`CARD`.
Terms are ours and no solver's: equal terms are the same object, sums are in a normal form, and `lower` hands
to the solver only those that a question needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum, auto
from itertools import count
from typing import Final, TypeAlias


class Sort:
    """What kind of value a term has; each sort is one object."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


BOOL: Final = Sort("Bool")
INT: Final = Sort("Int")
CARD: Final = Sort("Card")
"""Uninterpreted: what is proved holds for however many cards there are."""


class Kind(IntEnum):
    """What a term is made by; `label` of the term says the rest."""

    VALUE = auto()  # label: bool, int, or the number of a card
    CONST = auto()  # label: its name
    APPLY = auto()  # label: the name of an uninterpreted function
    NOT = auto()
    AND = auto()
    OR = auto()
    EQ = auto()
    ITE = auto()
    POSITIVE = auto()  # that a number is above 0
    SUM = auto()  # label: a number, and a factor for each argument
    MUL = auto()

    __hash__ = int.__hash__  # that of an `Enum` is many times slower, and every term needs one


Label: TypeAlias = "bool | int | str | tuple[int, ...] | None"


class Term:
    """A node; made by the functions of this module only."""

    __slots__ = ("args", "kind", "label", "quantified", "serial", "sort")

    def __init__(self, kind: Kind, sort: Sort, label: Label, args: tuple[Term, ...]) -> None:
        self.kind = kind
        self.sort = sort
        self.label = label
        self.args = args
        self.quantified = False
        for arg in args:  # a loop, for there are many terms and few arguments
            if arg.quantified:
                self.quantified = True
        self.serial = next(_SERIAL)

    def __repr__(self) -> str:
        name = self.kind.name.lower() if self.label is None else str(self.label)
        return f"{name}({', '.join(map(repr, self.args))})" if self.args else name


Truth: TypeAlias = Term
Number: TypeAlias = Term
Function: TypeAlias = Callable[..., Term]

# One table for the process, so that equal terms are the same object whoever makes them.
_TABLE: Final[dict[tuple[object, ...], Term]] = {}
_SERIAL: Final = count()
MOST_KEPT: Final = 500_000


def make(kind: Kind, sort: Sort, label: Label, *args: Term) -> Term:
    """The one node of this description; nothing is checked or calculated."""
    key = (kind, sort, label, args)
    found = _TABLE.get(key)
    if found is None:
        found = _TABLE[key] = Term(kind, sort, label, args)
    return found


def tidy() -> None:
    """Empty the table if it has become large, values apart.

    Terms made before and after are no longer the same objects then, so this is for the moment before a new
    question.
    """
    if len(_TABLE) > MOST_KEPT:
        kept = {k: v for k, v in _TABLE.items() if v.kind is Kind.VALUE}
        _TABLE.clear()
        _TABLE.update(kept)


YES: Final[Truth] = make(Kind.VALUE, BOOL, True)
NO: Final[Truth] = make(Kind.VALUE, BOOL, False)
_ZERO: Final[Number] = make(Kind.VALUE, INT, 0)
_ONE: Final[Number] = make(Kind.VALUE, INT, 1)


class SortMismatch(TypeError):
    """A fault of the encoder: a term of another sort was expected."""


def _expect(sort: Sort, *terms: Term) -> None:
    for t in terms:
        if t.sort is not sort:
            raise SortMismatch(f"a {sort} is expected, not a {t.sort}")


# values and unknowns --------------------------------------------------------------------------------------


def number(value: int) -> Number:
    return make(Kind.VALUE, INT, int(value))


def truth(value: bool) -> Truth:
    return YES if value else NO


def card(value: int) -> Term:
    """A certain card, by its number in the whole declared deck."""
    return make(Kind.VALUE, CARD, int(value))


def known_truth(t: Term) -> bool | None:
    """The value of a literal truth, None of any other term."""
    return True if t is YES else False if t is NO else None


def known_number(t: Term) -> int | None:
    return t.label if t.kind is Kind.VALUE and t.sort is INT and isinstance(t.label, int) else None


def known_card(t: Term) -> int | None:
    return t.label if t.kind is Kind.VALUE and t.sort is CARD and isinstance(t.label, int) else None


def unknown(name: str, sort: Sort) -> Term:
    """A value of which nothing is known; the same name and sort mean the same value."""
    return make(Kind.CONST, sort, name)


def standing_for_more(term: Term) -> Term:
    """The same term, by `quantified` known to be one of which more is said where it is used.

    To be called before the term becomes part of another one: what it is in is then known, too.
    """
    term.quantified = True
    return term


def function(name: str, domain: tuple[Sort, ...], gives: Sort) -> Function:
    """A function of which nothing is known."""

    def applied(*args: Term) -> Term:
        for arg, sort in zip(args, domain, strict=True):
            _expect(sort, arg)
        return make(Kind.APPLY, gives, name, *args)

    return applied


# truths ---------------------------------------------------------------------------------------------------


def both(*terms: Term) -> Truth:
    """All of them; of none, true."""
    return _joined(Kind.AND, YES, NO, terms)


def either(*terms: Term) -> Truth:
    """One of them at least; of none, false."""
    return _joined(Kind.OR, NO, YES, terms)


def _joined(kind: Kind, neutral: Truth, decisive: Truth, terms: Iterable[Term]) -> Truth:
    parts: dict[Term, None] = {}
    for t in terms:
        if t.sort is not BOOL:
            raise SortMismatch(f"a {BOOL} is expected, not a {t.sort}")
        if t is decisive:
            return decisive
        if t.kind is kind:
            parts.update(dict.fromkeys(t.args))
        elif t is not neutral:
            parts[t] = None
    for t in parts:
        if t.kind is Kind.NOT and t.args[0] in parts:
            return decisive
    if len(parts) < 2:
        return next(iter(parts), neutral)
    return make(kind, BOOL, None, *parts)


def negate(t: Term) -> Truth:
    _expect(BOOL, t)
    if t.kind is Kind.VALUE:
        return NO if t is YES else YES
    return t.args[0] if t.kind is Kind.NOT else make(Kind.NOT, BOOL, None, t)


def implies(a: Term, b: Term) -> Truth:
    return either(negate(a), b)


def equal(a: Term, b: Term) -> Truth:
    if a.sort is not b.sort:
        raise SortMismatch(f"a {a.sort} is compared with a {b.sort}")
    if a is b:
        return YES
    if a.kind is Kind.VALUE and b.kind is Kind.VALUE:
        return NO
    if a.sort is BOOL:
        return _same_truth(a, b)
    for one, other in ((a, b), (b, a)):
        if one.kind is Kind.VALUE and other.kind is Kind.ITE and _picks_values(other):
            test, then, otherwise = other.args
            return choose(test, equal(then, one), equal(otherwise, one))
    return _same_number(a, b) if a.sort is INT else _pair(a, b)


def _picks_values(t: Term) -> bool:
    return t.args[1].kind is Kind.VALUE or t.args[2].kind is Kind.VALUE


def _pair(a: Term, b: Term) -> Truth:
    return make(Kind.EQ, BOOL, None, *((a, b) if a.serial < b.serial else (b, a)))


def _same_truth(a: Term, b: Term) -> Truth:
    for one, other in ((a, b), (b, a)):
        if one.kind is Kind.VALUE:
            return other if one is YES else negate(other)
    return NO if negate(a) is b else _pair(a, b)


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` if the condition holds, else `otherwise`."""
    if then.sort is not otherwise.sort:
        raise SortMismatch(f"a {then.sort} stands beside a {otherwise.sort}")
    _expect(BOOL, condition)
    if condition.kind is Kind.NOT:
        condition, then, otherwise = condition.args[0], otherwise, then
    if condition is YES or then is otherwise:
        return then
    if condition is NO:
        return otherwise
    if then.kind is Kind.ITE and then.args[0] is condition:
        then = then.args[1]
    if otherwise.kind is Kind.ITE and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    if then.sort is BOOL:
        return _chosen_truth(condition, then, otherwise)
    return then if then is otherwise else make(Kind.ITE, then.sort, None, condition, then, otherwise)


def _chosen_truth(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    if then.kind is Kind.VALUE:
        return either(condition, otherwise) if then is YES else both(negate(condition), otherwise)
    if otherwise.kind is Kind.VALUE:
        return either(negate(condition), then) if otherwise is YES else both(condition, then)
    return then if then is otherwise else make(Kind.ITE, BOOL, None, condition, then, otherwise)


def outcomes(t: Term) -> tuple[Term, ...]:
    """What a term can be, by the conditions in it."""
    if t.kind is not Kind.ITE:
        return (t,)
    return (*outcomes(t.args[1]), *outcomes(t.args[2]))


# numbers --------------------------------------------------------------------------------------------------


def _linear(t: Term) -> tuple[int, dict[Term, int]]:
    """A number as a constant and factors of terms."""
    if t.kind is Kind.VALUE:
        assert isinstance(t.label, int)
        return t.label, {}
    if t.kind is Kind.SUM:
        assert isinstance(t.label, tuple)
        return t.label[0], dict(zip(t.args, t.label[1:], strict=True))
    return 0, {t: 1}


def _combined(a: Term, b: Term, factor: int) -> tuple[int, dict[Term, int]]:
    """`a` plus `factor` times `b`."""
    constant, parts = _linear(a)
    more, others = _linear(b)
    for term, times in others.items():
        new = parts.get(term, 0) + factor * times
        if new:
            parts[term] = new
        else:
            del parts[term]
    return constant + factor * more, parts


def _sum(constant: int, parts: dict[Term, int]) -> Number:
    if not parts:
        return number(constant)
    if constant == 0 and len(parts) == 1:
        ((term, times),) = parts.items()
        if times == 1:
            return term
    ordered = sorted(parts, key=_by_serial) if len(parts) > 1 else tuple(parts)
    return make(Kind.SUM, INT, (constant, *(parts[t] for t in ordered)), *ordered)


def _by_serial(t: Term) -> int:
    return t.serial


def add(a: Term, b: Term) -> Number:
    _expect(INT, a, b)
    return a if b is _ZERO else b if a is _ZERO else _sum(*_combined(a, b, 1))


def subtract(a: Term, b: Term) -> Number:
    _expect(INT, a, b)
    return a if b is _ZERO else _ZERO if a is b else _sum(*_combined(a, b, -1))


def multiply(a: Term, b: Term) -> Number:
    _expect(INT, a, b)
    for one, other in ((a, b), (b, a)):
        factor = known_number(one)
        if factor is not None:
            constant, parts = _linear(other)
            scaled = {t: n * factor for t, n in parts.items()} if factor else {}
            return _sum(constant * factor, scaled)
    return make(Kind.MUL, INT, None, *((a, b) if a.serial < b.serial else (b, a)))


def total(terms: Iterable[Term]) -> Number:
    result: Number = _ZERO
    for t in terms:
        result = add(result, t)
    return result


def less(a: Term, b: Term) -> Truth:
    _expect(INT, a, b)
    constant, parts = _combined(b, a, -1)
    return make(Kind.POSITIVE, BOOL, None, _sum(constant, parts)) if parts else truth(constant > 0)


def at_most(a: Term, b: Term) -> Truth:
    return negate(less(b, a))


def _same_number(a: Number, b: Number) -> Truth:
    constant, parts = _combined(a, b, -1)
    if not parts:
        return truth(constant == 0)
    left = {t: n for t, n in parts.items() if n > 0}
    right = {t: -n for t, n in parts.items() if n < 0}
    if not left:
        left, right, constant = right, left, -constant
    if not right:
        return _pair(_sum(0, left), number(-constant))
    return _pair(_sum(max(constant, 0), left), _sum(max(-constant, 0), right))


def smaller(a: Term, b: Term) -> Term:
    return choose(less(b, a), b, a)


def larger(a: Term, b: Term) -> Term:
    return choose(less(a, b), b, a)
