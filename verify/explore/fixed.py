"""What a search holds fixed: values of variables, who moves first, the cards of zones.

Variables are held to their values all through the set-up: a choice or lot that gives another one is left out.
Who moves first and where cards lie is looked at when the set-up is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.nodes import Game, Per, Variable, Zone
from interpreter.ir.types import CARDS, SEAT, STACK, BoolType, RankType, SuitType, Type, Value
from interpreter.run.protocol import Position
from interpreter.run.values import BadValue, Spelling
from interpreter.text.spelling import nearest

MOVER = "mover"
FREE = "_"
"""Stands for a seat whose value may be anything."""

_WORDS = {"yes": True, "no": False, "true": True, "false": False}


class BadFix(ValueError):
    """What is to be held fixed is not there or has no such value; the message says what."""


@dataclass(frozen=True)
class Held:
    """The values that something of the table (one) or of the players (by seat) is held to; None: any."""

    values: tuple[Value | None, ...]
    by_seat: bool

    def fits(self, found: Any, unset: bool) -> bool:
        """Whether a position has these values; `unset`: or none yet."""
        row = found if self.by_seat else (found,)
        pairs = zip(row, self.values, strict=True)
        return all(wanted is None or there == wanted or (unset and there is None) for there, wanted in pairs)


@dataclass(frozen=True)
class Fixed:
    """What is held, by name of a variable or zone; `mover` is who moves first."""

    variables: Mapping[str, Held] = field(default_factory=dict)
    zones: Mapping[str, Held] = field(default_factory=dict)
    mover: int | None = None

    def allows(self, position: Position, begun: bool) -> bool:
        """Whether a position may be on the way to a match that is wanted; `begun`: the set-up is done."""
        held = all(row.fits(position.variables[name], unset=True) for name, row in self.variables.items())
        if not held or not begun:
            return held
        if self.mover is not None and position.mover != self.mover:
            return False
        return all(row.fits(position.zones[name], unset=False) for name, row in self.zones.items())


def read_fixed(game: Game, texts: Iterable[str]) -> Fixed:
    """`NAME=VALUE,VALUE`, one value for each seat; cards of a zone are separated by blanks.

    Raises `BadFix`.
    """
    variables: dict[str, Held] = {}
    zones: dict[str, Held] = {}
    mover: int | None = None
    spelling = Spelling(game.deck, game.seats)
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise BadFix(f"`{text}` does not say what is fixed; write NAME=VALUE")
        if name in variables or name in zones or (name == MOVER and mover is not None):
            raise BadFix(f"`{name}` is fixed twice")
        if name == MOVER:
            first = _one(value, SEAT, name, spelling)
            assert isinstance(first, int)
            mover = first
            continue
        declared = _declared(game, name)
        if isinstance(declared, Zone):
            kind: Type = STACK if declared.ordered else CARDS
            zones[name] = _row(value, declared, kind, game.seats, spelling)
        else:
            variables[name] = _row(value, declared, declared.type, game.seats, spelling)
    return Fixed(variables, zones, mover)


def _declared(game: Game, name: str) -> Zone | Variable:
    known: dict[str, Zone | Variable] = {z.name: z for z in game.zones} | {v.name: v for v in game.variables}
    if name in known:
        found = known[name]
        if found.per not in (Per.TABLE, Per.PLAYER):
            raise BadFix(f"`{name}` cannot be fixed: there is one for each value of a type")
        return found
    guess = nearest(name, [*known, MOVER])
    hint = f"; did you mean `{guess}`?" if guess else ""
    raise BadFix(f"there is no variable or zone `{name}`{hint}")


def _row(text: str, declared: Zone | Variable, kind: Type, seats: int, spelling: Spelling) -> Held:
    by_seat = declared.per is Per.PLAYER
    parts = [part.strip() for part in text.split(",")] if by_seat else [text]
    number = seats if by_seat else 1
    if len(parts) != number:
        raise BadFix(
            f"`{declared.name}` needs {number} values, one for each seat; `{FREE}` stands for any value"
        )
    values = (None if part == FREE else _one(part, kind, declared.name, spelling) for part in parts)
    return Held(tuple(values), by_seat)


def _one(text: str, kind: Type, name: str, spelling: Spelling) -> Value:
    try:
        return spelling.read(_data(text, kind, spelling), kind)
    except BadValue as error:
        raise BadFix(f"`{name}`: {error}") from None


def _data(text: str, kind: Type, spelling: Spelling) -> object:
    """The text as a record would have it."""
    if kind in (CARDS, STACK):
        return text.upper().split()
    if isinstance(kind, SuitType | RankType):
        named = spelling.deck.suits if isinstance(kind, SuitType) else spelling.deck.ranks
        return next((n.symbol for n in named if text.lower() in (n.name.lower(), n.symbol.lower())), text)
    if isinstance(kind, BoolType):
        return _WORDS.get(text.lower(), text)
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() else text
