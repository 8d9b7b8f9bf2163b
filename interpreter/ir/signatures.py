"""Which operands an operator goes with, and what it gives: one row an operator.

Ranges of numbers are not looked at; a row says which kinds fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    BoolType,
    EnumType,
    IntType,
    SequenceType,
    SetType,
    Type,
    same_family,
)

Args: TypeAlias = tuple[Type, ...]
Row: TypeAlias = Callable[[Args, Type], bool]
"""From the types of the arguments and of the result: whether they go together."""

NUMBER = IntType(0, 0)
NUMBERS = SetType(NUMBER)


def _fixed(*kinds: Type) -> Row:
    """Arguments of these kinds, the last being the result."""

    def row(args: Args, result: Type) -> bool:
        return len(args) == len(kinds) - 1 and all(map(same_family, (*args, result), kinds))

    return row


def _name(kind: str) -> Row:
    return lambda args, result: not args and isinstance(result, EnumType) and result.name == kind


def _equal(args: Args, result: Type) -> bool:
    return len(args) == 2 and same_family(*args) and result == BOOL


def _ordered(args: Args, result: Type) -> bool:
    return _equal(args, result) and (args[0] == RANK or isinstance(args[0], IntType))


def _several_numbers(args: Args, result: Type) -> bool:
    return len(args) >= 2 and all(isinstance(t, IntType) for t in (*args, result))


def _if(args: Args, result: Type) -> bool:
    return (
        len(args) == 3 and args[0] == BOOL and same_family(args[1], args[2]) and same_family(args[1], result)
    )


def _index(args: Args, result: Type) -> bool:
    named = len(args) == 1 and not isinstance(args[0], BoolType | IntType | SetType | SequenceType)
    return named and isinstance(result, IntType)


def _many(wanted: Type) -> Row:
    """A set or a stack."""

    def row(args: Args, result: Type) -> bool:
        return len(args) == 1 and isinstance(args[0], SetType | SequenceType) and same_family(result, wanted)

    return row


def _within(args: Args, result: Type) -> bool:
    return (
        len(args) == 2
        and isinstance(args[1], SetType | SequenceType)
        and same_family(args[0], args[1].of)
        and result == BOOL
    )


def _of_stack(*more: Type) -> Row:
    """A member of a stack, with further arguments."""

    def row(args: Args, result: Type) -> bool:
        fits = len(args) == 1 + len(more) and all(map(same_family, args[1:], more))
        return fits and isinstance(args[0], SequenceType) and same_family(args[0].of, result)

    return row


def _indices(args: Args, result: Type) -> bool:
    return len(args) == 1 and isinstance(args[0], SequenceType) and same_family(result, NUMBERS)


def _cards_of(args: Args, result: Type) -> bool:
    return len(args) == 1 and isinstance(args[0], SequenceType) and same_family(result, SetType(args[0].of))


def _set(args: Args, result: Type) -> bool:
    return isinstance(result, SetType) and all(same_family(a, result.of) for a in args)


def _two_sets(args: Args, result: Type) -> bool:
    return len(args) == 2 and all(isinstance(t, SetType) and same_family(t, result) for t in args)


def _the(args: Args, result: Type) -> bool:
    return len(args) == 1 and isinstance(args[0], SetType) and same_family(args[0].of, result)


def _ended(args: Args, result: Type) -> bool:
    known = len(args) == 1 and isinstance(args[0], EnumType) and args[0].name == "ending"
    return known and result == BOOL


_LOGIC = _fixed(BOOL, BOOL, BOOL)
_ARITHMETIC = _fixed(NUMBER, NUMBER, NUMBER)

SIGNATURES: Mapping[Op, Row] = {
    Op.NOT: _fixed(BOOL, BOOL),
    Op.AND: _LOGIC,
    Op.OR: _LOGIC,
    Op.IMPLIES: _LOGIC,
    Op.IF: _if,
    Op.EQ: _equal,
    Op.NE: _equal,
    Op.LT: _ordered,
    Op.LE: _ordered,
    Op.GT: _ordered,
    Op.GE: _ordered,
    Op.ADD: _ARITHMETIC,
    Op.SUB: _ARITHMETIC,
    Op.MUL: _ARITHMETIC,
    Op.NEG: _fixed(NUMBER, NUMBER),
    Op.MIN: _several_numbers,
    Op.MAX: _several_numbers,
    Op.INDEX: _index,
    Op.SUIT: _fixed(CARD, SUIT),
    Op.RANK: _fixed(CARD, RANK),
    Op.SIZE: _many(NUMBER),
    Op.EMPTY: _many(BOOL),
    Op.IN: _within,
    Op.TOP: _of_stack(),
    Op.BOTTOM: _of_stack(),
    Op.AT: _of_stack(NUMBER),
    Op.INDICES: _indices,
    Op.CARDS_OF: _cards_of,
    Op.SET: _set,
    Op.UNION: _two_sets,
    Op.COMMON: _two_sets,
    Op.LESS: _two_sets,
    Op.THE: _the,
    Op.RANGE: _fixed(NUMBER, NUMBER, NUMBERS),
    Op.SUITS: _fixed(SetType(SUIT)),
    Op.RANKS: _fixed(SetType(RANK)),
    Op.CARDS: _fixed(CARDS),
    Op.SEATS: _fixed(SEATS),
    Op.ME: _fixed(SEAT),
    Op.MOVER: _fixed(SEAT),
    Op.NEXT: _fixed(SEAT, SEAT),
    Op.NEXT_AMONG: _fixed(SEAT, SEATS, SEAT),
    Op.NEXT_AMONG: _fixed(SEAT, SEATS, SEAT),
    Op.PHASE: _name("phase"),
    Op.IS_SET: lambda args, result: len(args) == 1 and result == BOOL,
    Op.OVER: _fixed(BOOL),
    Op.PLIES: _fixed(NUMBER),
    Op.TURNS: _fixed(NUMBER),
    Op.REPEATS: _fixed(NUMBER),
    Op.ENDED: _ended,
    Op.WINS: _fixed(SEAT, BOOL),
    Op.LOSES: _fixed(SEAT, BOOL),
    Op.LAST_MOVE: _name("move"),
    Op.LAST_PLAYER: _fixed(SEAT),
    Op.LAID_BY: _fixed(CARD, SEAT),
}


def _counts(args: Args, result: Type) -> bool:
    return args[1] == BOOL and isinstance(result, IntType)


def _those(args: Args, result: Type) -> bool:
    domain, body = args
    return (
        isinstance(domain, SetType | SequenceType)
        and body == BOOL
        and same_family(result, SetType(domain.of))
    )


def _truth(args: Args, result: Type) -> bool:
    return args[1] == BOOL and result == BOOL


def _numeric(args: Args, result: Type) -> bool:
    return isinstance(args[1], IntType) and isinstance(result, IntType)


BINDERS: Mapping[Binder, Row] = {
    Binder.SOME: _truth,
    Binder.EVERY: _truth,
    Binder.COUNT: _counts,
    Binder.THOSE: _those,
    Binder.LOWEST: _numeric,
    Binder.HIGHEST: _numeric,
    Binder.TOTAL: _numeric,
}
"""The arguments are the domain and the body."""
