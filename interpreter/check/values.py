"""Values as people write them: of options, in files and on the command line."""

from __future__ import annotations

import re

from interpreter.check.scope import Symbols
from interpreter.front.words import TRUTH
from interpreter.ir.types import BOOL, RANK, SUIT, IntType, Type, Value


def default_symbol(name: str) -> str:
    """A number is its own symbol, a word's is its first letter as a capital."""
    return name if name.isdigit() else name[0].upper()


def read_value(text: str, kind: Type, symbols: Symbols) -> Value | None:
    """A value as a user writes it, or None if it is not one of that type."""
    if kind == BOOL:
        return TRUTH.get(text.lower())
    if isinstance(kind, IntType):
        return int(text) if re.fullmatch(r"-?\d{1,7}", text) else None
    members = symbols.members(kind)
    if members is not None and text in members:
        return members.index(text)
    named = symbols.deck.suits if kind == SUIT else symbols.deck.ranks if kind == RANK else ()
    return next((i for i, n in enumerate(named) if n.symbol.upper() == text.upper()), None)


def spell_values(kind: Type, values: tuple[Value, ...], symbols: Symbols) -> str:
    """The values of an option in words."""
    if kind == BOOL:
        return "it is `yes` or `no`"
    if isinstance(kind, IntType):
        return f"it is a number from {kind.lo} to {kind.hi}"
    members = symbols.members(kind) or ()
    return "it is one of " + ", ".join(f"`{members[int(v)]}`" for v in values if isinstance(v, int))
