"""The finite types of the language.

Every value is a Python `bool`, an `int` or a tuple of ints. Members of enumerated types (suits, ranks, cards,
seats, the members of an option or a phase) are their index from 0 in the order of declaration; a set is a
tuple in ascending order without repeats; a sequence is a tuple from bottom to top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType, TypeAlias

Card = NewType("Card", int)
"""Index of a card in deck order: suits as declared, within a suit the ranks from low to high."""
Suit = NewType("Suit", int)
Rank = NewType("Rank", int)
Seat = NewType("Seat", int)

Value: TypeAlias = "bool | int | tuple[int, ...]"


@dataclass(frozen=True, slots=True)
class BoolType:
    pass


LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class IntType:
    """Whole numbers from `lo` to `hi`, both included. What is calculated has no upper end if `hi` is `LIMIT`
    or more, and no lower one if `lo` is minus that or less.
    """

    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class SuitType:
    pass


@dataclass(frozen=True, slots=True)
class RankType:
    pass


@dataclass(frozen=True, slots=True)
class CardType:
    pass


@dataclass(frozen=True, slots=True)
class SeatType:
    pass


@dataclass(frozen=True, slots=True)
class EnumType:
    """Named members: the choices of an option or variable (`name` empty), or `phase`, `move`, `ending`."""

    name: str
    members: tuple[str, ...]


Element: TypeAlias = "IntType | SuitType | RankType | CardType | SeatType | EnumType"


@dataclass(frozen=True, slots=True)
class SetType:
    of: Element


@dataclass(frozen=True, slots=True)
class SequenceType:
    """What an ordered zone holds: cards from bottom to top."""

    of: Element


Type: TypeAlias = (
    "BoolType | IntType | SuitType | RankType | CardType | SeatType | EnumType | SetType | SequenceType"
)

BOOL = BoolType()
SUIT = SuitType()
RANK = RankType()
CARD = CardType()
SEAT = SeatType()
CARDS = SetType(CARD)
SEATS = SetType(SEAT)
STACK = SequenceType(CARD)


def same_family(a: Type, b: Type) -> bool:
    """Whether values of `a` and `b` can be compared: number ranges may differ, nothing else may."""
    match a, b:
        case IntType(), IntType():
            return True
        case SetType(x), SetType(y):
            return same_family(x, y)
        case SequenceType(x), SequenceType(y):
            return same_family(x, y)
    return a == b


def join(a: Type, b: Type) -> Type:
    """The smallest type that holds the values of both; they must be of the same family."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return IntType(min(a.lo, b.lo), max(a.hi, b.hi))
    if isinstance(a, SetType) and isinstance(b, SetType):
        if isinstance(a.of, IntType) and isinstance(b.of, IntType):
            return SetType(IntType(min(a.of.lo, b.of.lo), max(a.of.hi, b.of.hi)))
    return a


def describe(t: Type) -> str:
    """The type in a card player's words, with an article."""
    match t:
        case BoolType():
            return "a yes or no"
        case IntType(lo, hi):
            return f"a number from {lo} to {hi}" if lo != hi else f"the number {lo}"
        case SuitType():
            return "a suit"
        case RankType():
            return "a rank"
        case CardType():
            return "a card"
        case SeatType():
            return "a seat"
        case EnumType("", members):
            return "one of " + ", ".join(f"`{m}`" for m in members)
        case EnumType(name, _):
            return f"a {name}" if name[0] not in "aeiou" else f"an {name}"
        case SetType(of):
            return f"a set of {plural(of)}"
        case SequenceType(of):
            return f"a stack of {plural(of)}"


def plural(t: Element) -> str:
    match t:
        case IntType():
            return "numbers"
        case EnumType(name, _):
            return f"{name}s" if name else "names"
        case _:
            return describe(t).split()[-1] + "s"


def spell(t: Type) -> str:
    """The type as the IR printer writes it; equal types have equal spellings."""
    match t:
        case BoolType():
            return "bool"
        case IntType(lo, hi):
            return f"{lo}..{hi}"
        case SuitType():
            return "suit"
        case RankType():
            return "rank"
        case CardType():
            return "card"
        case SeatType():
            return "seat"
        case EnumType(name, members):
            return name or "{" + " ".join(members) + "}"
        case SetType(of):
            return f"set({spell(of)})"
        case SequenceType(of):
            return f"stack({spell(of)})"
